#ifndef COMPARE_EXPLAIN_H
#define COMPARE_EXPLAIN_H

#include "compare/bank.h"
#include "compare/fact.h"

/* Explains a term over variables of the specification by terms of a bank, as far as the
 * bank's sample goes.  No facts: there is no explanation. */
typedef VEC(const Term *) Terms;

typedef struct {
  Bank *bank;
  Terms conditions;   /* by which cases may be told apart */
  VEC(uint32_t) rows; /* of the sample, that a search is restricted to */
} Explainer;

/* Takes the conditions that have both values in the sample from the bank. */
void explain_prepare(Explainer *);
void explain_free(Explainer *);

/* left = E in this case; false: there is no such E. */
bool explain_case(Explainer *, Facts *, const Term *left, FactCase);
/* One term, or one for each of two cases (which may have cases), or for each value of a
 * column: whatever is easiest to read. */
Facts explain(Explainer *, const Term *left);
/* Terms that determine the variable together: for each k of an enumerated set v~[{k}]
 * (range), or v[{k}], or k : v. */
void explain_add_parts(Explainer *, const Term *variable, bool range, Terms *parts);
/* The same as explain, for each of these parts. */
Facts explain_parts(Explainer *, const Term *variable, bool range);

uint32_t facts_cost(const Facts *);           /* of none: very much */
void facts_prefer(Facts *best, Facts *other); /* keeps the cheaper ones, frees the others */

#endif
