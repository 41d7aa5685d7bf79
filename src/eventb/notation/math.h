#ifndef EVENTB_NOTATION_MATH_H
#define EVENTB_NOTATION_MATH_H

#include "base/arena.h"
#include "base/names.h"
#include "base/vec.h"
#include "syntax/tree.h"

/* Small functions on trees of formulas that the readers and the linking of Event-B
 * share.  None changes what it is given. */

typedef VEC(Node *) TreeList;

/* A literal; negative numbers become a NEGATE.  Leading zeros are dropped. */
Node *math_integer(Arena *, Names *, Span, const char *digits);
/* (a & b) & c has three children; the same for `or`. */
Node *math_flat(Arena *, Node *);
/* The conjunction of the list: BTRUE, its only element, or an AND. */
Node *math_conjunction(Arena *, Span, Node *const *list, uint32_t count);

Node *math_ident(Arena *, Span, const Name *);
/* [IDENT…] */
Node *math_names(Arena *, NodeKind, Span, const Name *const *, uint32_t count);
Node *math_labelled(Arena *, const Name *label, Node *); /* the node itself for NULL */

/* Whether the name occurs free. */
bool math_mentions_name(const Node *, const Name *);
/* Whether any primed name occurs free. */
bool math_mentions_prime(const Node *);
/* Has the formula a value for all values of its names?  No means: perhaps not. */
bool math_is_total(const Node *);
/* A copy in which free occurrences of `from` are called `to`.  Bound names that would
 * capture `to` are left to the caller: it takes names that nobody binds. */
Node *math_rename(Arena *, Node *, const Name *from, const Name *to);

#endif
