#ifndef CSP_MACHINE_NETWORK_H
#define CSP_MACHINE_NETWORK_H

#include "csp/eval/evaluator.h"
#include "csp/machine/component.h"
#include "value/value.h"

/* Components that run side by side.  What they do together is told by rules, which are computed
 * once: if each of its parts can do its event, the whole can do the event of the rule.  A state is
 * a row of words in which the states of the components are packed. */

/* A component ends by ✓ in its state omega.  Where the parallel around it ends, all components
 * below move on together by DONE_EVENT(1), then by DONE_EVENT(2) with those of the next parallel,
 * and so on: so the states before and after each ✓ differ. */
#define DONE_EVENT(i) (UINT32_MAX - (i))

typedef struct {
  uint32_t component, event;
} RulePart;

typedef struct {
  uint32_t event;        /* of the whole */
  uint32_t begin, count; /* parts, one or more, each of another component */
  uint32_t chase;        /* 0, or the number of a chase + 1: see below */
  uint32_t ranked;       /* the event that counts for priorities, if there are any */
} Rule;

/* Which events wait for others.  An event is blocked while one of a lower level than its own is
 * possible, or one of those that are above it; or, if it `waits`, τ or ✓. */
typedef struct {
  uint32_t level;        /* NO_LEVEL: levels do not count for it */
  bool waits;            /* for τ and ✓ */
  uint32_t begin, count; /* of those above it, in Priorities.above */
} Rank;
#define NO_LEVEL UINT32_MAX

typedef struct {
  VEC(Rank) ranks; /* by event; empty: there are no priorities */
  VEC(uint32_t) above;
} Priorities;

/* The members first … end-1 are inside of a chase: after each transition its rules, all of them τ,
 * are applied, one at a time, until none is possible.  If that never ends, the chase diverges: τ
 * leads from the state to itself, and its members do nothing else.  No two chases have a member in
 * common. */
typedef struct {
  uint32_t first, end;
} Chase;

typedef struct { /* a state of a component whose moves could not be computed */
  uint32_t state;
  CspFault fault;
} StateFault;

/* The system of a process, which several members may share. */
typedef struct {
  Datum process;
  Component *component;
  VEC(StateFault) faults; /* ascending by state */
} Leaf;

typedef struct {
  const Leaf *leaf;
  uint32_t chain; /* how many DONE_EVENTs it has */
} Member;

typedef struct { /* what a network is made of */
  VEC(Member) members;
  VEC(Rule) rules;
  VEC(RulePart) parts;
  VEC(Chase) chases;
  Priorities priorities;
} NetworkPlan;
void network_plan_free(NetworkPlan *); /* not the leaves */

/* Read by any number of threads.  The leaves must live as long as it does.  It takes the priorities
 * of the plan. */
typedef struct Network Network;
Network *network_new(NetworkPlan *);
void network_free(Network *);            /* accepts NULL */
uint32_t network_width(const Network *); /* words of a row, all of them value_bits; at least one */
uint32_t network_members(const Network *);
Datum network_process(const Network *, uint32_t member); /* what it was first */
const Component *network_component(const Network *, uint32_t member);
uint32_t network_state(const Network *, const Value *row, uint32_t member); /* may be ≥ states */
bool network_is_done(const Network *, const Value *row); /* the state after ✓ of the whole */
const StateFault *network_fault(const Network *, const Value *row); /* NULL: there is none */

/* One thread's working memory. */
typedef struct NetworkHand NetworkHand;
NetworkHand *network_hand_new(const Network *, const Limits *); /* the limits are kept, or NULL */
/* Why the last call gave less than all, or no row: a chase took too long; NULL: it gave all. */
const char *network_hand_stopped(const NetworkHand *);
void network_hand_free(NetworkHand *); /* accepts NULL */

void network_first(NetworkHand *, Value *row);
/* Calls `accept` with every transition of the state, some of them perhaps twice.  Rows and parts
 * live for the time of the call. */
typedef struct {
  uint32_t event, ranked; /* as in Rule */
  uint32_t count;
  const RulePart *parts;
} Firing; /* a rule that is applied */

typedef struct NetworkSink NetworkSink;
struct NetworkSink {
  void (*accept)(NetworkSink *, const Firing *, const Value *row);
};
void network_next(NetworkHand *, const Value *row, NetworkSink *);

#endif
