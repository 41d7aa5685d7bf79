#include "cli/limits.h"

#include "base/memory.h"

size_t limits_memory(const Options *o)
{
  if (options_given(o, OPT_MEMORY_LIMIT)) return o->values[OPT_MEMORY_LIMIT].number;
  size_t reach = memory_reach();
  return reach - reach / 16;
}
