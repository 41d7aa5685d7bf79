#ifndef TESTS_RANDOM_CSP_MEANING_H
#define TESTS_RANDOM_CSP_MEANING_H

#include "base/arena.h"
#include "random/csp_world.h"

/* What a process means by the definitions of its operators (Roscoe, The Theory and Practice of
 * Concurrency): sets of traces, failures and divergences, computed from those of the operands.
 * Steps play no part in it, so that the rules of steps can be tested against it; it is slow.
 *
 * Traces over few events are numbered up to a length: 0 is the empty one, child(s, e) is s with e
 * behind it.  Refusals are sets of events and ✓ (the bit after the events); a set of refusals has a
 * bit for each of these. */
typedef struct {
  bool trace;       /* s is a trace */
  bool tick;        /* … and s ✓, too */
  bool diverges;    /* only in the strict model */
  uint16_t refused; /* X such that (s, X) is a failure */
} Cell;

/* All that is known of a process in one model.  In the stable model divergence is not seen; in the
 * strict one, of failures and divergences, all is possible after it. */
typedef struct {
  int bound; /* right for traces up to this length; < 0: nothing is known */
  Cell *cells;
} Meaning;

typedef struct {
  World *world;
  Arena *arena;
  uint32_t events, longest, count; /* count: of the traces */
  uint16_t down[16];               /* by set of events and ✓: its subsets */
  bool strict;
  /* A state that may end is seen to refuse all else only where it has no τ.  The definitions do not
   * say so: what may end may refuse all but ✓.  The checks of the program do. */
  bool ends_are_stable;
  Meaning calls[2][WORLD_RECURSIVE]; /* by strict: of X0 … */
  uint64_t effort, most;             /* so far, and what is too much: then nothing is known */
} Meanings;

void meanings_begin(Meanings *, World *, Arena *, uint32_t longest);
Cell *meanings_cells(const Meanings *); /* of a process that cannot even begin */
Meaning meaning_of(Meanings *, Datum process);
/* The same, found by following the steps of the process; to the length `bound`. */
Meaning behaviour_of(Meanings *, Datum process, int bound);

/* Are two processes related in the model, whatever the length of traces?  EQUAL: the same is seen
 * of them; REFINES: all that is seen of the first one is seen of the second one; TRACES: likewise
 * of traces alone. */
typedef enum { RELATION_EQUAL, RELATION_REFINES, RELATION_TRACES } BehaviourRelation;
typedef enum { BEHAVIOUR_HOLDS, BEHAVIOUR_DIFFERS, BEHAVIOUR_TOO_LARGE } BehaviourAnswer;
typedef struct {
  uint32_t trace;
  Cell left, right;
} Difference;
BehaviourAnswer behaviour_compare(const Meanings *, BehaviourRelation, Datum, Datum, Difference *);

/* What the definitions say of a process: has it a reachable state where it can do nothing, though
 * it has not ended; does it diverge; is there an event that is possible and refused after a trace?
 */
typedef struct {
  bool too_large, deadlock, divergence, choice;
} BehaviourFacts;
BehaviourFacts behaviour_facts(const Meanings *, Datum process);
/* How many states the process has; 0: more than `most`. */
uint32_t behaviour_states(World *, Datum process, uint32_t most);

bool cell_equal(Cell, Cell);
/* The strict model: after a divergence all is possible. */
void meaning_close(const Meanings *, Cell *);
/* The first trace of a length up to `bound` where they differ; UINT32_MAX: there is none. */
uint32_t meaning_difference(const Meanings *, const Cell *, const Cell *, int bound);
/* Is all of the first one possible in the second one? */
bool meaning_within(const Meanings *, const Cell *, const Cell *, int bound);
void meaning_print(const Meanings *, Text *, uint32_t trace, Cell);

static inline uint32_t trace_child(const Meanings *m, uint32_t s, uint32_t e)
{
  return s * m->events + 1 + e;
}
static inline uint32_t all_events(const Meanings *m) { return (1u << m->events) - 1; }
static inline uint32_t tick_bit(const Meanings *m) { return 1u << m->events; }

#endif
