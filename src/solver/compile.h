#ifndef SOLVER_COMPILE_H
#define SOLVER_COMPILE_H

#include "solver/term.h"

/* From typed trees to the network.  Truth is three-valued: a predicate has a literal
 * for TRUE and one for FALSE; where neither holds it is not well-defined.  An expression
 * has a term and a literal that says where it is well-defined. */
typedef struct {
  Lit yes, no;
} Pred;

typedef struct {
  const Term *term; /* NULL: it cannot be translated */
  Lit defined;
} Expr;

/* An empty problem with a net of its own; nothing limits its steps yet. */
void problem_start(Problem *, Reference *);
void problem_finish(Problem *);

Pred compile_pred(Problem *, const Node *); /* always possible: see Waiting */
Expr compile_expr(Problem *, const Node *);
/* Adds factor * node, an integer, to the sum; false: it cannot be translated. */
bool compile_sum(Problem *, const Node *, int64_t factor, Sum *, Lit *defined);
/* The predicate must hold. */
void compile_required(Problem *, const Node *);

/* ---- names */
void scope_push(Problem *, const Symbol *, const Term *);
void scope_pop(Problem *, uint32_t count);
const Term *scope_find(const Problem *, const Symbol *);
/* Does it mention a name whose value is not known? */
bool is_open_node(const Problem *, const Node *);

/* ---- what waits until its names are known */
Pred wait_pred(Problem *, const Node *);
Expr wait_expr(Problem *, const Node *);
void ground_check(void *problem, Net *, uint32_t id);

/* ---- sets that are not written out: view.c makes views, view_elements.c, view_member.c and
 * view_skeleton.c answer what is asked of them */
typedef enum {
  VIEW_SET,     /* term                                   */
  VIEW_RANGE,   /* of integers: low, high; NULL: no end   */
  VIEW_ALL,     /* the whole type                         */
  VIEW_POW,     /* subsets of part 0                      */
  VIEW_ARROW,   /* relations between parts 0 and 1        */
  VIEW_SEQ,     /* sequences over part 0                  */
  VIEW_PRODUCT, /* pairs                                  */
  VIEW_STRUCT,  /* records                                */
  VIEW_UNION,
  VIEW_INTERSECTION,
  VIEW_DIFFERENCE,
  VIEW_BODY /* a comprehension: node, with the captured values */
} ViewKind;

typedef struct View View;
struct View {
  ViewKind kind;
  const Shape *element;
  const Term *set;
  const Term *low, *high;
  const View **parts;
  uint32_t count;
  Demands demands;
  bool nonempty, finite, injective, permutation;
  int64_t longest; /* VIEW_SEQ: a bound on the length that somebody knows; or -1 */
  const Node *body;
  Value closure; /* VALUE_UNDEFINED: none */
};

/* NULL: it cannot be translated. */
const View *view_of_node(Problem *, const Node *, Lit *defined);
const View *view_of_value(Problem *, const Shape *set, Value);
Lit view_member(Problem *, const Term *, const View *); /* or NO_LIT */
/* Is the set finite?  LIT_TRUE if all its elements are listed, a literal of which nothing is known
 * if there may be more, NO_LIT of a lazy set. */
Lit finite_literal(Problem *, const Term *set);
Lit view_includes(Problem *, const Term *, const View *);
const Term *view_elements(Problem *, const View *); /* or NULL */
const Term *view_skeleton(Problem *, const View *); /* a member of which no more is known */
/* Any subset of a set whose elements are keyed, whichever of them are in it. */
const Term *subset_skeleton(Problem *, const Term *of);
/* What was captured by a closure is bound while its body is looked at: how many names. */
uint32_t view_bind_captured(Problem *, const View *);
/* Is the set surely infinite? */
bool view_is_infinite(const View *);
/* Among the elements of a functional relation, those at the places 1, 2, … without a gap: how many,
 * from which one on.  Where it is a sequence no other element is in. */
uint32_t sequence_places(Problem *, const Term *, uint32_t *first);
/* A literal for: the relation is a sequence. */
Lit sequence_literal(Problem *, const Term *);

/* ---- where integers lie: range.c */
typedef struct {
  int64_t low, high; /* NO_LOW, NO_HIGH: no end */
} Range;
Range range_common(Range, Range);
/* x OP E, or E OP x if side is 1, for an order OP: where x lies. */
Range range_of_comparison(Problem *, NodeKind, uint32_t side, const Node *e);
Range range_of_set(Problem *, const Node *set); /* its elements */

/* ---- binders: expand.c */
/* Called once for each candidate, with the names bound; `guard` says whether it is one. */
typedef bool Instance(void *context, Problem *, Lit guard);
/* False: too many, or the candidates are not known. */
bool expand(Problem *, const Node *names, const Node *predicate, bool distinct, Instance *,
            void *context);
Pred compile_quantifier(Problem *, const Node *);
Expr compile_binder(Problem *, const Node *);

/* ---- operators on sequences: compile_sequence.c */
bool is_sequence_operator(const Node *);
Expr compile_sequence_operator(Problem *, const Node *);

/* ---- operators on sets and relations: compile_set.c */
Expr compile_set_operator(Problem *, const Node *);
const Term *apply_term(Problem *, const Term *f, const Term *x, Lit *defined);

#endif
