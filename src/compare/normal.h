#ifndef COMPARE_NORMAL_H
#define COMPARE_NORMAL_H

#include "compare/weak.h"

/* A specification made deterministic, as far as it is asked for: a node is the set
 * of all states that it may be in after a trace, closed under hidden edges. */
typedef uint32_t NodeId;
#define NO_NODE NO_SET

typedef struct Normal Normal;

typedef struct {        /* what the stable states of a node offer */
  const uint32_t *sets; /* of alphabet_menus; for CSP only the minimal ones */
  uint32_t count;
} NormalOffers;

/* With `exact` all that is offered counts, not only what is minimal.  With `weak`, which
 * may be NULL, states that never become stable count, too: they refuse what no state can
 * do that they reach by hidden edges. */
Normal *normal_new(Space *, Cycles *, bool exact, const Weak *weak);
void normal_free(Normal *); /* accepts NULL */

/* The node of these states and what they reach; NO_NODE if there are none. */
NodeId normal_node(Normal *, const StateId *, uint32_t count);
NodeId normal_after(Normal *, NodeId, uint32_t action); /* NO_NODE: it cannot do that */
bool normal_diverges(Normal *, NodeId);
NormalOffers normal_offers(Normal *, NodeId); /* valid until the next call */
const StateId *normal_states(const Normal *, NodeId, uint32_t *count); /* likewise */
bool normal_within(const Normal *, NodeId part, NodeId whole);         /* as sets of states */
uint32_t normal_count(const Normal *);

#endif
