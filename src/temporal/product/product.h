#ifndef TEMPORAL_PRODUCT_PRODUCT_H
#define TEMPORAL_PRODUCT_PRODUCT_H

#include "temporal/product/atoms.h"
#include "temporal/product/fairness.h"

/* Does a system have a path that an automaton accepts?  The product of both is walked through on
 * the fly: a node of it is a state of the system with one of the automaton.  A path is accepted
 *
 *   where the automaton accepts whatever follows   PATH_PREFIX
 *   if it ends in a deadlock, as the automaton says   PATH_FINITE
 *   if it goes on for ever, with all marks again and again, and is fair   PATH_LASSO */
typedef enum { PATH_PREFIX, PATH_FINITE, PATH_LASSO } PathKind;

typedef struct { /* a position of a path */
  StateId state;
  uint32_t step; /* to the next position: which of the edges of the state; of the last one of a path
                    that does not go on: NO_STEP */
} PathPosition;
#define NO_STEP UINT32_MAX

typedef struct {
  enum { PRODUCT_NONE, PRODUCT_FOUND, PRODUCT_UNKNOWN } result;
  PathKind kind;
  VEC(PathPosition) path; /* FOUND: from an initial state on */
  uint32_t loop;          /* LASSO: after the last position comes this one again */
  uint64_t nodes;         /* of the product, that were met */
} Product;

/* What another thread works with: made when it is worth while, and owned by who makes it.  The
 * atoms have the numbers that those of the request have.  False: there is none. */
typedef struct {
  Atlas *atlas; /* a fork of that of the request */
  Atoms *atoms;
} ProductHelper;
typedef bool ProductHelp(void *context, ProductHelper *);

typedef struct {
  Atlas *atlas;
  const StateId *initial; /* where paths begin */
  uint32_t initial_count;
  Automaton *automaton;
  Atoms *atoms;
  const Fairness *fairness; /* or NULL */
  bool breadth_first;       /* paths are accepted by a beginning or an end alone: find a shortest */
  uint32_t jobs;            /* threads; 0 counts as 1 */
  ProductHelp *help;        /* asked for each thread but the first; or NULL */
  void *help_context;
  struct {                  /* for tests: 0 is what suits users */
    uint32_t look;          /* nodes of the first look, see look.c; 1: none */
    uint32_t parallel_from; /* nodes of a level that make threads worth while, at any time */
    size_t memory;          /* bytes for successors that may be remembered; see depth.c */
  } tuning;
  const uint32_t *first; /* breadth_first: the automaton's state in each of `initial`; NULL: its
                            initial one */
} ProductRequest;

/* UNKNOWN: the graph was not complete, or something is not well-defined; the reasons are added to
 * those of the graph.  Paths do not depend on the number of threads. */
void product_search(const ProductRequest *, Product *);
void product_close(Product *);

#endif
