#ifndef PROVE_CHECK_CHECK_IMPL_H
#define PROVE_CHECK_CHECK_IMPL_H

#include "base/text.h"
#include "prove/rewrite/inputs.h"
#include "prove/term/make.h"

typedef VEC(Term) CheckTerms;
typedef struct { /* a name that is bound outside */
  uint32_t number;
  Sort sort;
} FreeSort;
typedef VEC(FreeSort) FreeSorts;

enum { MOST_CHECK_BOUND = 4000, LONGEST_LITERAL = 18 };
#define LARGEST_LITERAL INT64_C(999999999999999999)

/* The rules, in the order of their numbers in a certificate. */
typedef enum {
  RULE_INPUT,
  RULE_LOGIC,
  RULE_INSTANCE,
  RULE_CHOICE,
  RULE_LAW,
  RULE_EQUALITY,
  RULE_ARITHMETIC,
  RULE_TRICHOTOMY,
  RULE_LINEAR,
  RULE_VALUES,
  RULE_SUBSET,
  RULE_UNITS,
  RULE_COUNT
} Rule;

typedef struct {
  CheckTerms literals; /* formulas, of which one holds */
  Rule rule;
  VEC(int64_t) data; /* numbers; terms and clauses as they are known here */
} CheckClause;

typedef struct { /* constructors of a free type with parameters have several sorts */
  int64_t symbol;
  Sort sort;
} SymbolSort;

typedef struct {
  Bank bank;
  Inputs inputs;
  VEC(SymbolSort) symbol_sorts; /* of those that the sequent has */
  VEC(CheckClause) clauses;     /* [0] is none */
} Checker;

/* sorts.c: is the operator about operands of these sorts, and is its value of that sort?  Whatever
 * else is checked relies on it. */
bool check_sorts(Checker *, uint32_t op, Sort, int64_t payload, const Term *kids, uint32_t count);
void check_note_symbols(Checker *); /* once the inputs are read */
/* The names that are bound outside of a term, of those of its children: false if one has two sorts,
 * or another than its binder says. */
bool check_free_names(const Bank *, uint32_t op, Sort, int64_t payload, const Term *kids,
                      const FreeSorts *const *of_kids, uint32_t count, FreeSorts *);

/* rules.c: does the clause hold by its rule?  (Not for RULE_UNITS.) */
bool check_rule(Checker *, const CheckClause *);
/* congruence.c: do these formulas contradict each other by equality alone? */
bool check_congruence(Bank *, const Term *, uint32_t count);
/* units.c: does the clause follow from those that it names, by unit propagation? */
bool check_units(Checker *, const CheckClause *);

#endif
