#include "session/temporal/setups.h"

#include "base/memory.h"

bool formula_is_quantified(const Temporal *t)
{
  if (t->kind == TEMPORAL_FORALL || t->kind == TEMPORAL_EXISTS) return true;
  for (uint32_t i = 0; i < t->count; i++)
    if (formula_is_quantified(t->kids[i])) return true;
  return false;
}

/* Of the states from `first` on those that have the same set-up of constants. */
static uint32_t same_setup(const Atlas *atlas, uint32_t first)
{
  uint32_t end = first + 1;
  while (end < atlas_initial_count(atlas) && atlas_setup_of(atlas, atlas_initial(atlas, end)) ==
                                                 atlas_setup_of(atlas, atlas_initial(atlas, first)))
    end++;
  return end;
}

uint32_t setups_enter(const TemporalChecked *c, bool quantified, uint32_t first)
{
  Value *row = memory_zeroed(c->lts->width, sizeof *row);
  atlas_copy_row(c->atlas, atlas_initial(c->atlas, first), row);
  meaning_set_constants(c->meaning, row);
  free(row);
  return quantified ? same_setup(c->atlas, first) : atlas_initial_count(c->atlas);
}
