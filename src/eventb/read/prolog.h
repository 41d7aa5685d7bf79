#ifndef EVENTB_READ_PROLOG_H
#define EVENTB_READ_PROLOG_H

#include "base/arena.h"
#include "base/names.h"
#include "base/vec.h"
#include "syntax/diag.h"
#include "syntax/source.h"

/* Prolog terms, as far as ProB's packages have them: atoms, numbers, variables,
 * strings, compound terms and lists.  There are no operators, except the sign of
 * a number.  PrologTerms are immutable and live in the arena they are made in. */
typedef enum {
  PROLOG_ATOM,
  PROLOG_NUMBER,
  PROLOG_VARIABLE,
  PROLOG_STRING,
  PROLOG_COMPOUND,
  PROLOG_LIST
} PrologKind;

typedef struct PrologTerm PrologTerm;
struct PrologTerm {
  PrologKind kind;
  const Name *name; /* functor, atom, digits, content of a string; NULL for lists */
  Span span;
  uint32_t count; /* of arguments or elements */
  const PrologTerm **args;
};

typedef VEC(const PrologTerm *) PrologTerms;

/* Reads all facts of the text, each ended by a full stop.  At the first mistake
 * it reports it, and gives what came before. */
void prolog_read(Arena *, Names *, Diags *, const Source *, PrologTerms *);

/* New terms. */
const PrologTerm *prolog_atom(Arena *, const Name *, Span);
const PrologTerm *prolog_list(Arena *, Span, const PrologTerm *const *elements, uint32_t count);
const PrologTerm *prolog_compound(Arena *, const Name *functor, Span,
                                  const PrologTerm *const *arguments, uint32_t count);

/* Whether it is a compound term (or atom, for 0) with that functor and so many
 * arguments. */
bool prolog_is(const PrologTerm *, const char *functor, uint32_t count);

#endif
