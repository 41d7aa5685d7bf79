#ifndef COMPARE_WEAK_H
#define COMPARE_WEAK_H

#include "compare/cycles.h"
#include "compare/lists.h"

/* What hidden edges of an explored space lead to, by strongly connected components of
 * these edges: the states of one have all of it in common.  Components that a component
 * reaches have smaller numbers. */
typedef struct {
  Space *space;
  uint32_t count;   /* components */
  uint32_t *of;     /* by state */
  Lists members;    /* by component: its states */
  Lists next;       /* by component: the others that its hidden edges lead to */
  uint32_t *calls;  /* by component: those of all states reached, a set of alphabet_menus */
  Sets *sets;       /* of sets of alphabet_menus */
  uint32_t *offers; /* by component: what the stable states reached offer, the least of it */
  bool *initial;    /* by state: initial, or reached from there */
} Weak;

/* Where a limit stops the space on the way, nothing may be asked of it. */
Weak *weak_new(Space *);
void weak_free(Weak *); /* accepts NULL */

static inline uint32_t weak_calls(const Weak *w, StateId state) { return w->calls[w->of[state]]; }

/* Is there no stable state that hidden edges lead to? */
bool weak_is_restless(const Weak *, StateId);
/* Does some stable state that hidden edges lead to offer nothing but what is in the menu? */
bool weak_offers(const Weak *, StateId, uint32_t menu);
/* The states reached by the action with any number of hidden edges before and after it;
 * by the hidden action, by any number of them; ascending. */
void weak_after(const Weak *, StateId, uint32_t action, StateList *);

#endif
