#ifndef TESTS_RANDOM_CSP_WORLD_H
#define TESTS_RANDOM_CSP_WORLD_H

#include "base/text.h"
#include "csp/script.h"

/* A few events and processes made of them, for random tests of CSP.  Sets of events are masks; of
 * refusals the bit after those of the events is ✓. */
enum { WORLD_MOST_EVENTS = 3 };

typedef struct {
  CspParseContext context;
  CspScript *script; /* which declares the events */
  Evaluator *evaluator;
  Pool *pool;
  Stepper *stepper;
  uint32_t events; /* how many of them are used */
  bool compress;   /* random processes have compressions inside */
  uint64_t seed;
} World;

World *world_new(void);
void world_free(World *); /* accepts NULL */

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

#endif
