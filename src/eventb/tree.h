#ifndef EVENTB_TREE_H
#define EVENTB_TREE_H

#include "base/arena.h"
#include "base/names.h"
#include "base/vec.h"
#include "syntax/tree.h"

/* Small functions on trees of formulas that the readers and the linking of Event-B
 * share.  None changes what it is given. */

typedef VEC(Node *) TreeList;

/* A literal; negative numbers become a NEGATE.  Leading zeros are dropped. */
Node *tree_integer(Arena *, Names *, Span, const char *digits);
/* (a & b) & c has three children; the same for `or`. */
Node *tree_flat(Arena *, Node *);
/* The conjunction of the list: BTRUE, its only element, or an AND. */
Node *tree_conjunction(Arena *, Span, Node *const *list, uint32_t count);

Node *tree_ident(Arena *, Span, const Name *);
/* [IDENT…] */
Node *tree_names(Arena *, NodeKind, Span, const Name *const *, uint32_t count);
Node *tree_labelled(Arena *, const Name *label, Node *); /* the node itself for NULL */

/* Whether the name occurs free. */
bool tree_mentions_name(const Node *, const Name *);
/* Whether any primed name occurs free. */
bool tree_mentions_prime(const Node *);
/* Has the formula a value for all values of its names?  No means: perhaps not. */
bool tree_is_total(const Node *);
/* A copy in which free occurrences of `from` are called `to`.  Bound names that would
 * capture `to` are left to the caller: it takes names that nobody binds. */
Node *tree_rename(Arena *, Node *, const Name *from, const Name *to);

#endif
