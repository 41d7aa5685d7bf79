#include "lsp/project/use_root.h"

#include <stdlib.h>

#include "base/memory.h"

/* Things are numbered in the order in which they are first named. */
static uint32_t *things_of(Index *ix)
{
  uint32_t *things = memory_zeroed(index_decls(ix), sizeof *things), count = 0;
  for (uint32_t i = 0; i < index_mentions(ix); i++) {
    const Decl *root = index_root(index_mention(ix, i)->decl);
    if (!things[root->number]) things[root->number] = ++count;
  }
  return things;
}

UseRoot use_root(Analysis *a, const char *name, Arena *arena)
{
  Index *ix = analysis_index(a);
  const Sources *sources = session_sources(a->session);
  uint32_t count = index_mentions(ix), *things = things_of(ix), number = 0;
  UseRoot root = {.name = name, .errors = diags_errors(session_diags(a->session))};
  root.names = arena_new_array(arena, UsedName, count);
  for (uint32_t i = 0; i < count; i++) { /* ascending, and so are the texts */
    const Mention *m = index_mention(ix, i);
    const Source *source = sources_at(sources, m->span.begin);
    while (sources_number(sources, number) != source) number++;
    root.names[root.count++] =
        (UsedName){number, m->span.begin - source->base, things[index_root(m->decl)->number]};
  }
  free(things);
  return root;
}
