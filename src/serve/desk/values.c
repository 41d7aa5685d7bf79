#include "report/change.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* Values as JSON: texts, kinds, sizes, and what a step changed in them. */

enum { SHOWN_ELEMENTS = 200, COUNTED_PAIRS = 5000, CHANGE_BYTES = 500 };

static bool is_set(const NamedValue *v)
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

static const char *kind_of_set(Desk *d, const NamedValue *v)
{
  Store *store = d->open.scene.bench.engine->store;
  if (!shape_is_relation(v->shape)) return "set";
  if (!is_set(v)) return "relation";
  bool sequence = v->sequence || (v->shape->sequence && !value_is_empty_set(v->value));
  if (sequence && seq_is(v->value)) return "sequence";
  return is_function(store, v->shape->args[0], v->value) ? "function" : "relation";
}

const char *desk_value_kind(Desk *d, const NamedValue *v)
{
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
  if (!is_set(v)) return json_null();
  uint64_t size = set_card(d->open.scene.bench.engine->store, v->value);
  return size > INT64_MAX ? json_null() : json_integer((json_int_t) size);
}

NamedValue desk_column_value(Desk *d, const DeskColumn *c, const Value *state)
{
  Lts *lts = desk_lts(d);
  NamedValue v = {.name = c->name, .type = c->type, .value = state[c->column]};
  if (lts->store && lts->column_shape) v.shape = lts->column_shape(lts, c->column);
  v.sequence = lts->column_is_sequence && lts->column_is_sequence(lts, c->column);
  return v;
}

bool desk_print_column(Desk *d, Text *text, const DeskColumn *c, const Value *state, uint32_t most)
{
  Lts *lts = desk_lts(d);
  Value v = state[c->column];
  uint32_t before = lts->style.most;
  if (value_is_none(v)) return text_add_char(text, '?'), false;
  lts->style.most = most;
  lts->print_column(lts, text, c->column, v);
  lts->style.most = before;
  NamedValue named = desk_column_value(d, c, state);
  return most && is_set(&named) && set_card(lts->store, v) > most;
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

json_t *desk_column_json(Desk *d, const DeskColumn *c, const Value *state, const Value *before,
                         size_t most)
{
  NamedValue v = desk_column_value(d, c, state);
  Text text = {0};
  bool folded = desk_print_column(d, &text, c, state, SHOWN_ELEMENTS), cut;
  bool known = before && !value_is_none(before[c->column]);
  bool changed = known && !value_same(before[c->column], v.value);
  json_t *json = json_object();
  json_object_set_new(json, "name", json_report_string(c->name));
  json_object_set_new(json, "text", desk_text_cut(&text, most, &cut));
  json_object_set_new(json, "type", json_report_string(c->type));
  json_object_set_new(json, "changed", json_boolean(changed));
  json_object_set_new(json, "change", changed ? change_json(d, c, state, before) : json_null());
  json_object_set_new(json, "kind", json_string(desk_value_kind(d, &v)));
  json_object_set_new(json, "size", desk_value_size(d, &v));
  json_object_set_new(json, "folded", json_boolean(folded || cut));
  text_free(&text);
  return json;
}
