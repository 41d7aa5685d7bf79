#ifndef SOLVER_SEARCH_H
#define SOLVER_SEARCH_H

#include "solver/net/net.h"

/* Looks for all assignments to some cells of a network, by depth-first search with
 * propagation: the cell with the fewest values (for its part in failures) first, least
 * value first; then alternatives of clauses, as long as they may bound the rest; cells
 * unbounded last, in a window. */
typedef struct {
  Cell cell;
  Lit when; /* it matters only if this holds */
  uint32_t name;
} Labelled;

typedef struct {
  Net *net;
  const Labelled *cells;
  uint32_t count;
  /* A cell that has no bound on some side: gives it bounds, or (with one bound) a number of
   * values to try from there; false: not allowed. */
  bool (*window)(void *context, const Labelled *, int64_t *low, int64_t *high, uint32_t *tries);
  bool (*solution)(void *context); /* false: stop */
  void *context;
  bool split;        /* result: a literal was decided, too, so a solution may come twice */
  uint64_t patience; /* failures after which, without a solution so far, clauses are tried;
                        0: never */
  bool checked;      /* that clauses have no model counts only if a proof of it was checked */
  uint64_t derived;  /* result: clauses in proofs that were checked */
  bool unchecked;    /* result: a proof was not, perhaps for lack of time */
  uint32_t *tried;   /* internal: by cell, values tried in a window of so many */
} Search;

typedef enum { SEARCH_ALL, SEARCH_STOPPED, SEARCH_NO_WINDOW, SEARCH_EXPIRED } SearchEnd;

SearchEnd search_run(Search *);

#endif
