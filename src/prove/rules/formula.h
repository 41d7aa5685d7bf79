#ifndef PROVE_RULES_FORMULA_H
#define PROVE_RULES_FORMULA_H

#include "base/map.h"
#include "model/symbol.h"

/* Questions about formulas: resolved trees in which each name that is free points to its symbol,
 * and so does each that is bound. */

/* The names that a binder binds, or NULL: it is none. */
const Node *formula_bound(const Node *);
bool formula_binds(const Node *binder, const Symbol *);

/* Is it the same formula up to bound names, and what resolution puts around formulas? */
bool formula_same(const Node *, const Node *);
/* Does the symbol occur free? */
bool formula_mentions(const Node *, const Symbol *);
/* Adds the constants, variables, parameters … that occur free, each once, in order of first use.
 * Carrier sets, elements and constructors are no such names.  The values of variables before a
 * substitution, x$0, count as x. */
void formula_free_names(const Node *, Symbols *);
/* Adds the texts of all names that occur, free or bound, with any value. */
void formula_all_names(const Node *, Map *);
/* Is it E : T or E <: T with all values of a type on the right, or true? */
bool formula_is_trivial(const Node *predicate);
/* Adds the conjuncts of a predicate: those of its conjuncts in their place. */
void formula_conjuncts(Node *, Node ***list, uint32_t *count, Arena *);

#endif
