#ifndef COMPARE_GLUING_GLUE_H
#define COMPARE_GLUING_GLUE_H

#include "compare/gluing/bank.h"
#include "compare/gluing/fact.h"

/* A relation between the states of two systems as a predicate over their variables:
 * facts that hold on every pair of it, found by trying small terms.  Nothing is a fact
 * before it was checked on all pairs. */
typedef struct {
  JointRows *table; /* owned, like the bank, which holds the terms */
  Bank *bank;
  GlueFacts facts;
  bool exact;    /* no other pair of states (with the same constants) satisfies all facts */
  bool compared; /* all other pairs were looked at */
  bool differs;  /* a variable that both have under one name has different values: no
                    predicate can tell them apart */
} Glue;

/* NULL if nothing is known of the values, or there are no pairs. */
Glue *glue_find(Space *impl, Space *spec, const PairList *);
void glue_free(Glue *);                                     /* accepts NULL */
void glue_print(Text *, const Glue *, const char *between); /* the facts, with that in between */

#endif
