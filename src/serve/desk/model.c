#include <string.h>

#include "engine/engine.h"
#include "lts/words.h"
#include "model/model_print.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* The model as JSON: its names with their types and places. */

static json_t *type_json(const Type *type)
{
  Text text = {0};
  if (type) type_print_cut(&text, type, 1000);
  json_t *json = json_report_string(text_string(&text));
  text_free(&text);
  return json;
}

static json_t *symbols_json(Symbol *const *symbols, uint32_t count)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++) {
    json_t *one = json_object();
    json_object_set_new(one, "name", json_report_string(symbols[i]->name->text));
    json_object_set_new(one, "type", type_json(symbols[i]->type));
    json_array_append_new(list, one);
  }
  return list;
}

static json_t *operations_json(Desk *d)
{
  Lts *lts = desk_lts(d);
  const System *system = &d->open.scene.system;
  json_t *list = json_array();
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    const Operation *op = system->machine ? b_machine_operation(system->machine, i) : NULL;
    json_t *one = json_object();
    json_object_set_new(one, "name", json_report_string(lts->label_name(lts, i)));
    json_object_set_new(one, "parameters",
                        op ? symbols_json(op->parameters, op->parameter_count) : json_array());
    json_object_set_new(one, "results",
                        op ? symbols_json(op->results, op->result_count) : json_array());
    json_object_set_new(one, "hidden", json_boolean(lts->is_hidden && lts->is_hidden(lts, i)));
    json_object_set_new(one, "place",
                        op ? desk_place(d->open.session, op->symbol->span) : json_null());
    json_array_append_new(list, one);
  }
  return list;
}

enum { MOST_ELEMENTS = 1000 };

/* The names of the elements; null if there are very many. */
static json_t *elements_json(Desk *d, const Symbol *set, uint64_t *size)
{
  Engine *e = d->open.scene.bench.engine;
  const Shape *shape = shape_element(engine_shape(e, set->type));
  *size = set->enumerated ? set->element_count : shape->size;
  if (*size > MOST_ELEMENTS) return json_null();
  json_t *list = json_array();
  for (uint64_t i = 0; i < *size; i++) {
    Text text = {0};
    engine_format(e, &text, shape, value_atom(i), (FormatStyle){0});
    json_array_append_new(list, json_report_string(text_string(&text)));
    text_free(&text);
  }
  return list;
}

static json_t *sets_json(Desk *d)
{
  const Model *model = d->open.scene.system.model;
  json_t *list = json_array();
  for (uint32_t i = 0; model && i < model->sets.len; i++) {
    const Symbol *set = model->sets.data[i];
    json_t *one = json_object();
    uint64_t size;
    json_object_set_new(one, "name", json_report_string(set->name->text));
    json_object_set_new(one, "elements", elements_json(d, set, &size));
    json_object_set_new(one, "size", json_integer((json_int_t) size));
    json_object_set_new(one, "deferred", json_boolean(!set->enumerated));
    json_object_set_new(one, "place", desk_place(d->open.session, set->span));
    json_array_append_new(list, one);
  }
  return list;
}

static json_t *columns_json(Desk *d, bool constants)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < d->open.columns.len; i++) {
    const DeskColumn *c = &d->open.columns.data[i];
    if ((c->column < desk_lts(d)->constants) != constants) continue;
    json_t *one = json_object();
    json_object_set_new(one, "name", json_report_string(c->name));
    json_object_set_new(one, "type", json_report_string(c->type));
    json_object_set_new(one, "place",
                        c->symbol ? desk_place(d->open.session, c->symbol->span) : json_null());
    json_array_append_new(list, one);
  }
  return list;
}

static json_t *predicates_json(Desk *d)
{
  static const char *const kinds[] = {[PREDICATE_INVARIANT] = "invariant",
                                      [PREDICATE_ASSERTION] = "assertion",
                                      [PREDICATE_GOAL] = "goal"};
  Lts *lts = desk_lts(d);
  json_t *list = json_array();
  for (uint32_t i = 0; i < lts->predicate_count; i++) {
    const LtsPredicate *p = lts->predicate(lts, i);
    size_t label = p->label ? strlen(p->label) + 2 : 0; /* `label: ` before the formula */
    json_t *one = json_object();
    json_object_set_new(one, "kind", json_string(kinds[p->kind]));
    json_object_set_new(one, "label", json_report_string(p->label));
    json_object_set_new(one, "text", json_report_string(p->text + label));
    json_object_set_new(one, "place", desk_place(d->open.session, p->span));
    json_array_append_new(list, one);
  }
  return list;
}

static bool ends_with(const char *text, const char *end)
{
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && !strcmp(text + length - tail, end);
}

static const char *kind_of_machine(const Desk *d, const Model *model)
{
  const Unit *unit = model->main->unit;
  if (model_is_eventb(model)) {
    bool context =
        ends_with(d->file, ".buc") || (unit->keyword && !strcmp(unit->keyword, "CONTEXT"));
    if (context) return "context";
    return model->main->refines || unit->root->kind == NODE_REFINEMENT ? "refinement" : "machine";
  }
  if (unit->root->kind == NODE_REFINEMENT) return "refinement";
  if (unit->root->kind == NODE_IMPLEMENTATION) return "implementation";
  return unit->keyword && !strcmp(unit->keyword, "SYSTEM") ? "system" : "machine";
}

static void set_language(json_t *json, const Desk *d)
{
  const System *system = &d->open.scene.system;
  const char *language = "AUT", *kind = "aut";
  if (system_is_process(system)) language = "CSP", kind = "process";
  else if (system->model) {
    language = model_is_eventb(system->model) ? "Event-B" : "B";
    kind = kind_of_machine(d, system->model);
  }
  json_object_set_new(json, "language", json_string(language));
  json_object_set_new(json, "kind", json_string(kind));
}

static json_t *words_json(const Lts *lts)
{
  return json_pack("{ssssss}", "operation", words_operation(lts), "operations",
                   words_operations(lts), "properties", words_properties(lts, 2));
}

/* The files that were read, without bundled ones and texts that are none. */
static json_t *sources_json(Session *session)
{
  json_t *list = json_array();
  const Source *source;
  for (uint32_t i = 0; (source = sources_number(session_sources(session), i)); i++)
    if (source->path && source->modified)
      json_array_append_new(list, json_report_string(source->name));
  return list;
}

json_t *desk_model_json(Desk *d)
{
  json_t *json = json_object();
  const char *name = system_name(&d->open.scene.system);
  const char *process = json_string_value(json_object_get(d->settings, "process"));
  if (!name && system_is_process(&d->open.scene.system)) name = process ? process : "MAIN";
  json_object_set_new(json, "file", json_report_string(d->file));
  json_object_set_new(json, "name", json_report_string(name ? name : d->file));
  set_language(json, d);
  json_object_set_new(json, "words", words_json(desk_lts(d)));
  json_object_set_new(json, "operations", operations_json(d));
  json_object_set_new(json, "sets", sets_json(d));
  json_object_set_new(json, "constants", columns_json(d, true));
  json_object_set_new(json, "variables", columns_json(d, false));
  json_object_set_new(json, "predicates", predicates_json(d));
  json_object_set(json, "settings", d->settings);
  json_object_set_new(json, "sources", sources_json(d->open.session));
  return json;
}

bool desk_model(Desk *d, Fields *f, json_t *answer)
{
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  json_object_set_new(answer, "model", desk_model_json(d));
  return true;
}
