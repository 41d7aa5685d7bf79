#ifndef EVENTB_READ_RODIN_THEORY_H
#define EVENTB_READ_RODIN_THEORY_H

#include "eventb/read/package_impl.h"

/* The theories of a Rodin project: those that its theory path names, in its folder (or archive) or
 * in other projects beside it, or all in its folder where it names none; and what they import.  The
 * source of a theory (.tuf) is read, or what is deployed (.dtf) where there is none.  What is wrong
 * in a theory is reported only where it is used. */
typedef struct {
  Package package;
  Map operators;  /* Name -> EventbOperator, for the notation of formulas */
  Arena *scratch; /* elements of XML */
} RodinTheories;

/* Reads the theories that `source` may use, for this project. */
void rodin_theories_read(RodinTheories *, ParseContext *, EventbProject *, const Source *source);
/* The formula with the meaning of operators put in. */
Node *rodin_theories_apply(RodinTheories *, Node *);
/* Adds the datatypes that were used to the project, and frees what is not part of it. */
void rodin_theories_finish(RodinTheories *);

#endif
