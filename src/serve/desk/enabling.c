#include <stdlib.h>

#include "base/memory.h"
#include "model/reads.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* Which operation may change what the guard of which other one reads. */

/* The names of the variables that are written by one and read by the other. */
static json_t *common_json(const Operation *from, const Reads *guard)
{
  json_t *names = json_array();
  for (uint32_t i = 0; i < from->write_count; i++) {
    const Symbol *s = from->writes[i];
    if (s->kind == SYMBOL_VARIABLE && !s->dropped && guard->variables[s->index])
      json_array_append_new(names, json_report_string(s->name->text));
  }
  return names;
}

static const Operation *operation(Desk *d, uint32_t label)
{
  const System *system = &d->open.scene.system;
  bool own = system->machine && label < b_machine_lts(system->machine)->label_count;
  return own ? b_machine_operation(system->machine, label) : NULL;
}

static void add_effects_on(Desk *d, uint32_t label, json_t *effects)
{
  const Lts *lts = desk_lts(d);
  const Operation *to = operation(d, label);
  if (!to || !to->body) return;
  const Model *model = d->open.scene.system.model;
  Reads guard = {.variables = memory_zeroed(model->variables.len + 1, 1)};
  reads_conditions(to->body, &guard);
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    const Operation *from = operation(d, i);
    json_t *names = from ? common_json(from, &guard) : json_array();
    if (json_array_size(names))
      json_array_append_new(effects,
                            json_pack("{sisiso}", "from", (int) (i - lts->first_operation), "to",
                                      (int) (label - lts->first_operation), "variables", names));
    else json_decref(names);
  }
  free(guard.variables);
}

bool desk_enabling(Desk *d, Fields *f, json_t *answer)
{
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  Lts *lts = desk_lts(d);
  json_t *names = json_array(), *effects = json_array();
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++)
    json_array_append_new(names, json_report_string(lts->label_name(lts, i)));
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) add_effects_on(d, i, effects);
  json_object_set_new(answer, "operations", names);
  json_object_set_new(answer, "effects", effects);
  return true;
}
