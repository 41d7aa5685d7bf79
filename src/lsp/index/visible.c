#include "lsp/index/index_impl.h"
#include "model/model.h"

/* Which names may be used at a place. */

static bool covers(Span span, uint32_t position)
{
  return span.begin <= position && position <= span.end;
}

static void add(DeclList *list, Map *seen, const Decl *d)
{
  if (map_get(seen, d->name)) return;
  map_put(seen, d->name, (void *) d);
  vec_push(list, d);
}

/* Local names around the place, the innermost first. */
static void add_locals(const Index *ix, uint32_t position, DeclList *list, Map *seen)
{
  DeclList found = {0};
  for (uint32_t i = 0; i < ix->decls.len; i++)
    if (span_known(ix->decls.data[i]->scope) && covers(ix->decls.data[i]->scope, position))
      vec_push(&found, ix->decls.data[i]);
  for (uint32_t i = 1; i < found.len; i++) { /* few: sorted by insertion */
    const Decl *d = found.data[i];
    uint32_t k = i;
    for (; k > 0 && found.data[k - 1]->scope.begin < d->scope.begin; k--)
      found.data[k] = found.data[k - 1];
    found.data[k] = d;
  }
  for (uint32_t i = 0; i < found.len; i++) add(list, seen, found.data[i]);
  vec_free(&found);
}

static void add_symbols(Index *ix, const Map *names, DeclList *list, Map *seen)
{
  for (uint32_t i = 0; i < names->capacity; i++) {
    const Symbol *symbol = names->keys[i] ? names->values[i] : NULL;
    Decl *d = symbol ? number_get(&ix->things, symbol->span.begin) : NULL;
    if (symbol && !d) d = number_get(&ix->at, symbol->span.begin);
    if (!d || map_get(seen, names->keys[i])) continue;
    if (d->name != names->keys[i]) { /* with the prefix of an instance */
      Decl *copy = arena_alloc(session_arena(ix->session), sizeof *copy);
      *copy = *d;
      copy->name = names->keys[i];
      d = copy;
    }
    add(list, seen, d);
  }
}

static const Machine *machine_at(const Model *model, const Source *source)
{
  for (uint32_t i = 0; i < model->machines.len; i++)
    if (model->machines.data[i]->unit->source == source) return model->machines.data[i];
  return NULL;
}

void index_visible(Index *ix, uint32_t position, DeclList *list)
{
  Map seen = {0};
  const Model *model = ix->text.model;
  const Source *source = sources_at(session_sources(ix->session), position);
  const Machine *machine = model && source ? machine_at(model, source) : NULL;
  add_locals(ix, position, list, &seen);
  if (machine && !machine->unit->eventb) {
    add_symbols(ix, &machine->visible, list, &seen);
    add_symbols(ix, &machine->callable, list, &seen);
    for (uint32_t i = 0; i < ix->decls.len; i++)
      if (ix->decls.data[i]->kind == DECL_DEFINITION) add(list, &seen, ix->decls.data[i]);
  } else {
    for (uint32_t i = 0; i < ix->decls.len; i++) {
      const Decl *d = ix->decls.data[i];
      if (!span_known(d->scope) && d->kind != DECL_LABEL && d->kind != DECL_PREFIX)
        add(list, &seen, d);
    }
  }
  map_free(&seen);
}
