#ifndef PROVE_TABLEAU_TABLEAU_IMPL_H
#define PROVE_TABLEAU_TABLEAU_IMPL_H

#include "base/limits.h"
#include "prove/arithmetic/simplex.h"
#include "prove/tableau/clauses.h"
#include "prove/tableau/egraph.h"
#include "prove/term/make.h"

/* The search for a refutation.
 *
 * Formulas are variables of a propositional problem.  What a formula says becomes clauses when it
 * gets a truth value, not before (expand.c), so that only what matters is taken apart.  Clauses are
 * propagated and learned from contradictions as in a SAT solver (sat.c); atoms go to a congruence
 * closure (egraph.c) and to linear arithmetic (numbers.c), which contribute clauses of their own.
 * When all clauses are satisfied, quantified formulas that are true are instantiated
 * (trigger.c, match.c, instantiate.c). */

enum {
  REASON_NONE = UINT32_MAX,        /* decided, or not assigned */
  REASON_EQUALITY = UINT32_MAX - 1 /* the congruence: its clause is made when it is needed */
};

typedef VEC(Lit) Lits;
typedef VEC(uint32_t) Numbers;
typedef VEC(Term) TermList;

typedef struct {
  Term term;
  int8_t value;     /* 1, -1 or 0: not assigned */
  bool expanded[2]; /* when it was false, true */
  bool of_goal;     /* it came with a clause of the goal */
  uint16_t generation;
  uint32_t level, reason;
  uint32_t unit; /* the clause of it alone, at level 0, once it was needed; or NO_CLAUSE */
  double activity;
  Numbers watches[2]; /* clauses that watch the literal */
} Variable;

typedef struct { /* what is taken back with a level */
  uint32_t trail, egraph, simplex;
} LevelMark;

typedef struct Quantifier Quantifier; /* trigger.h */

typedef struct {
  uint64_t key; /* of a quantified formula and values, or 0 */
  Term instance;
} KnownInstance;

typedef struct {
  Bank *bank;
  Effort *effort;
  VEC(Variable) variables;
  Numbers variable_of; /* by terms: 1 + variable, or 0 */
  Lits lits;           /* of all clauses */
  VEC(Inference) clauses;
  VEC(int64_t) data;
  Lits trail;
  uint32_t propagated, asserted; /* so much of the trail */
  VEC(LevelMark) levels;
  Numbers late;      /* clauses to be looked at again after backtracking */
  Numbers learned;   /* ids, ascending */
  uint32_t conflict; /* a clause all of whose literals are false, or NO_CLAUSE */
  uint32_t refuted;  /* the empty clause, or NO_CLAUSE */
  double bump;
  uint64_t decisions, conflicts, instances;
  uint32_t products; /* so many were added to compare others */
  bool of_goal;      /* what is added now says what the goal means */

  Egraph egraph;

  Simplex simplex;
  bool numbers_changed;
  Numbers number_variable; /* by terms: 1 + variable of the simplex, or 0 */

  VEC(Quantifier *) quantifiers;
  Numbers quantifier_of; /* by variables: 1 + index, or 0 */
  VEC(uint64_t) done;    /* a hash set of instances */
  uint32_t done_count;
  VEC(KnownInstance) known; /* a hash table */
  uint32_t known_count;
} Tableau;

void tableau_init(Tableau *, Bank *, Effort *);
void tableau_free(Tableau *);

/* ---- sat.c */
Lit tableau_literal(Tableau *, Term, uint32_t generation); /* not of constants */
/* Adds the clause of these formulas, without those that are false; nothing if one is true.
 * `data` says more of the origin. */
void tableau_clause(Tableau *, const Term *, uint32_t count, Origin, const int64_t *data,
                    uint32_t data_count, uint32_t generation);
uint32_t tableau_clause_of(Tableau *, const Lit *, uint32_t count, Origin, const int64_t *data,
                           uint32_t data_count, uint32_t generation);
/* A clause that is not watched: it serves only to explain. */
uint32_t tableau_reason(Tableau *, const Lit *, uint32_t count, Origin, const int64_t *data,
                        uint32_t data_count);
static inline int lit_value(const Tableau *t, Lit l)
{
  int v = t->variables.data[lit_var(l)].value;
  return l & 1 ? -v : v;
}
static inline uint32_t tableau_level(const Tableau *t) { return t->levels.len; }
void tableau_assign(Tableau *, Lit, uint32_t reason);
void tableau_decide(Tableau *, Lit);
void tableau_backtrack(Tableau *, uint32_t level);
/* Propagates clauses.  False: conflict. */
bool tableau_propagate_clauses(Tableau *);
/* Of the formula: 1, -1, 0. */
int tableau_value(const Tableau *, Term);
/* Adds what the clause says to those that were settled too late, and watches two literals. */
void tableau_settle(Tableau *, uint32_t clause);

/* ---- learn.c: learns from the conflict and goes back.  False: refuted. */
bool tableau_learn(Tableau *);

/* ---- expand.c: what a formula that has a value means; what is known of a term */
void tableau_expand(Tableau *, Lit);
void tableau_facts(Tableau *, uint32_t node);
/* Is membership in the set more than an atom? */
bool tableau_is_compound(const Bank *, Term set);
/* Is a set infinite that may be a subset of a finite one?  False: there is none that was not looked
 * at. */
bool tableau_compare_finite(Tableau *);

/* ---- equality.c: the clauses of the congruence */
void tableau_equality_reason(Tableau *, uint32_t variable); /* makes a clause its reason */
bool tableau_propagate_equality(Tableau *);                 /* false: conflict */
void tableau_assert_equality(Tableau *, Lit);

/* ---- numbers.c */
void tableau_assert_number(Tableau *, Lit);
bool tableau_check_numbers(Tableau *); /* false: conflict */
/* Adds clauses that split where the arithmetic cannot decide; false: there are none. */
bool tableau_split_numbers(Tableau *);

/* ---- products.c: adds products that compare others; false: there are none */
bool tableau_compare_products(Tableau *);

/* ---- values.c: splits where a term has one of few values; false: there are none */
bool tableau_split_values(Tableau *, bool enumerations);

/* ---- instantiate.c */
void tableau_quantifier(Tableau *, uint32_t variable);
/* Adds instances up to a generation; false: there are none. */
bool tableau_instantiate(Tableau *, uint32_t generation, bool all_terms);
void tableau_free_quantifiers(Tableau *);

/* ---- done.c: a set of numbers, what was done */
bool tableau_is_done(const Tableau *, uint64_t key);
void tableau_note_done(Tableau *, uint64_t key);
uint64_t tableau_hash(uint64_t, uint64_t);
/* Where the instance of the key may be kept, for rounds to come; 0: it was not made yet.  Two keys
 * may be equal by chance, so it serves for guesses only. */
Term *tableau_known_instance(Tableau *, uint64_t key);

/* ---- search.c */
typedef enum { SEARCH_REFUTED, SEARCH_SATURATED, SEARCH_STOPPED } SearchEnd;
SearchEnd tableau_search(Tableau *);

#endif
