#ifndef SYNTAX_INSPECT_H
#define SYNTAX_INSPECT_H

#include "syntax/tree.h"

/* What many ask of a formula whose names are resolved. */

/* Is it this name, perhaps with a label or behind a definition? */
static inline bool node_is_name(const Node *node, const struct Symbol *symbol)
{
  node = node_bare(node);
  return node->kind == NODE_IDENT && node->symbol == symbol;
}

/* Does it refer to the symbol in any way: as a name, as x$0, as the operation that is called? */
bool node_mentions(const Node *, const struct Symbol *);
/* Does it refer to one of the names of a NAMES, or of a list? */
bool node_mentions_names(const Node *, const Node *names);
bool node_mentions_one_of(const Node *, struct Symbol *const *, uint32_t count);
/* Does the value of the name matter?  x$0 is another value than x. */
bool node_needs(const Node *, const struct Symbol *);

typedef VEC(const Node *) Conjuncts;
/* Adds the conjuncts of a predicate, bare, in their order; conjunctions in conjunctions are
 * taken apart, too. */
void conjuncts_add(Conjuncts *, const Node *predicate);

/* The comparison with the sides swapped: a < b is b > a.  Others stay. */
NodeKind kind_turned(NodeKind);
/* The comparison that holds where this one does not; NODE_NOT: it is none. */
NodeKind kind_denied(NodeKind);
/* Of < <= > >=: is this side bounded from above (or else from below)? */
static inline bool kind_bounds_above(NodeKind order, uint32_t side)
{
  return (order == NODE_LESS || order == NODE_LESS_EQUAL) == (side == 0);
}
/* Of < <= > >=: does it leave out the bound itself? */
static inline bool kind_is_strict(NodeKind order)
{
  return order == NODE_LESS || order == NODE_GREATER;
}

#endif
