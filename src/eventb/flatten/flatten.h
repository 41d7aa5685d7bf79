#ifndef EVENTB_FLATTEN_FLATTEN_H
#define EVENTB_FLATTEN_FLATTEN_H

#include "eventb/notation/component.h"
#include "eventb/flatten/level.h"

/* A component with all that it is built on, as one machine of classical B.
 *
 * A machine is taken with its whole chain of abstractions at once, as ProB animates
 * it: the state has the variables of all levels, where one that is declared again is
 * the same variable; the invariants of all levels are to hold.  An event of the
 * machine is an operation with the event's parameters; in the same step the abstract
 * events that it refines are taken, whose parameters follow from the witnesses.  What
 * is then to be proved in Event-B is an ASSERT whose label is the name of that proof
 * obligation: event/guard/GRD, event/action/SIM, event/VAR …
 *
 * For comparing machines with each other one may be taken by itself (alone.c).
 *
 * A context by itself is a machine without variables.
 *
 * Carrier sets that an axiom partitions into named single elements are enumerated. */
Unit *eventb_flatten(ParseContext *, const EventbProject *, const EventbComponent *, EventbLevel);

/* What is to be proved of a component is about what it states itself and what it is built on. */
typedef VEC(const EventbComponent *) EventbChain;

typedef struct {
  EventbChain machines; /* the machine, then what it refines, and so on; events that extend others
                           have what they inherit.  Of a context: none */
  EventbChain contexts; /* all that count, each after those that it extends; a context itself is the
                           last one */
  Unit *unit; /* a machine of classical B that declares all of it, without events.  Sets are
                 enumerated where axioms say so, but not those of a context itself */
} EventbStatement;

/* statement.c: mistakes are in the diagnostics. */
void eventb_state(ParseContext *, const EventbProject *, const EventbComponent *,
                  EventbStatement *);
void eventb_statement_free(EventbStatement *); /* the vectors; the unit is for who loads it */

/* classical_form.c: the formula with the forms in which classical B has the same thing. */
Node *classical_form(Arena *, Node *);
/* The formula as it is written, but with the kinds of nodes that classical B has for it. */
Node *classical_kinds(Arena *, Node *);

#endif
