#ifndef SESSION_RELATION_PREDICATE_H
#define SESSION_RELATION_PREDICATE_H

#include "compare/gluing/glue.h"
#include "session/relate.h"

/* A simulation that was found as a predicate over the variables of both sides, as far as there is
 * one. */
typedef struct {
  Systems *systems;
  PairList pairs; /* that both sides reach together */
  bool all;       /* these are all of them */
  Glue *glue;     /* what they have in common, or NULL */
  bool listed;    /* the predicate lists the pairs, since that says more */
  bool found;     /* there is a predicate, and it holds for all of them */
} RelationPredicate;

/* What stands for no conjunct: variables have the same names, or all pairs are related. */
#define RELATION_PREDICATE_TRUE "TRUE = TRUE"

RelationPredicate relation_predicate_find(Session *, const Related *);
void relation_predicate_free(RelationPredicate *);
/* The predicate, with this between conjuncts, or nothing if no conjunct is needed. */
void relation_predicate_print(const RelationPredicate *, Text *, const char *between);

#endif
