#ifndef TESTS_RANDOM_CSP_WORLD_H
#define TESTS_RANDOM_CSP_WORLD_H

#include "base/text.h"
#include "csp/script.h"

/* A few events and processes made of them, for random tests of CSP.  Sets of events are masks; of
 * refusals the bit after those of the events is ✓. */
enum { WORLD_MOST_EVENTS = 3 };

/* The processes X0, X1, X2, which are defined by recursion: every one calls itself or others after
 * an event, and has no operator around a call that would make more and more states. */
enum { WORLD_RECURSIVE = 3 };
#define TERM_CALL \
  ((TermKind) (TERM_KINDS + 1)) /* [number]: for the generator and meaning alone \
                                 */

typedef struct World World;
struct World {
  CspParseContext context;
  CspScript *script; /* which declares the events */
  Evaluator *evaluator;
  Pool *pool;
  Stepper *stepper;
  uint32_t events; /* how many of them are used: 2 or 3 */
  bool compress;   /* random processes have compressions inside */
  bool priorities; /* … and priorities, which no definition of traces covers */
  /* They have chase and deter around processes of which this is true; NULL: around none. */
  bool (*is_deterministic)(World *, Datum process, void *context);
  void *deterministic_context;
  uint64_t seed;
  Datum bodies[WORLD_RECURSIVE], actual[WORLD_RECURSIVE]; /* of X0 …, and their values */
  bool calls; /* random processes may have X0 … inside */
};

World *world_new(uint32_t events, uint64_t seed); /* the seed decides about X0, X1, X2 */
void world_free(World *);                         /* accepts NULL */

Datum world_event(uint32_t i);
uint32_t world_number(Datum event); /* of an event: the i above */
Datum world_set(World *, uint32_t mask);
uint32_t world_mask(const World *, Datum set);

uint32_t world_random(World *, uint32_t below);

/* Terms of operands, as in csp/value/term.h. */
Datum world_term(World *, TermKind, const Datum *parts, uint32_t count);
#define WORLD_TERM(world, kind, ...) \
  world_term(world, kind, (Datum[]){__VA_ARGS__}, sizeof((Datum[]){__VA_ARGS__}) / sizeof(Datum))

/* A random process of about `size` operators. */
Datum world_process(World *, int size);
Datum world_relation(World *); /* for RENAME and LINK: a map from events to sets of events */

/* The process in CSP-M, and the process of such a text, by the evaluator. */
void world_print(const World *, Text *, Datum process);
Datum world_read(World *, const char *text);
/* The process without TERM_CALL: what the evaluator makes of these is put in. */
Datum world_actual(World *, Datum process);

#endif
