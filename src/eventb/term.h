#ifndef EVENTB_TERM_H
#define EVENTB_TERM_H

#include "base/arena.h"
#include "base/names.h"
#include "base/vec.h"
#include "syntax/diag.h"
#include "syntax/source.h"

/* Prolog terms, as far as ProB's packages have them: atoms, numbers, variables,
 * strings, compound terms and lists.  There are no operators, except the sign of
 * a number.  Terms are immutable and live in the arena they are made in. */
typedef enum {
  TERM_ATOM,
  TERM_NUMBER,
  TERM_VARIABLE,
  TERM_STRING,
  TERM_COMPOUND,
  TERM_LIST
} TermKind;

typedef struct Term Term;
struct Term {
  TermKind kind;
  const Name *name; /* functor, atom, digits, content of a string; NULL for lists */
  Span span;
  uint32_t count; /* of arguments or elements */
  const Term **args;
};

typedef VEC(const Term *) Terms;

/* Reads all facts of the text, each ended by a full stop.  At the first mistake
 * it reports it, and gives what came before. */
void terms_read(Arena *, Names *, Diags *, const Source *, Terms *);

/* New terms. */
const Term *term_atom(Arena *, const Name *, Span);
const Term *term_list(Arena *, Span, const Term *const *elements, uint32_t count);
const Term *term_compound(Arena *, const Name *functor, Span, const Term *const *arguments,
                          uint32_t count);

/* Whether it is a compound term (or atom, for 0) with that functor and so many
 * arguments. */
bool term_is(const Term *, const char *functor, uint32_t count);

#endif
