#ifndef COMPARE_GLUING_FACT_H
#define COMPARE_GLUING_FACT_H

#include "compare/joint.h"
#include "compare/gluing/joint_rows.h"
#include "compare/gluing/glue_term.h"

/* A conjunct of a gluing predicate: a term over the specification's variables compared
 * with one over those of the implementation, perhaps under a condition on these. */
typedef enum {
  FACT_EQUAL,
  FACT_AT_MOST,
  FACT_AT_LEAST,
  FACT_MEMBER,
  FACT_WITHIN, /* left <: right */
  FACT_AROUND  /* right <: left */
} FactKind;

typedef struct { /* when something is said: conditions of type BOOL, and their values */
  const GlueTerm *terms[2];
  bool when[2];
  uint32_t count; /* 0: always */
} FactCase;

typedef struct {
  FactKind kind;
  FactCase in;
  const GlueTerm *left, *right;
  bool implicit; /* a variable that both sides have under one name: B says it without words */
} GlueFact;

typedef VEC(GlueFact) GlueFacts;

uint32_t fact_cost(const GlueFact *);
bool fact_fits(const GlueFact *); /* the types are right */
/* Of values of its terms; where one has no value, the fact does not hold. */
bool fact_compare(Store *, const GlueFact *, Value left, Value right);
void fact_print(Text *, const GlueFact *);

/* The values of the terms of a fact for all states of both sides. */
typedef struct {
  const GlueFact *fact;
  Value *left, *right; /* by state of the specification; of the implementation */
  bool *applies;       /* by state of the implementation */
} FactValues;

FactValues fact_values(const JointRows *, const GlueFact *);
void fact_values_free(FactValues *);
bool fact_holds(Store *, const FactValues *, StateId a, StateId c);

#endif
