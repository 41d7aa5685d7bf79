#ifndef ENGINE_WALK_H
#define ENGINE_WALK_H

/* Inside the reference interpreter. */

#include "engine/reference/accelerator.h"
#include "engine/lazy.h"
#include "engine/reference/reference.h"

typedef struct {
  const Symbol *symbol;
  Value value;
} Binding;

struct Reference {
  bool accept_unknown;     /* a candidate that is not refuted counts as a solution */
  const Accelerator *fast; /* does some things by code; NULL: the tree is walked through */
  struct Vm *vm;           /* of that */
  Engine *e;
  Store *s;
  VEC(Binding) bindings;
  VEC(Binding) old_values;             /* of the names that are being assigned by x:(P) */
  struct ClaimQuestion *question;      /* execute.h; NULL: none */
  bool counting;                       /* it is asked whether a free type is finite */
  struct Mapping *mapping;             /* ref_mapping.h: what is being looked at; NULL: nothing */
  const struct Hypothesis *hypothesis; /* likewise */
  unsigned executing; /* substitutions inside each other: variables may have no value yet */
  unsigned depth;     /* of nested evaluations, functions that call themselves included */
};

typedef VEC(Value) Values;

enum { DEPTH_LIMIT = 20000 };

/* ---- reference.c */
Value ref_eval(Reference *, const Node *);
bool ref_spend(Reference *); /* one step; false, and an unknown, when there are no more */
const Shape *ref_shape(Reference *, const Node *);
const Shape *ref_element_shape(Reference *, const Node *); /* of a set-valued node */
Value ref_all_elements(Reference *, const Shape *);        /* of a given set or BOOL */
/* {TRUE|->E, FALSE|->F}(x) chooses one of two expressions: the one for `which`; NULL if the
 * application has another form.  The other one need not be well-defined. */
const Node *ref_choice(const Node *apply, bool which);
/* Of a DEFINED_IF whose condition is false. */
Value ref_condition_fault(Reference *, const Node *);
/* The symbols of declared names, in the engine's scratch arena. */
Symbol **ref_bound_names(Reference *, const Node *names);
uint32_t ref_bind_let(Reference *, const Node *, Value *none);
/* Evaluates kids 0 … count-1; false and *none if one has no value. */
bool ref_eval_kids(Reference *, const Node *, Value *values, uint32_t count, Value *none);

/* ---- ref_build.c: explicit sets */
/* The elements in order; false if the set has no expansion (*none says why). */
bool ref_elements(Reference *, const Shape *element, Value set, Span, Values *, Value *none);
/* VALUE_UNKNOWN if the elements hold lazy sets and it is not known which are equal. */
Value ref_build(Reference *, const Shape *element, Values *);          /* frees the vector */
Value ref_build_distinct(Reference *, const Shape *element, Values *); /* no two are equal */
Value ref_singleton(Reference *, const Shape *element, Value);
static inline bool is_lazy(Value v) { return value_tag(v) == TAG_LAZY; }

/* ---- ref_number.c, ref_set.c, ref_relation.c, ref_sequence.c, ref_tree.c */
Value ref_apply_operator(Reference *, const Node *, const Value *operands); /* reference.c */
Value ref_apply_arithmetic(Reference *, const Node *, const Value *operands);
Value ref_apply_set_operator(Reference *, const Node *, const Value *operands);
Value ref_apply_relation_operator(Reference *, const Node *, const Value *operands);
Value ref_apply_sequence_operator(Reference *, const Node *, const Value *operands);
Value ref_eval_tree(Reference *, const Node *);
/* Are these pairs, ascending, a tree; with two sons or none everywhere, if it is to be binary? */
Truth ref_is_tree(Reference *, const Shape *, const Values *pairs, bool binary);
Value ref_apply_function(Reference *, const Shape *relation, Value f, Value x, Span);
/* The set of y with x|->y in r, explicit; r may be lazy. */
Value ref_image(Reference *, const Shape *relation, Value r, Value x, Span);
Value ref_union(Reference *, const Shape *element, Value, Value);
/* The interval; VALUE_UNDEFINED: no end there. */
Value ref_interval(Reference *, Value low, Value high);
Value ref_intersection(Reference *, const Shape *element, Value, Value);
Value ref_difference(Reference *, const Shape *element, Value, Value);
Value ref_product(Reference *, const Shape *pair, Value, Value, Span);
/* a <+ b, a lazy */
Value ref_overridden(Reference *, const Shape *relation, Value a, Value b);
/* f <+ {x|->y} */
Value ref_updated_function(Reference *, const Shape *pair, Value f, Value x,
                           Value y); /* execute.c */
Value ref_closure1(Reference *, const Shape *relation, Value r, Span);

/* ---- ref_binder.c, ref_closure.c, ref_closure_image.c */
Value ref_eval_binder(Reference *, const Node *);
Value ref_walk_binder(Reference *, const Node *); /* without code */
Value closure_of(Reference *, const Node *);
/* %x.(P|E) that has no free names, apart from functions; never written out. */
Value closure_of_function(Reference *, const Node *lambda);
Value closure_of_operator(Reference *, const Node *, const Value *operands);
bool ref_mentions(const Node *, const Symbol *);
/* y : a..b for another name y, where the name is in a or b */
bool ref_bounds_other_name(const Node *conjunct, const Symbol *);
/* ---- ref_solve_count.c: does it only say in which known sets the names are, and surely have more
 * solutions than a set that is written out may have elements? */
bool solve_has_too_many(Reference *, Symbol *const *names, uint32_t count, const Node *predicate);
Truth closure_member(Reference *, const Shape *element, Value x, Value closure);
Value closure_image(Reference *, const Shape *relation, Value closure, Value x, Span);
/* The value of a lambda at x, which may be a set that is not written out.  False: the closure is
 * no lambda, or x is not in its domain. */
bool closure_value(Reference *, Value closure, Value x, Value *value);
/* The x with x|->y in the closure, explicit; `relation` is the shape of its inverse. */
Value closure_inverse_image(Reference *, const Shape *relation, Value closure, Value y, Span);
/* Is it a part of the set?  UNKNOWN if neither an element outside was found nor that there is none.
 */
Truth closure_within(Reference *, const Shape *element, Value closure, Value set);
Value closure_expand(Reference *, Value closure, Span);

const Node *closure_node(const Reference *, Value closure);
/* A part of A \/ B that is a closure.  Binders are not evaluated: a function may be defined by
 * itself. */
Value closure_part_of_union(Reference *, const Node *, uint32_t i);
void closure_make_equation(Reference *, Closure *); /* of a lambda, unless it is made */
/* ---- ref_old.c: the tree with names in the place of x$0, always the same one.  They are bound;
 * *bound counts them. */
typedef struct OldNames OldNames;
const Node *ref_bind_old(Reference *, const Node *, uint32_t *bound);

/* Binds the names that the closure has captured, and lets go of them. */
const Closure *closure_enter(Reference *, Value closure);
void closure_leave(Reference *, const Closure *);

/* ---- ref_function.c */
/* Surely the same function?  False says nothing. */
bool closure_is_same_function(Reference *, const Shape *relation, Value, Value);

/* ---- ref_lazy.c, ref_expand.c */
typedef struct { /* what an arrow demands of a relation */
  bool functional, injective, total, surjective;
} Demands;
Demands ref_arrow_demands(LazyKind);
/* ---- ref_arrow.c: is the lazy relation one of from --> to, or whatever is demanded?  Its form may
 * tell, or else some pairs of an infinite one refute it. */
Truth closure_arrow_by_form(Reference *, const Shape *relation, Value x, Value from, Value to,
                            Demands);
Truth closure_arrow_by_pairs(Reference *, const Shape *relation, Value x, Value from, Value to,
                             Demands);
/* A few elements, if they are easily found. */
void closure_some_elements(Reference *, const Shape *element, Value set, Values *);

Value ref_lazy(Reference *, LazyKind, Value a, Value b); /* VALUE_UNDEFINED: no such part */
/* The set of that expression; POW(S), A --> B, seq(S) and the like are lazy however
 * small: enough to ask for members or for their number. */
Value ref_eval_unexpanded(Reference *, const Node *);
/* Written out if it is small, else lazy. */
Value ref_lazy_or_explicit(Reference *, const Shape *element, Value, Span);
Value ref_expand_inverse(Reference *, const Shape *pair, Value relation, Span);
bool ref_is_whole_type(Reference *, const Shape *element, Value set);
Value ref_whole_type(Reference *, const Shape *); /* the set of all its values */
Truth ref_is_finite(Reference *, const Shape *element, Value);
Truth ref_is_empty(Reference *, const Shape *element, Value);
Value ref_cardinality(Reference *, const Shape *element, Value, Span);
Truth ref_included(Reference *, const Shape *element, Value, Value);
bool ref_integer_bounds(Reference *, Value set, Value *low,
                        Value *high); /* VALUE_UNDEFINED: none */

/* ---- ref_window.c: at most so many elements that stand for a set without bounds; VALUE_UNKNOWN:
 * it has none that are easily found. */
enum { WINDOW_COUNTED = 5000, WINDOW_SEARCHED = 300 };
Value window_of(Reference *, const Shape *element, Value set, uint64_t most);
/* Notes that `some`, a window of the set, is tried for the name. */
void window_note(Reference *, const Symbol *name, const Shape *element, Value set, Value some);
Value window_strings(Reference *); /* "" and some that occur in the model */

/* ---- ref_form.c */
/* What the forms of two sets say of a <: b; TRUTH_UNKNOWN: nothing. */
Truth ref_included_by_form(Reference *, const Shape *element, Value a, Value b);
/* The least and the greatest element of a set of integers that is not written out; VALUE_UNDEFINED:
 * it has none.  False: not known, or there is no element. */
bool ref_integer_ends(Reference *, Value set, Value *low, Value *high);
/* Comprehension sets that are written alike?  False says nothing. */
bool ref_is_same_closure(Reference *, Value, Value);

/* ---- ref_counterexample.c */
typedef struct { /* the names of a quantifier */
  Symbol *const *names;
  uint32_t count;
} Binder;
/* Has it a value, or a truth value, whatever the values of the names are?  With NULL for both only
 * the form of the tree counts; else parts without the names are evaluated. */
bool ref_is_defined_for_all(Reference *, const Binder *, const Node *);
/* not P, with NOT as far inside as possible */
Node *ref_negated(Arena *, const Node *);
/* P => (A & B => C) where A is total: P & A => (B => C).  False: nothing has changed. */
bool ref_premises_from_conclusion(Reference *, const Binder *, Node **premise, Node **conclusion);

/* ---- ref_pred.c */
/* !x.(P => !y.(Q => R)) where P says no more than x : INTEGER is !(x,y).(P & Q => R): only so there
 * may be finitely many candidates.  Anything else is given back as it is. */
const Node *ref_merged_universal(Arena *, const Node *forall);
/* !x.(P => Q): P and Q.  !x.(P => (Q => R)) where P says no more than x : INTEGER: P & Q and R,
 * since only so there may be finitely many candidates.  False: something else. */
bool ref_universal_parts(Arena *, const Node *forall, Node **premise, Node **conclusion);
Truth ref_truth(Reference *, const Node *);
Truth ref_walk_quantifier(Reference *, const Node *);                     /* without code */
Truth ref_strictly_included(Reference *, const Shape *set, Value, Value); /* S <<: T */
static inline Truth truth_of(bool b) { return b ? TRUTH_TRUE : TRUTH_FALSE; }
static inline Truth truth_not(Truth t)
{
  return t == TRUTH_TRUE ? TRUTH_FALSE : t == TRUTH_FALSE ? TRUTH_TRUE : t;
}
static inline Truth truth_of_none(Value v) /* v is no value */
{
  return value_same(v, VALUE_UNKNOWN) ? TRUTH_UNKNOWN : TRUTH_FAULT;
}
static inline Value none_of_truth(Truth t)
{
  return t == TRUTH_UNKNOWN ? VALUE_UNKNOWN : VALUE_FAULT;
}

/* ---- execute.c */
/* What x :: S may choose from, explicit; of a set without bounds a few elements, and then
 * *incomplete. */
Value execute_choices(Reference *, const Node *becomes_in, Value set, bool *incomplete);
void execute_obligation_fault(Engine *, const Node *); /* PRE or ASSERT does not hold */

#endif
