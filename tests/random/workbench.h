#ifndef RANDOM_WORKBENCH_H
#define RANDOM_WORKBENCH_H

#include "engine/reference/reference.h"
#include "random/generate.h"
#include "session/session.h"

/* One session with the universe loaded, and several evaluators for its formulas, each
 * with an engine of its own: they differ in how values are represented or computed
 * and must agree on what comes out. */

/* Something that evaluates: the reference interpreter, or what is to be compared with it. */
typedef struct {
  const char *name;
  void *(*open)(Engine *);
  Value (*value)(void *, const Node *);
  Truth (*truth)(void *, const Node *);
  void (*close)(void *);
} Evaluator;
extern const Evaluator reference_evaluator, fast_evaluator;

typedef struct { /* how one side is set up */
  const char *name;
  const Evaluator *evaluator;
  StoreConfig store;
  uint64_t lazy_limit, expansion_limit;
  bool keep_closures;
} Setup;
enum { USUAL, TINY, LAZY, SYMBOLIC, FAST, FAST_TINY, SETUP_COUNT };
extern const Setup setups[SETUP_COUNT];

typedef struct {
  Engine *engine;
  Reference *reference; /* for constants, membership and expansion */
  const Setup *setup;
  void *evaluator;
} Side;

typedef struct {
  Session *session;
  Model *model;
  Side sides[SETUP_COUNT];
  uint32_t used; /* formulas since it was opened */
  bool verbose;  /* show the mistakes in formulas */
} Workbench;

void workbench_open(Workbench *);
void workbench_close(Workbench *);
/* A fresh one when it has grown. */
void workbench_renew(Workbench *);

/* Parsed and typed; NULL if it has mistakes or names that are not known. */
const Node *workbench_formula(Workbench *, const char *text);

/* What came out, as text that can be compared between sides: a value, TRUE, FALSE, or one
 * of these. */
typedef enum {
  OUTCOME_KNOWN,
  OUTCOME_FAULT,
  OUTCOME_UNKNOWN,
  OUTCOME_LAZY,
  OUTCOME_EXPIRED
} OutcomeKind;
typedef struct {
  OutcomeKind kind;
  Text text;
} FormulaOutcome;
void side_evaluate(Side *, const Node *, FormulaOutcome *);
/* Ends an evaluation: texts and warnings are dropped, time starts again. */
void side_forget(Side *);

/* The formula that is being evaluated is printed when the program crashes. */
void workbench_report_crashes(void);
void workbench_note(const char *formula);

#endif
