#ifndef EVENTB_RODIN_THEORY_H
#define EVENTB_RODIN_THEORY_H

#include "base/vec.h"
#include "syntax/parser.h"

/* The theories of a Rodin project (.tuf) are not read, but what they define is known, so that
 * it can be said where it is used. */
typedef struct {
  const Name *name;   /* an operator, a datatype, a constructor, a destructor */
  const char *theory; /* that defines it */
} TheoryName;

typedef VEC(TheoryName) TheoryNames;

/* The theories in the folder of the source; none if it lies in an archive. */
void rodin_theory_names(ParseContext *, const Source *, TheoryNames *);

#endif
