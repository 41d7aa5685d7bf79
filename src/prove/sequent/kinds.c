#include "prove/sequent/kinds.h"

#include <string.h>

const ObligationKind obligation_kinds[] = {
#define KIND(name, pattern, meaning) {#name, pattern, meaning},
#include "prove/sequent/kinds.def"
#undef KIND
};

const uint32_t obligation_kind_count = sizeof obligation_kinds / sizeof *obligation_kinds;

bool obligation_kind_exists(const char *name)
{
  for (uint32_t i = 0; i < obligation_kind_count; i++)
    if (!strcmp(obligation_kinds[i].name, name)) return true;
  return false;
}
