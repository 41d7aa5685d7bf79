#ifndef ENGINE_REF_SOLVE_IMPL_H
#define ENGINE_REF_SOLVE_IMPL_H

#include <assert.h>

#include "engine/reference/closure/closure.h"
#include "engine/reference/name_index.h"
#include "syntax/inspect.h"

/* Inside the search for the values of names (ref_solve.c): its state, what is known of the
 * names in a tree (ref_pattern.c), and where candidates come from (ref_generate.c). */

typedef enum {
  FROM_NOTHING,
  FROM_VALUE,
  FROM_SET,
  FROM_SUBSETS,
  FROM_RANGE,
  FROM_TYPE,
  FROM_SOLUTIONS,
  FROM_WINDOW
} Origin;

typedef struct {
  Origin source;
  uint32_t conjunct;   /* that is satisfied by it; UINT32_MAX: none */
  const Node *pattern; /* what the candidates are matched with; NULL: name `name` */
  uint32_t name;
  Value set;                        /* candidates, or the one value */
  const Shape *shape;               /* of a candidate */
  Value low, high;                  /* FROM_RANGE, FROM_WINDOW … */
  bool low_is_bound, high_is_bound; /* … where the window has that end not by itself */
  uint64_t cost;
  bool rounded;   /* of several values perhaps */
  bool unfounded; /* a definition of a name by itself that may have no solution, or many */
} Generator;

typedef struct {
  Reference *r;
  Symbol *const *names;
  uint32_t count;
  bool *bound;
  Conjuncts conjuncts;
  uint32_t room; /* for so many of them */
  bool *done;
  Windows windows;
  Found *found;
  void *context;
  bool stopped, incomplete, infinite;
  uint32_t solutions; /* so far */
  uint64_t tried;     /* values of unbounded sets */
  bool doubtful;      /* a conjunct is unknown of the candidate: is another one FALSE of it? */
  uint32_t lets;      /* bindings of LETs around conjuncts */
  bool declined;      /* the solver of the engine cannot help */
  NameIndex index;    /* of the names: each of them stands there once */
} Solver;

#define NO_CONJUNCT UINT32_MAX
#define MOST_TRIED 16 /* for each element that a set may have: else it stays lazy */
#define COST_SOLUTIONS (UINT64_C(1) << 32)
#define COST_CASES (COST_SOLUTIONS - 2) /* of a disjunction that gives names their values */
#define COST_WINDOW (UINT64_C(1) << 50)
static_assert(COST_CASES < COST_SOLUTIONS && COST_SOLUTIONS < COST_WINDOW, "in that order");

/* ---- ref_pattern.c */

/* The index of an unbound name, or count. */
uint32_t solver_unbound_index(const Solver *s, const Symbol *symbol);
/* Is the node itself such a name?  x$0 is not x. */
bool solver_is_unbound(const Solver *s, const Node *node);
/* How often such names stand in the tree; does one? */
uint32_t solver_occurrences(const Solver *s, const Node *node);
bool solver_is_open(const Solver *s, const Node *node);
/* An unbound name, pairs of patterns and of closed expressions, a constructor with such
 * arguments, such sequences and integers with operators that can be inverted. */
bool solver_is_pattern(const Solver *s, const Node *node);
/* Binds the names of the pattern; *bindings counts them.  FALSE: no match. */
Truth solver_match(Solver *s, const Node *pattern, Value v, uint32_t *bindings);
/* Takes the last bindings back. */
void solver_unbind(Solver *s, uint32_t bindings);
/* The value of the one unbound name in `node` that gives it the value `target`.
 * VALUE_UNDEFINED: not found out this way; *none: there is no such value. */
Value solver_inverted(Solver *s, const Node *node, Value target, const Node **pattern, bool *none,
                      bool *rounded);

/* ---- ref_points.c */

/* A function with a known domain whose values all follow from the pending conjuncts, one from the
 * other: the only candidate for that name. */
bool solver_points(Solver *s, uint32_t name, Value *function);

/* ---- ref_generate.c */

/* The cheapest source of candidates for some of the names. */
Generator solver_choose(Solver *s);
/* How many elements the set has; UINT64_MAX: very many, or not known. */
uint64_t solver_cost(const Solver *s, const Shape *element, Value set);

/* ---- ref_generate_joint.c */

/* What several conjuncts say of parts of the name, if that is cheaper than `best`. */
void solver_offer_joint(Solver *s, uint32_t name, Generator *best);

/* ---- ref_generate_bounds.c */
/* An end is not below, or not above, this value. */
void solver_raise(Solver *, Value *low, Value);
void solver_lower(Solver *, Value *high, Value);
/* Takes what the conjunct says of the name (or of its size) into its ends, which are
 * VALUE_UNDEFINED where there is none.  False: the bound is not well-defined, so there is no
 * candidate. */
bool solver_bounds_from(Solver *, const Node *, const Symbol *name, bool size, Value *low,
                        Value *high);
/* Which conjuncts solver_bounds_from may take something from, by name: ascending, from first[name]
 * up to first[name + 1]; of the first `count` conjuncts, those that are pending. */
typedef struct {
  uint32_t *first, *conjuncts;
} Compared;
Compared solver_compared(const Solver *, uint32_t count);
void solver_compared_free(Compared *);
bool solver_size_bounds(Solver *, const Symbol *name, Value *low, Value *high);

/* ---- ref_solve.c */
bool solver_is_over(const Solver *); /* nothing more is to be tried */
void solver_step(Solver *);          /* goes on with the names that have values now */

/* ---- ref_solve_parts.c */
void solver_try_parts(Solver *, const Generator *);

#endif
