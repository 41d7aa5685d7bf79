#include "session/elements.h"

static bool is_visible(const Model *model, const Name *name)
{
  const Machine *main = model->main;
  return main && (map_get(&main->visible, name) || map_get(&main->unit->definition_of, name));
}

static void tell_set(Session *session, Engine *engine, Symbol *set, ElementTold *told,
                     void *context)
{
  enum { MOST = 1000 };
  const Shape *shape = engine_element_shape(engine, set->type);
  for (uint32_t i = 0; i < shape->size && i < MOST; i++) {
    Text text = {0};
    engine_format(engine, &text, shape, value_atom(i), (FormatStyle){0});
    const Name *name = names_intern_string(session_names(session), text_string(&text));
    text_free(&text);
    if (is_visible(engine->model, name)) continue;
    Symbol *element = arena_alloc(session_arena(session), sizeof *element);
    *element = (Symbol){
        .kind = SYMBOL_ELEMENT, .name = name, .type = set->type->args[0], .owner = set, .index = i};
    told(context, element);
  }
}

void elements_tell(Session *session, Model *model, Engine *engine, ElementTold *told, void *context)
{
  for (uint32_t i = 0; i < model->sets.len; i++)
    if (!model->sets.data[i]->enumerated)
      tell_set(session, engine, model->sets.data[i], told, context);
}

static void add(void *context, Symbol *element) { vec_push(&((Model *) context)->known, element); }

void elements_know(Session *session, Model *model, Engine *engine)
{
  model->known.len = 0;
  elements_tell(session, model, engine, add, model);
}

bool elements_are_named(const Node *node)
{
  const Symbol *symbol = node->symbol;
  if (symbol && symbol->kind == SYMBOL_ELEMENT && symbol->owner && !symbol->owner->enumerated)
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && elements_are_named(node->kids[i])) return true;
  return false;
}
