#ifndef SESSION_INSIDE_H
#define SESSION_INSIDE_H

#include "base/text.h"
#include "session/session.h"

/* What the evaluators make of a model or a formula, as text: for people who want to know why
 * something is slow.  Nothing is explored. */
typedef enum {
  INSIDE_PLAN, /* in which order names get their values, and from where */
  INSIDE_CODE, /* the compiled code with its plans                       */
  INSIDE_NET   /* the network of the constraint solver: of the properties, or of the formula */
} InsideKind;

/* False: it was refused. */
bool inside_model(Session *, const Source *, InsideKind, Text *);
bool inside_formula(Session *, const char *formula, InsideKind, Text *);

#endif
