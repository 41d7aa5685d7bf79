#ifndef COMPARE_GLUING_EXPLAIN_H
#define COMPARE_GLUING_EXPLAIN_H

#include "compare/gluing/bank.h"
#include "compare/gluing/fact.h"

/* Explains a term over variables of the specification by terms of a bank, as far as the
 * bank's sample goes.  No facts: there is no explanation. */
typedef VEC(const GlueTerm *) GlueTerms;

typedef struct {
  Bank *bank;
  GlueTerms conditions; /* by which cases may be told apart */
  VEC(uint32_t) rows;   /* of the sample, that a search is restricted to */
} GlueExplainer;

/* Takes the conditions that have both values in the sample from the bank. */
void explain_prepare(GlueExplainer *);
void explain_free(GlueExplainer *);

/* left = E in this case; false: there is no such E. */
bool explain_case(GlueExplainer *, GlueFacts *, const GlueTerm *left, FactCase);
/* One term, or one for each of two cases (which may have cases), or for each value of a
 * column: whatever is easiest to read. */
GlueFacts explain(GlueExplainer *, const GlueTerm *left);
/* GlueTerms that determine the variable together: for each k of an enumerated set v~[{k}]
 * (range), or v[{k}], or k : v. */
void explain_add_parts(GlueExplainer *, const GlueTerm *variable, bool range, GlueTerms *parts);
/* The same as explain, for each of these parts. */
GlueFacts explain_parts(GlueExplainer *, const GlueTerm *variable, bool range);

uint32_t facts_cost(const GlueFacts *);               /* of none: very much */
void facts_prefer(GlueFacts *best, GlueFacts *other); /* keeps the cheaper ones, frees the others */

#endif
