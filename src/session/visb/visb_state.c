#include <stdlib.h>
#include <string.h>

#include "session/visb/visb_impl.h"

/* What the items are in one state. */

typedef struct {
  VisbState *state;
  Visb *visb;
  const char *definition; /* whose records are taken */
} Painter;

static void add(Painter *p, const char *id, const char *element, const char *attribute,
                const char *text)
{
  VisbState *s = p->state;
  Visb *v = p->visb;
  VisbValue value = {id, attribute, text, SVG_NO_IMAGE};
  const char *why = NULL;
  DisplayTroubles *kept = v->maker.troubles;
  v->maker.troubles = &s->troubles;
  bool good = visb_check(v, element, attribute, text, &value.image, &why);
  v->maker.troubles = kept;
  if (good) vec_push(&s->values, value);
  else if (why)
    trouble_add(&s->troubles, SPAN_NONE, "%.40s=\"%.100s\" of '%s' is left out: %s", attribute,
                text, id, why);
}

static void add_item(Painter *p, const VisbItem *item)
{
  Visb *v = p->visb;
  Engine *e = v->scene->bench.engine;
  Value value = bench_value(&v->scene->bench, item->formula);
  if (value_is_none(value)) {
    const char *what = arena_printf(p->state->arena, "%s of '%s'", item->attribute, item->id);
    trouble_fault(&p->state->troubles, e, what, value);
    return;
  }
  Text text = {0};
  visb_value_text(v, &text, engine_shape(e, item->formula->node->type), value, item->attribute);
  add(p, item->id, item->element, item->attribute,
      arena_copy(p->state->arena, text_string(&text), text.len));
  text_free(&text);
}

static void take_update(void *context, const Shape *s, Value record)
{
  Painter *p = context;
  Visb *v = p->visb;
  const char *id = visb_field(v, p->state->arena, s, record, "id");
  const SvgNode *node = id ? visb_node(v, id) : NULL;
  if (!node)
    trouble_add(&p->state->troubles, SPAN_NONE,
                id ? "%s: there is no element '%s'" : "a record of %s has no field id%s",
                p->definition, id ? id : "");
  for (uint32_t i = 0; node && i < s->count; i++)
    if (strcmp(s->names[i], "id") != 0)
      add(p, id, node->name, s->names[i], visb_field(v, p->state->arena, s, record, s->names[i]));
}

static void add_updates(Painter *p, const VisbDefinition *def)
{
  Visb *v = p->visb;
  Engine *e = v->scene->bench.engine;
  Value value = bench_value(&v->scene->bench, def->formula);
  p->definition = def->name;
  if (value_is_none(value)) trouble_fault(&p->state->troubles, e, def->name, value);
  else if (!visb_each_record(v, engine_shape(e, def->formula->node->type), value, take_update, p))
    trouble_add(&p->state->troubles, def->span, "%s must be a record, or a set of records",
                def->name);
}

/* ----------------------------------------------------- one value of each attribute */

typedef struct {
  const VisbValue *value;
  uint32_t order;
} Ordered;

static int by_attribute(const void *a, const void *b)
{
  const Ordered *x = a, *y = b;
  int c = strcmp(x->value->id, y->value->id);
  if (!c) c = strcmp(x->value->attribute, y->value->attribute);
  return c ? c : (x->order > y->order) - (x->order < y->order);
}

/* Of several values the last one counts; but +c and -c of a class each do. */
static bool is_replaced(const Ordered *one, const Ordered *next)
{
  const char *text = one->value->text;
  bool added = !strcmp(one->value->attribute, "class") && (text[0] == '+' || text[0] == '-');
  return !added && !strcmp(one->value->id, next->value->id) &&
         !strcmp(one->value->attribute, next->value->attribute);
}

static void keep_last(VisbState *s)
{
  uint32_t count = s->values.len, kept = 0;
  if (!count) return;
  Ordered *order = arena_new_array(s->arena, Ordered, count);
  bool *dropped = arena_new_array(s->arena, bool, count);
  for (uint32_t i = 0; i < count; i++) order[i] = (Ordered){&s->values.data[i], i};
  qsort(order, count, sizeof *order, by_attribute);
  for (uint32_t i = 0; i + 1 < count; i++)
    if (is_replaced(&order[i], &order[i + 1])) dropped[order[i].order] = true;
  for (uint32_t i = 0; i < count; i++)
    if (!dropped[i]) s->values.data[kept++] = s->values.data[i];
  s->values.len = kept;
}

void visb_state_make(VisbState *s, Visb *v)
{
  *s = (VisbState){.arena = arena_new()};
  s->troubles.arena = s->arena;
  if (!animator_running(v->scene->animator)) return;
  Painter p = {.state = s, .visb = v};
  visb_bind(v, &s->troubles);
  for (uint32_t i = 0; i < v->items.len; i++) add_item(&p, &v->items.data[i]);
  for (uint32_t i = 0; i < v->updates.len; i++) add_updates(&p, &v->updates.data[i]);
  visb_unbind(v);
  keep_last(s);
  engine_forget(v->scene->bench.engine);
}

void visb_state_free(VisbState *s)
{
  vec_free(&s->values);
  vec_free(&s->troubles);
  arena_free(s->arena);
  *s = (VisbState){0};
}
