#include <string.h>

#include "session/visb/visb_impl.h"

/* Values of B as texts of SVG, and records as their fields. */

static void add_plain(Visb *v, Text *text, const Shape *s, Value value)
{
  Engine *e = v->scene->bench.engine;
  size_t length;
  if (s->kind == SHAPE_STRING) {
    const char *string = value_string_of(e->store, value, &length);
    text_add_bytes(text, string, length);
    return;
  }
  FormatStyle style = v->scene->bench.style;
  style.most = 0;
  style.sequences = SEQUENCES_BY_SHAPE;
  engine_format(e, text, s, value, style);
}

/* ("circ", 1) is circ_1. */
static void add_joined(Visb *v, Text *text, const Shape *s, Value value)
{
  Store *store = v->scene->bench.engine->store;
  if (s->kind != SHAPE_PAIR) {
    add_plain(v, text, s, value);
    return;
  }
  add_joined(v, text, s->args[0], pair_first(store, value));
  text_add_char(text, '_');
  add_joined(v, text, s->args[1], pair_second(store, value));
}

static bool is_id(const char *attribute)
{
  return !strcmp(attribute, "id") || !strcmp(attribute, "parentId");
}

void visb_value_text(Visb *v, Text *text, const Shape *s, Value value, const char *attribute)
{
  if (s->kind == SHAPE_BOOL && !strcmp(attribute, "visibility"))
    text_add(text, value_is_true(value) ? "visible" : "hidden");
  else if (is_id(attribute)) add_joined(v, text, s, value);
  else add_plain(v, text, s, value);
}

/* The record in an element of a set or a sequence: itself, or the second part of a pair. */
static const Shape *record_shape(const Shape *s)
{
  if (s->kind == SHAPE_PAIR && s->args[0]->kind == SHAPE_INTEGER) s = s->args[1];
  return s->kind == SHAPE_RECORD ? s : NULL;
}

bool visb_each_record(Visb *v, const Shape *s, Value value, VisbTakeRecord *take, void *context)
{
  Store *store = v->scene->bench.engine->store;
  if (s->kind == SHAPE_RECORD) {
    take(context, s, value);
    return true;
  }
  const Shape *record = s->kind == SHAPE_SET ? record_shape(shape_element(s)) : NULL;
  if (!record) return false;
  if (value_tag(value) == TAG_LAZY)
    value = reference_expand(v->scene->bench.reference, shape_element(s), value, SPAN_NONE);
  if (value_is_none(value)) return false;
  SetIter it = set_iter(store, shape_element(s), value);
  for (Value element; set_next(&it, &element);)
    take(context, record, record == shape_element(s) ? element : pair_second(store, element));
  return true;
}

const char *visb_field(Visb *v, Arena *arena, const Shape *s, Value record, const char *name)
{
  for (uint32_t i = 0; i < s->count; i++) {
    if (strcmp(s->names[i], name) != 0) continue;
    Text text = {0};
    Value field = record_field(v->scene->bench.engine->store, record, i);
    visb_value_text(v, &text, s->args[i], field, name);
    const char *result = arena_copy(arena, text_string(&text), text.len);
    text_free(&text);
    return result;
  }
  return NULL;
}
