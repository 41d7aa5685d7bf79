#ifndef REPORT_SCENE_CHOICE_H
#define REPORT_SCENE_CHOICE_H

#include "session/scene.h"

/* What a user says of transitions: an operation, and a predicate about its
 * arguments and results, or about the state that it leads to. */
typedef struct {
  uint32_t label;        /* ANY_LABEL: all of them */
  const char *called;    /* `name(arguments)`, or an event c.1, as typed; or NULL */
  const Formula *given;  /* about the arguments: what they are; or NULL */
  const Formula **where; /* by label; NULL: the predicate means nothing there; or NULL */
  const Formula *gives;  /* about the results; or NULL */
  const Formula *after;  /* or NULL */
  const char *listed;    /* `x = 1`, the change that a list shows beside the step; or NULL */
} Choice;

#define ANY_LABEL UINT32_MAX

/* The length of the name that the text begins with, or 0; the label of that name. */
size_t choice_name_length(const char *text);
uint32_t choice_label(const Scene *, const char *name, size_t length); /* or ANY_LABEL */

/* Is the line the name of a variable or constant that the guiding process can probe?  Alone it is a
 * formula, with arguments it is a step. */
bool choice_is_variable(const Scene *, const char *line);

/* Does the line begin with the name of a step? */
bool choice_is_step(const Scene *, const char *line);

/* [NAME[(arguments)] [--> results] [: change]], as steps are listed, or
 * [NAME] [where P | after P].  False: there was a mistake; it was refused. */
bool choice_read(Scene *, const char *text, Choice *);
/* The same from its parts, of which each may be NULL: the whole name of an operation, its
 * arguments without brackets (of an event, what follows its channel), a predicate about arguments
 * and results, and one about the next state. */
typedef struct {
  const char *name, *arguments, *where, *after;
} ChoiceParts;
bool choice_compose(Scene *, ChoiceParts, Choice *);

bool choice_allows(Scene *, const Choice *, const Transition *);
/* Where not all transitions are known: looks for those that it allows, if it says something of the
 * arguments of one operation, and adds them to the animator. */
void choice_seek(Scene *, const Choice *);
/* Takes a random one of the transitions that it allows; false: there is none. */
bool choice_step_randomly(Scene *, const Choice *, uint64_t *seed);

#endif
