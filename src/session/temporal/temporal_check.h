#ifndef SESSION_TEMPORAL_TEMPORAL_CHECK_H
#define SESSION_TEMPORAL_TEMPORAL_CHECK_H

#include "search/explore.h"
#include "session/system.h"
#include "session/temporal/event_patterns.h"
#include "session/verdict.h"
#include "temporal/notation/definitions.h"
#include "temporal/meaning/meaning.h"

/* Formulas of temporal logic in a system: does every path satisfy them? */

typedef struct {
  const Source *source; /* of the formula alone */
  const char *name;     /* of a definition, or in a file of formulas; or NULL */
  TemporalLogic logic;
} TemporalText;
typedef VEC(TemporalText) TemporalTexts;

typedef struct {
  TemporalTexts texts;
  const char *fair; /* an assumption for all of LTL: `weak`, `strong` or its text; or NULL */
  uint32_t jobs;    /* threads; 0: all cores, where that pays */
  ExploreProgress *progress; /* or NULL */
  void *progress_context;
} TemporalRequest;

typedef struct {
  const char *text, *name, *fairness; /* the latter two may be NULL */
  TemporalLogic logic;
  Verdict verdict;
  VEC(const char *) reasons; /* of UNKNOWN */
  const char *vacuous; /* of PASS: why it holds, if for the sole reason that a premise of it never
                          comes true: `[op] never happens`; or NULL */
  bool vacuous_partly; /* that is so of a part of the formula */
  uint64_t product_states;
  double seconds;
  bool has_path; /* of FAIL: … */
  Product path;  /* … how it is violated */
  const Temporal *tree;
  Ltl violated; /* LTL, with a path: what it means with the constants of the path */
} TemporalResult;

typedef struct {
  Session *session;
  const System *system;
  Lts *lts;
  Atlas *atlas;
  VEC(Atlas *) forks; /* for other threads, as far as they were needed */
  uint32_t jobs;      /* threads that there may be */
  Meaning *meaning;
  EventMatcher *events;         /* of a system without operations; or NULL */
  VEC(TemporalResult) results;  /* in order; texts live as long as the session */
  bool no_start;                /* the model has no initial state: nothing was asked */
  bool stopped;                 /* by a limit, before all was known */
  uint64_t states, transitions; /* that were looked at to check the formulas */
} TemporalChecked;

/* Adds the formulas of a model: all (names.count = 0), or those of these names.  False: it was
 * refused, there is none of a name. */
bool temporal_take_definitions(Session *, const Model *, const char *const *names, uint32_t count,
                               TemporalTexts *);
/* Adds those of a file, one a line: `NAME: FORMULA` or `FORMULA`. */
void temporal_take_lines(Session *, const Source *, TemporalTexts *);

/* False: it was refused, a formula or the assumption has mistakes: nothing was asked. */
bool temporal_check_run(Session *, const System *, const TemporalRequest *, TemporalChecked *);
void temporal_check_close(TemporalChecked *); /* before the system */
Verdict temporal_check_verdict(const TemporalChecked *);
bool temporal_check_complete(const TemporalChecked *);

/* The steps of the way that violates a formula, set-up and initialisation first: told each
 * transition with the state before it (NULL at the beginning).  `position` is which of the path it
 * leads to. */
typedef void TemporalStep(void *context, const Transition *, const Value *before,
                          uint32_t position);
void temporal_trace(const TemporalChecked *, const TemporalResult *, TemporalStep *, void *context);

#endif
