#ifndef PROVE_CHECK_CHECK_IMPL_H
#define PROVE_CHECK_CHECK_IMPL_H

#include "base/text.h"
#include "prove/rewrite/inputs.h"
#include "prove/term/make.h"

typedef VEC(Term) CheckTerms;

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

typedef struct {
  Bank bank;
  Inputs inputs;
  VEC(CheckClause) clauses; /* [0] is none */
} Checker;

/* rules.c: does the clause hold by its rule?  (Not for RULE_UNITS.) */
bool check_rule(Checker *, const CheckClause *);
/* congruence.c: do these formulas contradict each other by equality alone? */
bool check_congruence(Bank *, const Term *, uint32_t count);
/* units.c: does the clause follow from those that it names, by unit propagation? */
bool check_units(Checker *, const CheckClause *);

#endif
