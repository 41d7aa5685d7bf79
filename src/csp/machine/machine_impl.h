#ifndef CSP_MACHINE_MACHINE_IMPL_H
#define CSP_MACHINE_MACHINE_IMPL_H

#include "csp/machine/labels.h"
#include "csp/machine/machine.h"
#include "csp/machine/skeleton.h"

/* What a machine and its forks share. */
typedef struct {
  ProcessSource source;
  EventTable events;
  EventLabels labels;
  LeafStore leaves;
  Network *network; /* NULL: terms */
  Datum process, priority;
  VEC(bool) waits; /* by event: it waits where τ is possible; empty: none does */
} Machine;

void machine_free(Machine *);
bool machine_waits(Machine *, uint32_t event);

/* They own the machine. */
Lts *network_lts_new(Machine *);
Lts *term_lts_new(Machine *);

/* ---- describe.c: Lts.describe */
void machine_describe(Lts *, Text *, const Value *state);

bool network_lts_is(const Lts *);
bool term_lts_is(const Lts *);
Machine *network_lts_machine(const Lts *);
Machine *term_lts_machine(const Lts *);
void network_lts_offers(Lts *, const Value *state, uint32_t component, MachineMoved *, void *);
void network_lts_moves(Lts *, const Value *before, const Transition *, MachineMoved *, void *);

#endif
