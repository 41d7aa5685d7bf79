#include "eventb/flatten/flatten_impl.h"

void eventb_state(ParseContext *context, const EventbProject *project,
                  const EventbComponent *component, EventbStatement *statement)
{
  EventbProject referred = *project; /* contexts that nobody refers to say nothing here */
  referred.whole = false;
  Flattener f = {.context = context, .arena = context->arena, .project = &referred};
  flatten_collect(&f, component);
  static_rules_check_chain(&f);
  if (component->is_context && f.contexts.len) {
    f.contexts.len--; /* its axioms are not given where they are to be proved */
    enumerate_sets(&f);
    f.contexts.len++;
  } else {
    enumerate_sets(&f);
  }
  Unit *unit = arena_alloc(context->arena, sizeof *unit);
  flatten_declarations(&f, unit, component);
  unit->eventless = true;
  *statement = (EventbStatement){f.chain, f.contexts, unit};
  map_free(&f.elements);
  map_free(&f.records);
}

void eventb_statement_free(EventbStatement *statement)
{
  for (uint32_t i = 0; i < statement->machines.len; i++)
    extend_free((EventbComponent *) (uintptr_t) statement->machines.data[i]);
  vec_free(&statement->machines);
  vec_free(&statement->contexts);
}
