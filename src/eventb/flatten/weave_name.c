#include "eventb/flatten/weave.h"

/* What parameters and values after the step are called inside of a woven event, and which
 * variables a step changes. */

const Name *weave_primed(Weaver *w, const Name *name)
{
  return eventb_primed(w->f->context->names, name);
}

Node *weave_renamed(Weaver *w, const Level *l, Node *node)
{
  for (uint32_t i = 0; i < l->renaming.len; i++)
    if (l->renaming.data[i].written != l->renaming.data[i].name)
      node = math_rename(w->arena, node, l->renaming.data[i].written, l->renaming.data[i].name);
  return node;
}

bool weave_is_declared(const Flattener *f, const Name *name)
{
  for (uint32_t i = 0; i < f->chain.len; i++)
    if (eventb_has_name(&f->chain.data[i]->variables, name)) return true;
  for (uint32_t i = 0; i < f->contexts.len; i++)
    if (eventb_has_name(&f->contexts.data[i]->constants, name) ||
        eventb_has_name(&f->contexts.data[i]->sets, name))
      return true;
  return false;
}

const Name *weave_fresh(Weaver *w, const Level *l, const Name *name)
{
  const Name *chosen = name;
  while (weave_is_declared(w->f, chosen) || map_get(&w->bound, chosen))
    chosen = names_intern_string(
        w->f->context->names,
        arena_printf(w->f->context->arena, "%s@%s", chosen->text, l->machine->name->text));
  return chosen;
}

const Name *weave_name_below(const Level *l, const Name *written)
{
  for (uint32_t i = 0; l && i < l->renaming.len; i++)
    if (l->renaming.data[i].written == written) return l->renaming.data[i].name;
  return NULL;
}

bool weave_is_kept(const Level *l, const Name *variable)
{
  return eventb_has_name(&l->below->machine->variables, variable);
}

bool weave_is_changed(const Level *l, const Name *variable)
{
  while (l->below && weave_is_kept(l, variable)) l = l->below;
  return weave_assigns(l->event, variable);
}
