#ifndef EVENTB_FLATTEN_FLATTEN_IMPL_H
#define EVENTB_FLATTEN_FLATTEN_IMPL_H

#include "eventb/flatten/flatten.h"
#include "eventb/notation/math.h"

typedef struct {
  ParseContext *context;
  Arena *arena;
  const EventbProject *project;
  EventbLevel level;
  EventbChain chain;    /* the machine, then what it refines, and so on: copies */
  EventbChain contexts; /* each after those that it extends */
  Map elements;         /* enumerated sets and their elements -> SET_EXT of the elements */
  Map records;          /* carrier sets that are products -> the axiom that says so */
  TreeList duties;      /* of alone.c: operations without outcomes that claim something */
} Flattener;

/* flatten.c: the component with what it is built on, in `chain` and `contexts`; checked. */
void flatten_collect(Flattener *, const EventbComponent *);
/* The machine that says all that, without events; with the sets and constants that `elements` and
 * `records` enumerate. */
void flatten_declarations(Flattener *, Unit *, const EventbComponent *);

/* enumerate.c: carrier sets whose elements the axioms list, each once, are enumerated:
 * they and their elements are put into `elements`. */
void enumerate_sets(Flattener *);
/* Says the axiom nothing more, since it made a set enumerated or holds of all finite sets? */
bool enumerate_is_settled(const Flattener *, const Node *axiom);

/* record.c: carrier sets in bijection with products are put into `records`. */
void record_sets(Flattener *);
/* What the axiom says now: S = A ** B & make = id(A ** B), if it made S a record. */
Node *record_axiom(const Flattener *, Node *axiom);

/* extend.c: a copy of a machine in which events that extend their abstract event have
 * its parts in front of their own.  `abstract` is such a copy of what it refines, or NULL. */
EventbComponent *extend_events(Flattener *, const EventbComponent *,
                               const EventbComponent *abstract);
/* The vectors of a copy. */
void extend_free(EventbComponent *);

/* flatten_event.c: the substitution of an event of the first machine of the chain,
 * with the abstract events that it refines; `parameters` are those of the operation. */
Node *flatten_event(Flattener *, const EventbEvent *, EventbNames *parameters);

/* static_rules.c: what Rodin's static checker forbids.  Of a component as it is written: names that
 * are declared twice.  Of the chain: names that are not known at their level. */
void static_rules_check_component(Diags *, const EventbComponent *);
void static_rules_check_chain(Flattener *);

/* alone.c: leaves the first machine of the chain alone; tells the unit what it refines. */
void alone_reduce(Flattener *, Unit *);

#endif
