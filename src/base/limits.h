#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cancel.h"

/* When a computation is to end before it is done.  May be read by any thread. */
typedef struct {
  double deadline;     /* by clock_seconds; 0: none */
  Cancel cancelled;    /* asked now and then whether to stop */
  size_t memory_limit; /* bytes of the process; 0: none */
} Limits;

/* Work that is counted, in units of some nanoseconds: limits are looked at once in so much of it.
 * Effort e = {.limits = …}; */
typedef struct {
  const Limits *limits; /* or NULL */
  uint64_t work;        /* since the last look */
  uint32_t looks;       /* so far; the memory is looked at less often */
  const char *stopped;  /* why, for people, once it was time to stop */
} Effort;

enum { EFFORT_BETWEEN_LOOKS = 1 << 17, LOOKS_BETWEEN_MEMORY = 8 };
bool effort_look(Effort *); /* the same, whatever was done since the last look */

/* So much more was done.  False: it is, or was, time to stop. */
static inline bool effort_goes_on(Effort *e, uint64_t work)
{
  e->work += work;
  return e->work < EFFORT_BETWEEN_LOOKS ? !e->stopped : effort_look(e);
}

#endif
