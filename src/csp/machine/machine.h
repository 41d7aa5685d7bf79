#ifndef CSP_MACHINE_MACHINE_H
#define CSP_MACHINE_MACHINE_H

#include "csp/machine/source.h"
#include "lts/lts.h"

/* A process as a transition system.  Its outermost parallels, hidings and renamings are computed
 * once, and what is below is explored beforehand: then a state is a few words, and any number of
 * threads may go on from there.  Where that is not possible, a state is the number of a term, and
 * there is one thread. */
typedef struct {
  bool plain;           /* compressions are identities */
  Datum priority;       /* a set of events that wait where τ is possible; DATUM_FAULT: none do */
  uint32_t most_states; /* of a component; 0: some */
} MachineOptions;

/* Never NULL.  It uses the stepper as long as it lives. */
Lts *machine_lts(Stepper *, Datum process, MachineOptions);
Lts *machine_lts_from(ProcessSource, Datum process, MachineOptions);

/* ---- for those who want to see what goes on inside; of systems that are no machines: nothing */
bool machine_is(const Lts *);
uint32_t machine_components(const Lts *);                        /* at least one */
void machine_print_component(Lts *, uint32_t component, Text *); /* the process it was first */
/* Calls `moved` with each component that takes part in a transition, ascending, and its own event
 * as text. */
typedef void MachineMoved(void *context, uint32_t component, const char *event);
void machine_moves(Lts *, const Value *before, const Transition *, MachineMoved *, void *context);
/* Calls `moved` with each event that the component can do by itself in this state, each once. */
void machine_offers(Lts *, const Value *state, uint32_t component, MachineMoved *, void *context);

#endif
