#ifndef SESSION_COVER_COVERAGE_TESTS_H
#define SESSION_COVER_COVERAGE_TESTS_H

#include "search/explore.h"
#include "session/bench.h"
#include "session/state_graph.h"
#include "session/system.h"

/* Tests made of the states of a system: for each operation a shortest path on which it happens and
 * that ends as it is asked for, unless another one has it already.  The longest come first, so that
 * they are few. */

typedef struct {
  const char *const *cover; /* names of operations, in order … */
  uint32_t cover_count;     /* … none: all of them */
  const char *until;        /* a predicate that holds at the end of each test; NULL: any end */
  uint32_t depth;           /* most steps of a test; 0: no limit */
} CoverageRequest;

typedef struct {
  uint32_t label; /* that it was made for */
  uint32_t *edges;
  uint32_t length; /* of edges, with the set-up of constants and the initialisation */
} CoverageTest;

typedef struct {
  const System *system;
  StateGraph *graph;
  Arena *arena;
  bool *wanted, *covered; /* by label */
  VEC(CoverageTest) tests;
  bool unsure;     /* the predicate could not be evaluated in some state */
  Verdict verdict; /* FAIL: an operation is on no such path; UNKNOWN: none was found */
} CoverageTests;

/* False: an operation does not exist, or the predicate has mistakes; it was refused. */
bool coverage_tests_find(Session *, const System *, const CoverageRequest *, CoverageTests *);
void coverage_tests_close(CoverageTests *); /* before the system */

/* Calls `step` with each transition of the test and the state before it; false: one could not be
 * computed again. */
bool coverage_tests_walk(const CoverageTests *, const CoverageTest *, TraceStep *step,
                         void *context);

#endif
