#ifndef SEARCH_ATLAS_IMPL_H
#define SEARCH_ATLAS_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "search/atlas.h"
#include "search/coder.h"
#include "search/op_cache.h"

/* The word that goes with a state: 32 bits the set-up that an initial state comes from, or
 * NO_STATE; three flags; the label by which it was found. */
#define WORD_OUTSIDE (UINT64_C(1) << 31)  /* the model asks not to go on to it */
#define WORD_EXPANDED (UINT64_C(1) << 30) /* its edges are counted */
#define WORD_INITIAL (UINT64_C(1) << 29)
#define WORD_LABEL (WORD_INITIAL - 1)

typedef struct { /* a transition: the root of its state, its label, where its arguments are */
  uint64_t root;
  uint32_t label, arguments;
  bool outside;
} Found;

typedef struct { /* of an atlas and its forks */
  AtlasOptions options;
  RowCode *code;
  StateTable *table;
  Shared *shared;
  VEC(StateId) initial, setups;
  bool begins_partial, begins_faulty; /* while the initial states were found */
  double begin_seconds;
  VEC(Atlas *) members; /* the first one is not a fork */
  _Atomic bool stopped;
  _Atomic bool full; /* the state limit was reached: no more states are asked for their edges */
  _Atomic bool pinned, divided; /* a lazy set is known to one store only; while there are several */
  pthread_mutex_t lock;         /* of the reasons */
  Arena *arena;
  VEC(const char *) reasons;
} AtlasCommon;

struct Atlas {
  Sink sink; /* first */
  Lts *lts;
  AtlasCommon *c;
  Coder *coder;
  OpCache *cache;         /* or NULL */
  uint32_t *label_width;  /* by label: arguments and results */
  VEC(Found) found;       /* of the state in hand */
  VEC(uint32_t) slots;    /* scratch: see is_in_table */
  VEC(AtlasEdge) leaving; /* scratch: edges that lead outside */
  VEC(Value) arguments;
  VEC(AtlasEdge) edges;
  bool partial, faulty;
  bool offers; /* where transitions lead to is not wanted */
  _Atomic uint64_t states, transitions, outside, expanded; /* others look at them */
  uint32_t asked;
  double looked, told; /* by clock_seconds */
  size_t value_bound;
};

#endif
