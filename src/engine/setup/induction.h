#ifndef ENGINE_INDUCTION_H
#define ENGINE_INDUCTION_H

#include "engine/engine.h"

/* f : NATURAL --> B, f(0) = V and !n.(n : NATURAL1 => f(n) = E), where E uses f at n-1 only (or
 * !n.(n : NATURAL => f(n+1) = E), where it does at n), say that
 *
 *   f = %n.(n : NATURAL | IF n = 0 THEN V ELSE E END),
 *
 * which replaces the last two, in place.  That f is in the set of functions follows by induction if
 * V : B & !(n,y).(n : NATURAL1 & y : B => E : B), with y for f(n-1): this becomes another way to
 * satisfy the first.  New nodes are in the engine's arena. */
void induction_define(Engine *, const Node **conjuncts, uint32_t count);

#endif
