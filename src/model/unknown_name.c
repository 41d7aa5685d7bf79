#include "model/unknown_name.h"

#include <string.h>

#include "base/nearest.h"

/* The first use of a free name, or NULL. */
static const Node *first_use(const Node *node)
{
  if (node->kind == NODE_IDENT && node->symbol && node->symbol->kind == SYMBOL_FREE &&
      span_known(node->span))
    return node;
  const Node *found = NULL;
  for (uint32_t i = 0; i < node->count && !found; i++) found = first_use(node->kids[i]);
  return found;
}

/* Are the mistakes since `mark` only names of which nothing is known? */
static bool only_untyped(const Diags *diags, uint32_t mark)
{
  for (uint32_t i = mark; i < diags_count(diags); i++)
    if (strcmp(diags_get(diags, i)->code, "type-unknown") != 0) return false;
  return true;
}

static const char *nearest_name(const Model *model, const char *name)
{
  Nearest nearest = nearest_to(name);
  const Machine *main = model ? model->main : NULL;
  const Map *maps[] = {main ? &main->visible : NULL, main ? &main->operations : NULL};
  for (uint32_t k = 0; main && k < 2; k++)
    for (uint32_t i = 0; i < maps[k]->capacity; i++)
      if (maps[k]->keys[i]) nearest_offer(&nearest, maps[k]->keys[i]->text);
  for (uint32_t i = 0; model && i < model->known.len; i++)
    nearest_offer(&nearest, model->known.data[i]->name->text);
  operators_offer(&nearest);
  return nearest.best;
}

/* The deferred set of which an element would be called so: T1 of T; or NULL. */
static const char *set_of_element(const Model *model, const char *name)
{
  for (uint32_t i = 0; model && i < model->sets.len; i++) {
    const char *set = model->sets.data[i]->name->text;
    size_t length = strlen(set);
    if (model->sets.data[i]->enumerated || strncmp(name, set, length) != 0) continue;
    if (name[length] && !name[length + strspn(name + length, "0123456789")]) return set;
  }
  return NULL;
}

bool unknown_name_report(Diags *diags, const Model *model, const Formula *formula, uint32_t mark)
{
  if (formula->free.len == 0 || !only_untyped(diags, mark)) return false;
  diags_release(diags, mark);
  const Node *use = first_use(formula->node);
  const char *name = use ? use->name->text : formula->free.data[0]->name->text;
  Diag *diag = diag_error(diags, use ? use->span : formula->node->span, "unknown-name",
                          "unknown name %s", name);
  const char *near = nearest_name(model, name), *set = set_of_element(model, name);
  if (set)
    diag_hint(diags, diag, "elements of %s are interchangeable: quantify, #x.(x : %s & ...)", set,
              set);
  else if (near) diag_suggest(diags, diag, use ? use->span : SPAN_NONE, near);
  return true;
}
