#include "temporal/path/word.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "temporal/product/situation.h"

typedef struct {
  Atlas *atlas;
  Atoms *atoms;
  const bool *asked;
  Value *row;
  uint8_t *letter; /* of the position */
} Reading;

static void tell_steps(Reading *r, const Situation *here, uint32_t step, Truth none)
{
  Atoms *atoms = r->atoms;
  if (step < here->edges.count) {
    atoms->tell_step(atoms, here, &here->edges.edges[step], r->asked, r->letter);
    return;
  }
  for (uint32_t i = 0; i < atoms->count; i++)
    if (r->asked[i] && atoms->of_step[i]) r->letter[i] = (uint8_t) none;
}

/* Is there a step after the last position? */
static Truth read_position(Reading *r, PathPosition at)
{
  Situation here;
  situation_enter(&here, r->atlas, at.state, r->row);
  memset(r->letter, TRUTH_UNKNOWN, r->atoms->count);
  r->atoms->tell_state(r->atoms, &here, r->asked, r->letter);
  Truth more = here.edges.count                                               ? TRUTH_TRUE
               : here.edges.partial || here.edges.faulty || here.edges.leaves ? TRUTH_UNKNOWN
                                                                              : TRUTH_FALSE;
  tell_steps(r, &here, at.step, more == TRUTH_FALSE ? TRUTH_FALSE : TRUTH_UNKNOWN);
  for (uint32_t i = 0; i < r->atoms->count; i++)
    if (r->letter[i] == TRUTH_FAULT) r->letter[i] = TRUTH_UNKNOWN;
  return more;
}

void path_word(PathWord *w, Atlas *atlas, Atoms *atoms, const bool *asked, const Product *p)
{
  uint32_t count = p->path.len;
  assert(count);
  *w = (PathWord){.count = count,
                  .atoms = atoms->count,
                  .loop = p->kind == PATH_LASSO ? p->loop : count,
                  .letters = memory_zeroed((size_t) count * atoms->count + 1, 1)};
  Reading r = {.atlas = atlas, .atoms = atoms, .asked = asked};
  r.row = memory_zeroed(atlas_lts(atlas)->width, sizeof *r.row);
  for (uint32_t i = 0; i < count; i++) {
    r.letter = w->letters + (size_t) i * atoms->count;
    w->goes_on = read_position(&r, p->path.data[i]);
  }
  free(r.row);
}

void path_word_close(PathWord *w)
{
  free(w->letters);
  *w = (PathWord){0};
}
