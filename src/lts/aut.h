#ifndef LTS_AUT_H
#define LTS_AUT_H

#include "lts/lts.h"
#include "syntax/diag.h"

/* A transition system given state by state in an Aldebaran file:
 *
 *   des (first state, number of transitions, number of states)
 *   (from, "label", to)        one line each; the quotes may be left out
 *
 * The labels `i` and `tau` are hidden, `tick` is termination: a state after it that has no
 * transitions is no deadlock.  In `x --> y`, y is a result, which the
 * system chooses itself.  A state is one column, its number.
 * Mistakes are diagnostics; the result is never NULL, and what could be read of
 * it is usable.  Free it with its own function. */
Lts *aut_read(const Source *, Diags *);

#endif
