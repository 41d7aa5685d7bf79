#include "temporal/product/situation.h"

#include <string.h>

static void begin(Situation *here, Atlas *atlas, StateId id, AtlasEdges edges, Value *row)
{
  *here = (Situation){.id = id, .edges = edges, .row = row};
  memcpy(row, atlas_row(atlas), atlas_lts(atlas)->width * sizeof *row);
}

void situation_enter(Situation *here, Atlas *atlas, StateId id, Value *row)
{
  begin(here, atlas, id, atlas_edges(atlas, id), row);
}

void situation_offers(Situation *here, Atlas *atlas, StateId id, const bool *labels, Value *row)
{
  begin(here, atlas, id, atlas_offers(atlas, id, labels), row);
}

bool situation_is_open(const Situation *here, Atlas *atlas)
{
  const AtlasEdges *edges = &here->edges;
  if (edges->faulty)
    atlas_add_reason(atlas, "in some state an operation breaks a condition or is not well-defined: "
                            "`probity check` without formulas shows it");
  if (edges->faulty || edges->partial) return true;
  if (edges->count || !edges->leaves) return false;
  atlas_add_reason(atlas, "all steps from some state lead out of SCOPE");
  return true;
}
