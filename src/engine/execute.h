#ifndef ENGINE_EXECUTE_H
#define ENGINE_EXECUTE_H

#include "engine/reference.h"

/* Substitutions, by the reference interpreter: every outcome is a list of new
 * values; what is not in it keeps its value.  No outcome: infeasible (a guard is
 * false).  The same outcome may be found several times. */
typedef struct {
  Symbol *symbol;
  Value value;
} Update;

typedef enum {
  EXECUTED_ALL,        /* all outcomes were given                       */
  EXECUTED_STOPPED,    /* by `outcome`                                  */
  EXECUTED_INCOMPLETE, /* there may be more: engine->cause              */
  EXECUTED_FAULT,      /* not well-defined: engine->fault               */
  EXECUTED_ABORT       /* an obligation does not hold: engine->fault; outcomes
                          may have been given */
} Executed;

/* Gives false to stop. */
typedef bool Outcome(void *context, Reference *, const Update *, uint32_t count);

Executed execute(Reference *, const Node *substitution, Outcome *, void *context);

/* A claim inside of a substitution, by its place and what is said if it is false: the first time
 * that it is while the question is asked, why is printed, and nothing more is executed. */
typedef struct ClaimQuestion {
  Span span;
  const char *message;
  Text *text;
  unsigned margin; /* as for why_print */
  bool answered;
} ClaimQuestion;

void execute_ask(Reference *, ClaimQuestion *); /* NULL: no more */

#endif
