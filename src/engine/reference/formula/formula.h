#ifndef ENGINE_FORMULA_H
#define ENGINE_FORMULA_H

#include "engine/reference/closure/closure.h"

/* The walk over expressions and predicates. */

/* ---- ref_value.c */
Value formula_value(Reference *, const Node *);
/* The operators that need the values of their operands and nothing else. */
Value ref_apply_operator(Reference *, const Node *, const Value *operands);
/* UNKNOWN: there is no rule for the operator. */
Value ref_cannot_evaluate(Reference *, const Node *);

/* ---- ref_pred.c */
Truth formula_truth(Reference *, const Node *);
Truth ref_walk_quantifier(Reference *, const Node *); /* without code */

/* ---- ref_binder.c */
Value ref_eval_binder(Reference *, const Node *);
Value ref_walk_binder(Reference *, const Node *); /* without code */

/* ---- ref_number.c, ref_set.c, ref_relation.c, ref_sequence.c, ref_tree.c: groups of operators */
Value ref_apply_arithmetic(Reference *, const Node *, const Value *operands);
Value ref_apply_set_operator(Reference *, const Node *, const Value *operands);
Value ref_apply_relation_operator(Reference *, const Node *, const Value *operands);
Value ref_apply_sequence_operator(Reference *, const Node *, const Value *operands);
Value ref_eval_tree(Reference *, const Node *);

#endif
