#ifndef ENGINE_POINTWISE_H
#define ENGINE_POINTWISE_H

#include "engine/engine.h"

/* f : A --> B and !x.(x : A => f(x) = E) say that f = %x.(x : A | E).  Of a function on infinitely
 * many arguments the second could not be tried: it is replaced, in place, by the third.  New nodes
 * are in the engine's arena. */
void pointwise_define(Engine *, const Node **conjuncts, uint32_t count);

#endif
