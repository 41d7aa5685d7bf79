#ifndef PROVE_REFUTE_STAGE_H
#define PROVE_REFUTE_STAGE_H

#include "prove/refute/copy.h"
#include "prove/rules/well_defined.h"
#include "prove/sequent/proof.h"
#include "syntax/inspect.h"

/* A sequent as the engine evaluates it: copies of its predicates in which all names are free ones
 * (SYMBOL_FREE), so that nothing that the model says of constants and variables is used, and
 * whose types are its own, so that nothing that threads share is changed. */

typedef struct {
  Symbol *symbol;         /* fresh */
  const SequentName *of;  /* NULL: it was bound by an outermost quantifier */
  const Symbol *original; /* that it stands for */
} StageName;

/* One way in which the goal can be false: premises beside the hypotheses, and the part of the goal
 * that is false. */
typedef struct {
  Conjuncts premises; /* those of the goal; then the denied part, taken apart */
  const Node *part;   /* of the goal: what is false */
} StageCase;

typedef struct {
  Arena *arena; /* owns all of it */
  const Sequent *sequent;
  Names *texts;
  Model model;       /* the sets and types of the obligations, nothing else */
  Transfer transfer; /* symbols of the sequent to those of the names */
  VEC(StageName) names;
  const Node **hypotheses; /* whole; NULL: not to be used */
  const Node *goal;
  const Node **after;    /* the values of Sequent.after */
  Conjuncts premises;    /* of the hypotheses, taken apart; */
  VEC(uint32_t) origins; /* … and of which they are */
  VEC(StageCase) cases;
  Conjuncts box; /* box.h */
  Symbols sets;  /* deferred ones that matter */
  Notation notation;
  bool machine_integers;   /* MAXINT, NAT, … occur */
  bool open_types;         /* free types have elements of deferred sets in them */
  const char *unsupported; /* what the engine does not evaluate, or NULL */
} Stage;

/* What has to hold so that the predicate has a truth value, or NULL. */
const Node *stage_condition(const Stage *, const Node *);

/* The hypotheses that the choice names. */
void stage_open(Stage *, const Obligations *, const Sequent *, HypothesesChoice);
void stage_close(Stage *);

#endif
