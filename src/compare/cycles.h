#ifndef COMPARE_CYCLES_H
#define COMPARE_CYCLES_H

#include "compare/space.h"

/* Cycles of hidden edges, found by strongly connected components, as far as the
 * states that were asked for reach. */
typedef struct Cycles Cycles;

Cycles *cycles_new(Space *);
void cycles_free(Cycles *); /* accepts NULL */

/* Does the state lie on a cycle of hidden edges? */
bool cycles_at(Cycles *, StateId);
/* The number of its strongly connected component: those that hidden edges lead to have
 * smaller ones. */
uint32_t cycles_component(Cycles *, StateId);
uint32_t cycles_count(const Cycles *); /* of the components that were found so far */
/* The states of a shortest such cycle, after the state itself; it ends with it. */
typedef VEC(StateId) StateList;
void cycles_loop(Cycles *, StateId, StateList *);

#endif
