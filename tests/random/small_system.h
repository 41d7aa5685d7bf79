#ifndef RANDOM_SMALL_SYSTEM_H
#define RANDOM_SMALL_SYSTEM_H

#include "random/generate.h"
#include "temporal/product/atoms.h"

/* A random system given state by state, for temporal logic, of which some things may be kept secret
 * from who explores it. */

/* Atoms: some of states; which of some labels the next step has; which is possible. */
enum {
  SMALL_STATE_ATOMS = 3,
  SMALL_LABELS = 5,
  SMALL_TAKEN = SMALL_STATE_ATOMS,
  SMALL_ENABLED = SMALL_TAKEN + SMALL_LABELS,
  SMALL_ATOMS = SMALL_ENABLED + SMALL_LABELS,
  SMALL_MOST_STATES = 160,
  SMALL_MOST_EDGES = 2 * SMALL_MOST_STATES
};

typedef struct {
  uint32_t from, label, to;
  bool secret, faulty; /* it is not told, but that something is not known; or goes wrong */
} SmallEdge;

typedef struct {
  uint32_t states, count, initial; /* states 0 … initial - 1 are the initial ones */
  uint32_t atoms[SMALL_MOST_STATES];
  uint32_t vague[SMALL_MOST_STATES]; /* atoms of it and of the steps from it that are not told */
  bool outside[SMALL_MOST_STATES];   /* the model asks not to go on to it */
  SmallEdge edges[SMALL_MOST_EDGES];
} SmallSystem;

/* With one initial state and without secrets. */
void small_random(SmallSystem *, Random *, uint32_t most_states, uint32_t labels);
void small_print(Text *, const SmallSystem *);
/* The atoms that are true in a state, and of a step that leaves it (NULL: none). */
uint32_t small_letter(const SmallSystem *, uint32_t state, const SmallEdge *step);

/* Free it with its own function; the system must outlive it.  Label 0 is the initialisation. */
Lts *small_lts(const SmallSystem *);
static inline uint32_t small_label(uint32_t lts_label) { return lts_label - 1; }
static inline uint32_t small_state(const Value *row) { return (uint32_t) value_small_int(row[0]); }

typedef struct {
  Atoms atoms; /* first */
  const SmallSystem *system;
} SmallAtoms;
SmallAtoms small_atoms(const SmallSystem *);

/* The edge that the atlas gives for a state by this number; count: it is none of the system. */
uint32_t small_edge(const SmallSystem *, Atlas *, StateId, uint32_t step);

#endif
