#include "temporal/product/situation.h"

#include <string.h>

void situation_enter(Situation *here, Atlas *atlas, StateId id, Value *row)
{
  *here = (Situation){.id = id, .edges = atlas_edges(atlas, id), .row = row};
  memcpy(row, atlas_row(atlas), atlas_lts(atlas)->width * sizeof *row);
}

bool situation_is_open(const Situation *here, Atlas *atlas)
{
  const AtlasEdges *edges = &here->edges;
  if (edges->faulty) atlas_add_reason(atlas, "an operation is not well-defined in some state");
  if (edges->faulty || edges->partial) return true;
  if (edges->count || !edges->leaves) return false;
  atlas_add_reason(atlas, "all steps from some state lead out of SCOPE");
  return true;
}
