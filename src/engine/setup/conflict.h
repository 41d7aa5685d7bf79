#ifndef ENGINE_CONFLICT_H
#define ENGINE_CONFLICT_H

#include "engine/reference/reference.h"

/* Which of the conjuncts contradict each other. */
typedef struct {
  Symbol *const *names; /* that values are looked for */
  uint32_t count;
  const Node *const *conjuncts;
  uint32_t conjunct_count;
  bool quick;   /* no attempt takes much longer than it takes to refute them all */
  bool *needed; /* result, by conjunct: it is part of the conflict */
  bool minimal; /* result: without any one of them there is a solution */
} Conflict;

/* False: it is not established that there is no solution. */
bool conflict_find(Reference *, Conflict *);

#endif
