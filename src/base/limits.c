#include "base/limits.h"

#include "base/clock.h"
#include "base/memory.h"

/* Which limit is reached; NULL: none is. */
static const char *reached(const Limits *l, bool memory)
{
  if (l->deadline > 0 && clock_seconds() > l->deadline) return "the time limit was reached";
  if (cancel_asked(l->cancelled)) return "interrupted";
  if (memory && l->memory_limit && memory_resident() > l->memory_limit)
    return "the memory limit was reached";
  return NULL;
}

bool effort_look(Effort *e)
{
  e->work = 0;
  bool memory = e->looks++ % LOOKS_BETWEEN_MEMORY == 0;
  if (!e->stopped && e->limits) e->stopped = reached(e->limits, memory);
  return !e->stopped;
}
