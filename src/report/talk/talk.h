#ifndef REPORT_TALK_TALK_H
#define REPORT_TALK_TALK_H

#include "report/report.h"
#include "session/scene.h"

/* What people ask line by line in the state that a scene is in: formulas, and commands about
 * formulas and names.  Answers are added to the text of a report. */
typedef enum {
  TALK_TEXT, /* lines that are no answer of one of these kinds */
  TALK_VALUE,
  TALK_TRUE,
  TALK_FALSE,
  TALK_FAULT,
  TALK_UNKNOWN
} TalkKind;

typedef struct {
  Report *report;
  Scene *scene;
  VEC(char *) lets; /* texts `name = E`, to be given again in a model that is loaded anew */
  uint32_t changes; /* of these so far */
  TalkKind kind;    /* of the last answer */
  Value last;       /* the last value that was shown, of type last_type unless that is NULL */
  const Type *last_type;
} Talk;

void talk_close(Talk *); /* all zero afterwards; the scene and the report stay the caller's */

/* Each answers, or was refused (session_refusal): false. */
bool talk_answer(Talk *, const char *formula);
#define TALK(name, arguments, help) bool talk_##name(Talk *, const char *arguments_);
#include "report/talk/talk.def"
#undef TALK
bool talk_state(Talk *, const char *names);      /* of constants and variables; all without names */
bool talk_expect(Talk *, const char *predicate); /* refused, with the reasons, unless it is TRUE */

/* The line is a formula, or `:command arguments`; `:help` lists the commands.  A command may be
 * abbreviated. */
bool talk_do(Talk *, const char *line);

/* After the scene was opened anew: gives the names their values again, and says which have lost
 * theirs. */
void talk_give_lets(Talk *);

#endif
