#include <string.h>

#include "model/model_print.h"
#include "report/change.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* Values as JSON: texts, kinds, sizes, and what a step changed in them. */

enum { SHOWN_ELEMENTS = 200, COUNTED_PAIRS = 5000, CHANGE_BYTES = 500 };

bool desk_is_set(const NamedValue *v)
{
  return v->shape && v->shape->kind == SHAPE_SET && !value_is_none(v->value) &&
         value_tag(v->value) != TAG_LAZY;
}

/* Has every first component one pair only? */
static bool is_function(Store *store, const Shape *pair, Value relation)
{
  if (set_card(store, relation) > COUNTED_PAIRS)
    return value_is_node(relation, NODE_KIND_ARRAY) || value_is_node(relation, NODE_KIND_PACKED) ||
           value_is_node(relation, NODE_KIND_PACKED_SEQ) || value_is_node(relation, NODE_KIND_MAP);
  SetIter it = set_iter(store, pair, relation);
  Value last = VALUE_UNDEFINED;
  for (Value v; set_next(&it, &v);) {
    Value first = pair_first(store, v);
    if (!value_is_none(last) && value_same(first, last)) return false;
    last = first;
  }
  return true;
}

bool desk_is_sequence(const NamedValue *v)
{
  if (!desk_is_set(v) || !shape_is_relation(v->shape) || !seq_is(v->value)) return false;
  return v->sequence;
}

static const char *kind_of_set(Desk *d, const NamedValue *v)
{
  Store *store = d->open.scene.bench.engine->store;
  if (!shape_is_relation(v->shape)) return "set";
  if (!desk_is_set(v)) return "relation";
  if (desk_is_sequence(v)) return "sequence";
  return is_function(store, v->shape->args[0], v->value) ? "function" : "relation";
}

const char *desk_value_kind(Desk *d, const NamedValue *v)
{
  if (v->truth) return "boolean";
  if (!v->shape) return "other";
  switch (v->shape->kind) {
  case SHAPE_INTEGER: return "integer";
  case SHAPE_BOOL: return "boolean";
  case SHAPE_STRING: return "string";
  case SHAPE_GIVEN: return "element";
  case SHAPE_PAIR: return "tuple";
  case SHAPE_RECORD: return "record";
  case SHAPE_SET: return kind_of_set(d, v);
  case SHAPE_REAL:
  case SHAPE_FREE: return "other";
  }
  return "other";
}

json_t *desk_value_size(Desk *d, const NamedValue *v)
{
  if (!desk_is_set(v)) return json_null();
  uint64_t size = set_card(d->open.scene.bench.engine->store, v->value);
  return size > INT64_MAX ? json_null() : json_integer((json_int_t) size);
}

NamedValue desk_column_value(Desk *d, const DeskColumn *c, const Value *state)
{
  Lts *lts = desk_lts(d);
  NamedValue v = {.name = c->name,
                  .type = c->type,
                  .value = state[c->column],
                  .column = c,
                  .of = c->symbol ? c->symbol->type : NULL};
  if (lts->store && lts->column_shape) v.shape = lts->column_shape(lts, c->column);
  v.sequence = lts->column_is_sequence && lts->column_is_sequence(lts, c->column);
  return v;
}

/* ----------------------------------------------------------- of expressions */

/* Puts the engine into a state, or into none. */
static void enter(Desk *d, const Value *state)
{
  const Scene *s = &d->open.scene;
  if (state && s->system.model) b_machine_enter(s->system.machine, state);
  else scene_enter(&d->open.scene);
}

NamedValue desk_formula_value(Desk *d, const char *text, const Formula *f, const Value *state)
{
  static const Value truths[] = {[TRUTH_FALSE] = VALUE_FALSE,
                                 [TRUTH_TRUE] = VALUE_TRUE,
                                 [TRUTH_UNKNOWN] = VALUE_UNKNOWN,
                                 [TRUTH_FAULT] = VALUE_FAULT};
  Bench *bench = &d->open.scene.bench;
  NamedValue v = {
      .name = text, .type = desk_formula_type(d, f), .of = f->node->type, .truth = !f->node->type};
  enter(d, state);
  if (v.truth) v.value = truths[reference_truth(bench->reference, f->node)];
  else {
    v.shape = engine_shape(bench->engine, v.of);
    v.value = bench_value(bench, f);
    v.sequence = v.shape->sequence && desk_lts(d)->style.sequences != SEQUENCES_NEVER;
  }
  return v;
}

const char *desk_no_value(Desk *d, Value none)
{
  const Engine *e = d->open.scene.bench.engine;
  if (!value_same(none, VALUE_UNKNOWN)) return e->fault.message ? e->fault.message : "undefined";
  return e->cause ? e->cause : "it could not be computed";
}

/* The present value of a constant or variable. */
static bool named_column(Desk *d, const char *name, NamedValue *v)
{
  const Value *state = animator_state(desk_animator(d));
  for (uint32_t i = 0; i < d->open.columns.len; i++) {
    const DeskColumn *c = &d->open.columns.data[i];
    if (strcmp(c->name, name) != 0) continue;
    if (!state) return desk_refuse(d, "there is no state yet");
    *v = desk_column_value(d, c, state);
    return !value_is_none(v->value) || desk_refuse(d, "%s has no value yet", name);
  }
  return desk_refuse(d, "the model has no constant or variable %.200s", name);
}

bool desk_named(Desk *d, Fields *f, NamedValue *v)
{
  const char *name = fields_text_maybe(f, "name");
  const char *expression = fields_text_maybe(f, "expression");
  if (!fields_end(f)) return desk_refuse_fields(d, f);
  if (!name == !expression)
    return desk_refuse_as(d, 400, "request", "give one of the fields 'name' and 'expression'");
  if (name) return named_column(d, name, v);
  const Formula *formula = desk_formula(d, expression, FORMULA_EXPR_OR_PRED);
  if (!formula) return false;
  *v = desk_formula_value(d, expression, formula, NULL);
  return !value_is_none(v->value) || desk_refuse(d, "%s", desk_no_value(d, v->value));
}

/* ------------------------------------------------------------------ as texts */

void desk_print_part(Desk *d, Text *text, const Shape *shape, Value v, uint32_t most)
{
  FormatStyle style = desk_lts(d)->style;
  style.most = most;
  engine_format(d->open.scene.bench.engine, text, shape, v, style);
}

bool desk_print_value(Desk *d, Text *text, const NamedValue *v, uint32_t most)
{
  Lts *lts = desk_lts(d);
  size_t from = text->len;
  if (value_is_none(v->value)) return text_add_char(text, '?'), false;
  if (v->truth) text_add(text, value_is_true(v->value) ? "TRUE" : "FALSE");
  else if (!v->column) desk_print_part(d, text, v->shape, v->value, most);
  else {
    uint32_t before = lts->style.most;
    lts->style.most = most;
    lts->print_column(lts, text, v->column->column, v->value);
    lts->style.most = before;
  }
  return most && strstr(text_string(text) + from, "…");
}

bool desk_print_column(Desk *d, Text *text, const DeskColumn *c, const Value *state, uint32_t most)
{
  NamedValue v = desk_column_value(d, c, state);
  return desk_print_value(d, text, &v, most);
}

/* f(3): 1 → 2, or nothing that the value does not say. */
static json_t *change_json(Desk *d, const DeskColumn *c, const Value *state, const Value *before)
{
  Text text = {0};
  bool cut;
  bool some = change_print(&text, desk_lts(d), c->column, before[c->column], state[c->column]);
  json_t *json = some ? desk_text_cut(&text, CHANGE_BYTES, &cut) : json_null();
  text_free(&text);
  return json;
}

json_t *desk_value_json(Desk *d, const NamedValue *v, Value before, json_t *change, size_t most)
{
  Text text = {0};
  bool folded = desk_print_value(d, &text, v, SHOWN_ELEMENTS), cut;
  bool changed = !value_is_none(before) && !value_same(before, v->value);
  json_t *json = json_object();
  json_object_set_new(json, "name", json_report_string(v->name));
  json_object_set_new(json, "text", desk_text_cut(&text, most, &cut));
  json_object_set_new(json, "type", json_report_string(v->type));
  json_object_set_new(json, "changed", json_boolean(changed));
  json_object_set_new(json, "change", change);
  json_object_set_new(json, "kind", json_string(desk_value_kind(d, v)));
  json_object_set_new(json, "size", desk_value_size(d, v));
  json_object_set_new(json, "folded", json_boolean(folded || cut));
  text_free(&text);
  return json;
}

json_t *desk_column_json(Desk *d, const DeskColumn *c, const Value *state, const Value *before,
                         size_t most)
{
  NamedValue v = desk_column_value(d, c, state);
  Value old = before ? before[c->column] : VALUE_UNDEFINED;
  bool changed = !value_is_none(old) && !value_same(old, v.value);
  return desk_value_json(d, &v, old, changed ? change_json(d, c, state, before) : json_null(),
                         most);
}
