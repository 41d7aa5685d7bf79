#ifndef SESSION_TEMPORAL_UNTIL_H
#define SESSION_TEMPORAL_UNTIL_H

#include "session/animator.h"
#include "session/bench.h"
#include "session/system.h"

/* Animation up to where a formula of LTL holds: a shortest way from the current state on, whose end
 * is known to satisfy `F formula`, whatever follows it.  Of the past, formulas see all steps that
 * led to the current state. */

typedef struct {
  enum {
    UNTIL_REACHED, /* the animator is there; taken = 0: it was there */
    UNTIL_NEVER,   /* there is no such way */
    UNTIL_UNKNOWN, /* none was found, but not everything is known */
    UNTIL_REFUSED  /* the formula has mistakes, which are in the diagnostics */
  } result;
  uint32_t taken;  /* transitions */
  bool endless;    /* NEVER: but the formula may need a path that never ends */
  const char *why; /* UNKNOWN; lives as long as the session */
} Until;

/* The names of the bench may be used. */
Until until_go(const Bench *, const System *, Animator *, const Source *formula);

#endif
