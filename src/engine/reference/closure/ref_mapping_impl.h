#ifndef ENGINE_REF_MAPPING_IMPL_H
#define ENGINE_REF_MAPPING_IMPL_H

#include "engine/reference/closure/ref_mapping.h"

/* ---- ref_mapping.c */

/* Has each name that the expression does not mention surely a value,
 * whatever the others are?  And are the names that it mentions not restricted by anything else? */
bool mapping_has_values(Mapping *, const Node *but);
/* Takes what the predicate says of one name into its set; false: it says something else. */
bool mapping_take(Mapping *, const Node *);
bool mapping_closes(const Mapping *, const Node *);   /* it mentions none of the names */
uint32_t mapping_name(const Mapping *, const Node *); /* its number; UINT32_MAX: it is none */

/* ---- ref_mapping_value.c: expressions, for all arguments at once */

bool mapping_is_integer(const Mapping *, const Node *);
Bounds mapping_bounds(const Mapping *, const Node *);
Cover mapping_cover(Mapping *, const Node *); /* holds all values of the expression; is a set */

/* The branches of an IF: so many, each with its value; what is known where one is taken. */
/* IF P THEN … : what else is known of the names, for the n-th branch. */
typedef struct {
  uint32_t conjuncts;
  Bounds *bounds;
  Value *sets;
  bool empty;
} Assumed;
uint32_t mapping_branch_count(const Node *);
const Node *mapping_branch_value(const Node *, uint32_t branch);
Assumed mapping_assume_branch(Mapping *, const Node *, uint32_t branch);
void mapping_forget_branch(Mapping *, Assumed before);

/* The value of a name that is a constant function; VALUE_UNDEFINED: it is none. */
Value mapping_function_named(const Mapping *, const Node *);
/* Is it a function that is being looked at, itself or by way of another one? */
bool mapping_is_recursion(const Mapping *, const Node *);
bool mapping_mentions_itself(const Mapping *, const Node *);
Value mapping_arrow(const Mapping *, const Node *);

#endif
