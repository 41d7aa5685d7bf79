#ifndef ENGINE_WALK_H
#define ENGINE_WALK_H

/* Inside the reference interpreter: what all its rooms share. */

#include <assert.h>

#include "engine/lazy.h"
#include "engine/reference/accelerator.h"
#include "engine/reference/reference.h"

typedef struct {
  const Symbol *symbol;
  Value value;
} Binding;

typedef VEC(Value) Values;

enum { DEPTH_LIMIT = 20000 }; /* see Reference.depth */

typedef struct { /* what an arrow demands of a relation */
  bool functional, injective, total, surjective;
} Demands;

/* A walk goes in a circle: formulas ask for sets, sets for closures, closures for the solutions of
 * predicates, and these for formulas again.  Rooms call those below them by name, and those above
 * by this table alone; the headers of the rooms say what the functions do. */
typedef struct {
  /* formula/ */
  Value (*value)(Reference *, const Node *);
  Truth (*truth)(Reference *, const Node *);
  /* solve/ */
  Solved (*solve)(Reference *, Symbol *const *names, uint32_t count, const Node *predicate, Windows,
                  Found *, void *context);
  bool (*has_too_many)(Reference *, Symbol *const *names, uint32_t count, const Node *predicate);
  /* closure/: sets that are given by a formula */
  Truth (*closure_member)(Reference *, const Shape *element, Value x, Value closure);
  Truth (*closure_within)(Reference *, const Shape *element, Value closure, Value set);
  Value (*closure_expand)(Reference *, Value closure, Span);
  Value (*closure_image)(Reference *, const Shape *relation, Value closure, Value x, Span);
  Value (*closure_inverse_image)(Reference *, const Shape *relation, Value closure, Value y, Span);
  bool (*closure_value)(Reference *, Value closure, Value x, Value *value);
  /* closure/: what the forms of sets tell without a look at their elements */
  Truth (*cover_included)(Reference *, const Shape *element, Value a, Value b);
  Truth (*cover_finite)(Reference *, const Shape *element, Value closure);
  Value (*cover_count)(Reference *, const Shape *element, Value closure, Span);
  Truth (*arrow_by_form)(Reference *, const Shape *relation, Value x, Value from, Value to,
                         Demands);
  Truth (*arrow_by_pairs)(Reference *, const Shape *relation, Value x, Value from, Value to,
                          Demands);
  void (*some_elements)(Reference *, const Shape *element, Value set, Values *);
  bool (*is_same_function)(Reference *, const Shape *relation, Value, Value);
} Walk;

struct Reference {
  const Walk *walk;
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
  unsigned nested;    /* of free types inside each other, while a few values are looked for */
};

/* The value of an expression, the truth of a predicate. */
static inline Value ref_eval(Reference *r, const Node *node) { return r->walk->value(r, node); }
static inline Truth ref_truth(Reference *r, const Node *node) { return r->walk->truth(r, node); }

/* ---- bindings.c */
bool ref_spend(Reference *); /* one step; false, and an unknown, when there are no more */
const Shape *ref_shape(Reference *, const Node *);
const Shape *ref_element_shape(Reference *, const Node *); /* of a set-valued node */
/* {TRUE|->E, FALSE|->F}(x) chooses one of two expressions: the one for `which`; NULL if the
 * application has another form.  The other one need not be well-defined. */
const Node *ref_choice(const Node *apply, bool which);
/* Of a DEFINED_IF whose condition is false. */
Value ref_condition_fault(Reference *, const Node *);
/* The symbols of declared names, in the engine's scratch arena. */
Symbol **ref_bound_names(Reference *, const Node *names);
/* The tuple of the values that the names have now: x, (x|->y), ((x|->y)|->z) … */
Value ref_tuple(Reference *, const Node *names);
/* Binds the names of a LET, in an order in which each needs only earlier ones (the rules of the
 * language exclude circles).  The number of bindings; *none is VALUE_TRUE or what stopped it. */
uint32_t ref_bind_let(Reference *, const Node *, Value *none);
/* Evaluates kids 0 … count-1; false and *none if one has no value. */
bool ref_eval_kids(Reference *, const Node *, Value *values, uint32_t count, Value *none);
/* y : a..b for another name y, where the name is in a or b */
bool ref_bounds_other_name(const Node *conjunct, const Symbol *);

static inline Symbol *symbol_at(const Node *names, uint32_t i)
{
  return node_bare(names->kids[i])->symbol;
}

/* ---- quantified.c */
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
/* !x.(P => !y.(Q => R)) where P says no more than x : INTEGER is !(x,y).(P & Q => R): only so there
 * may be finitely many candidates.  Anything else is given back as it is. */
const Node *ref_merged_universal(Arena *, const Node *forall);
/* !x.(P => Q): P and Q.  !x.(P => (Q => R)) where P says no more than x : INTEGER: P & Q and R,
 * since only so there may be finitely many candidates.  False: something else. */
bool ref_universal_parts(Arena *, const Node *forall, Node **premise, Node **conclusion);

/* ---- truth values */
static inline Truth truth_of(bool b) { return b ? TRUTH_TRUE : TRUTH_FALSE; }
static inline Truth truth_not(Truth t)
{
  return t == TRUTH_TRUE ? TRUTH_FALSE : t == TRUTH_FALSE ? TRUTH_TRUE : t;
}
/* One FALSE decides; what is not known could be FALSE, so it outweighs a fault. */
static inline Truth truth_and(Truth a, Truth b)
{
  if (a == TRUTH_FALSE || b == TRUTH_FALSE) return TRUTH_FALSE;
  if (a == TRUTH_UNKNOWN || b == TRUTH_UNKNOWN) return TRUTH_UNKNOWN;
  return a == TRUTH_FAULT ? a : b;
}
static inline Truth truth_or(Truth a, Truth b)
{
  return truth_not(truth_and(truth_not(a), truth_not(b)));
}
static inline Truth truth_of_none(Value v) /* v is no value */
{
  assert(value_is_none(v));
  return value_same(v, VALUE_UNKNOWN) ? TRUTH_UNKNOWN : TRUTH_FAULT;
}
static inline Value none_of_truth(Truth t)
{
  return t == TRUTH_UNKNOWN ? VALUE_UNKNOWN : VALUE_FAULT;
}

#endif
