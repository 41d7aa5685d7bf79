#ifndef RANDOM_SEQUENT_TRUTH_H
#define RANDOM_SEQUENT_TRUTH_H

#include "engine/reference/reference.h"
#include "random/law_sequents.h"
#include "random/problem.h"
#include "session/session.h"

/* Random sequents whose names have few values, or few that are tried: is there a counterexample
 * among them? */

enum { MOST_CONJUNCTS_READ = 16 };

/* Conjuncts of a formula: hypotheses, the last one is the goal. */
typedef struct {
  const Node *list[MOST_CONJUNCTS_READ];
  const Node
      *defined[MOST_CONJUNCTS_READ]; /* that each is well-defined; NULL: it does not matter */
  uint32_t count;
} SequentConjuncts;

typedef struct {
  Session *session;
  Model *model;
  const ProblemText *problem; /* the domains of its names, */
  const LawNames *law_names;  /* or of these: the others have all values of their types */
  const Formula *formula;     /* declares the names */
  bool tells_mistakes;
} RandomSequent;

/* NULL: it has mistakes. */
const Formula *sequent_formula(const RandomSequent *, const char *text);
/* The value of a text of that type: what {} has in it follows from it. */
const Node *sequent_typed_value(const RandomSequent *, const Type *, const char *value);

typedef enum { IS_NONE, IS_ONE, IS_NOT_KNOWN } Candidate; /* for a counterexample */

typedef struct { /* of the deferred sets */
  uint64_t d, e;
} Sizes;

/* An evaluator of its formulas; they get 200 periods of time, until `sequent_trial_renew`. */
typedef struct {
  const RandomSequent *sequent;
  const SequentConjuncts *conjuncts;
  Engine *engine;
  Reference *reference;
  bool found, unknown;
  uint32_t candidates;
} SequentTrial;
void sequent_trial_open(SequentTrial *, const RandomSequent *, const SequentConjuncts *, Sizes);
void sequent_trial_renew(SequentTrial *);
void sequent_trial_close(SequentTrial *);
/* Are the values that the names have now a counterexample? */
Candidate sequent_candidate(SequentTrial *);

/* Is one of all values that are tried? */
Candidate sequent_by_definition(const RandomSequent *, const SequentConjuncts *, Sizes);

#endif
