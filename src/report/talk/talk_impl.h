#ifndef REPORT_TALK_TALK_IMPL_H
#define REPORT_TALK_TALK_IMPL_H

#include "report/talk/talk.h"

/* What the files of this room share. */

static inline Session *talk_session(const Talk *t) { return t->report->session; }
/* Are formulas expressions of CSP-M? */
static inline bool talk_is_script(const Talk *t)
{
  return t->scene->system.script && !t->scene->system.model;
}

/* Remembers a text `name = E`; takes it over. */
void talk_keep_let(Talk *, const char *name, char *let);
bool talk_has_let(const Talk *, const char *name);
bool talk_forget_let(Talk *, const char *name); /* false: it has none */

/* Scripts (script.c). */
bool talk_script_answer(Talk *, const char *expression);
bool talk_script_type(Talk *, const char *expression);
/* An empty expression is none: NAME = E is missing something. */
bool talk_script_let(Talk *, const char *name, const char *expression);
/* Refuses what only models of B have; false: it is one of these. */
bool talk_script_lacks(Talk *, const char *command);

#endif
