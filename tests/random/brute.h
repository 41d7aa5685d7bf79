#ifndef RANDOM_BRUTE_H
#define RANDOM_BRUTE_H

#include "random/machine.h"

/* What a project does, computed from the definitions: a substitution has a set of outcomes, each of
 * which is a state or goes wrong. */
typedef enum {
  FOUND_INVARIANT = 1,
  FOUND_DEADLOCK = 2,
  FOUND_WELL_DEFINEDNESS = 4,
  FOUND_OBLIGATION = 8,
  FOUND_INITIALISATION = 16,
  FOUND_SETUP = 32
} FoundBits;

typedef struct {
  uint64_t states, transitions;
  unsigned found; /* FoundBits */
} Findings;

/* False: there is too much of something, or the properties are not a matter of this. */
bool brute_explore(const Project *, uint32_t most_states, Findings *);

#endif
