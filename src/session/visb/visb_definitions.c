#include <string.h>

#include "session/display/definitions.h"
#include "session/visb/visb_impl.h"

/* The picture as DEFINITIONS describe it: records, whose fields are attributes. */

static const Unit *unit_of(const Scene *s)
{
  return s->system.model ? s->system.model->main->unit : NULL;
}

static bool begins(const char *name, const char *prefix)
{
  return !strncmp(name, prefix, strlen(prefix));
}

bool visb_has_definition(const Scene *s, const char *prefix)
{
  const Unit *unit = unit_of(s);
  for (uint32_t i = 0; unit && i < unit->definitions.len; i++)
    if (begins(unit->definitions.data[i]->name->text, prefix)) return true;
  return false;
}

/* ------------------------------------------------------------------ reading */

static bool is_ours(const char *name) { return begins(name, "VISB_SVG_"); }

void visb_take_definitions(Visb *v)
{
  const Unit *unit = unit_of(v->scene);
  for (uint32_t i = 0; unit && i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    const char *name = def->name->text;
    if (!is_ours(name) || !strcmp(name, "VISB_SVG_FILE")) continue;
    const Formula *f = display_read_expression(v->scene, &v->troubles, def);
    if (f) vec_push(&v->definitions, ((VisbDefinition){name, def->node->span, f}));
  }
}

/* A name that later formulas may use. */
static void add_name(Visb *v, const char *name, const Formula *f)
{
  Session *session = v->scene->session;
  Symbol *symbol = arena_alloc(session_arena(session), sizeof *symbol);
  symbol->kind = SYMBOL_LOCAL;
  symbol->name = names_intern_string(session_names(session), name);
  symbol->type = (Type *) f->node->type;
  vec_push(&v->names, ((VisbName){symbol, f}));
}

void visb_define(Visb *v, const char *name, const char *value, const char *where)
{
  const Formula *f = visb_formula(v, value, where);
  if (!f) return;
  if (is_ours(name)) vec_push(&v->definitions, ((VisbDefinition){name, SPAN_NONE, f}));
  else add_name(v, name, f);
}

void visb_define_by_file(Visb *v, const char *path, const Source *source)
{
  Diags *diags = session_diags(v->scene->session);
  uint32_t mark = diags_mark(diags);
  const Unit *unit = session_parse(v->scene->session, source);
  trouble_take(&v->troubles, diags, mark, NULL);
  for (uint32_t i = 0; i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    uint32_t length;
    if (def->kind == DEF_BROKEN || def->node->kids[0]->count) continue;
    const char *text =
        sources_text(session_sources(v->scene->session), def->node->kids[1]->span, &length);
    const char *name = def->name->text;
    visb_define(v, name, arena_copy(v->arena, text, length),
                arena_printf(v->arena, "%s, %s", path, name));
  }
}

/* The value in the present state; none, with a trouble. */
static Value value_of(Visb *v, const VisbDefinition *def)
{
  visb_bind(v, &v->troubles);
  Value value = bench_value(&v->scene->bench, def->formula);
  if (value_is_none(value)) trouble_fault(&v->troubles, v->scene->bench.engine, def->name, value);
  visb_unbind(v);
  return value;
}

static const char *text_of(Visb *v, const VisbDefinition *def)
{
  if (def->formula->node->type->kind != TYPE_STRING) {
    trouble_add(&v->troubles, def->span, "%s must be a text, as a string", def->name);
    return NULL;
  }
  Value value = value_of(v, def);
  if (value_is_none(value)) return NULL;
  size_t length;
  const char *text = value_string_of(v->scene->bench.engine->store, value, &length);
  return arena_copy(v->arena, text, length);
}

const char *visb_definition_text(Visb *v, const char *name)
{
  const Unit *unit = unit_of(v->scene);
  for (uint32_t i = 0; unit && i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    if (strcmp(def->name->text, name) != 0) continue;
    const Formula *f = display_read_expression(v->scene, &v->troubles, def);
    return f ? text_of(v, &(VisbDefinition){name, def->node->span, f}) : NULL;
  }
  return NULL;
}

typedef struct {
  Visb *v;
  const VisbDefinition *def;
} Taking;

/* Calls `take` for the records of each definition of this name, as they are in the present state.
 */
static void each_definition(Visb *v, const char *prefix, VisbTakeRecord *take)
{
  for (uint32_t i = 0; i < v->definitions.len; i++) {
    const VisbDefinition *def = &v->definitions.data[i];
    Value value = begins(def->name, prefix) ? value_of(v, def) : VALUE_FAULT;
    if (value_is_none(value)) continue;
    Taking taking = {v, def};
    const Shape *shape = engine_shape(v->scene->bench.engine, def->formula->node->type);
    if (!visb_each_record(v, shape, value, take, &taking))
      trouble_add(&v->troubles, def->span, "%s must be a record, or a set of records", def->name);
  }
}

/* ------------------------------------------------------------- box, contents */

static void take_box(void *context, const Shape *s, Value record)
{
  Visb *v = ((Taking *) context)->v;
  const char *width = visb_field(v, v->arena, s, record, "width"),
             *height = visb_field(v, v->arena, s, record, "height"),
             *box = visb_field(v, v->arena, s, record, "viewBox");
  if (width) svg_set(&v->maker, v->root, "width", width);
  if (height) svg_set(&v->maker, v->root, "height", height);
  if (!box && width && height) box = arena_printf(v->arena, "0 0 %s %s", width, height);
  if (box) svg_set(&v->maker, v->root, "viewBox", box);
}

static void read_contents(Visb *v)
{
  for (uint32_t i = 0; i < v->definitions.len; i++) {
    const VisbDefinition *def = &v->definitions.data[i];
    const char *text = begins(def->name, "VISB_SVG_CONTENTS") ? text_of(v, def) : NULL;
    v->maker.where = def->name;
    if (text) svg_read_into(&v->maker, v->root, text, strlen(text));
  }
}

void visb_read_box(Visb *v)
{
  v->maker.where = "VISB_SVG_BOX";
  each_definition(v, "VISB_SVG_BOX", take_box);
  read_contents(v);
}

/* ------------------------------------------------------------------- objects */

static void take_object(void *context, const Shape *s, Value record)
{
  Taking *t = context;
  Visb *v = t->v;
  const char *kind = visb_field(v, v->arena, s, record, "svg_class"),
             *id = visb_field(v, v->arena, s, record, "id");
  v->maker.where = t->def->name;
  if (!kind || !id) {
    trouble_add(&v->troubles, t->def->span, "a record of %s has no field %s", t->def->name,
                kind ? "id" : "svg_class");
    return;
  }
  SvgNode *node = visb_add_object(v, kind, id, visb_field(v, v->arena, s, record, "parentId"));
  for (uint32_t i = 0; node && i < s->count; i++) {
    const char *name = s->names[i];
    if (!strcmp(name, "svg_class") || !strcmp(name, "id") || !strcmp(name, "parentId")) continue;
    visb_set(v, node, name, visb_field(v, v->arena, s, record, name));
  }
}

void visb_read_objects(Visb *v) { each_definition(v, "VISB_SVG_OBJECTS", take_object); }

/* --------------------------------------------------- updates, hovers, events */

static void take_hover(void *context, const Shape *s, Value record)
{
  Taking *t = context;
  Visb *v = t->v;
  const char *id = visb_field(v, v->arena, s, record, "id");
  for (uint32_t i = 0; id && i < s->count; i++) {
    if (!strcmp(s->names[i], "id")) continue;
    const char *enter = visb_field(v, v->arena, s, record, s->names[i]);
    visb_add_hover(v, (VisbHover){id, id, s->names[i], enter, NULL}, t->def->name);
  }
  if (!id) trouble_add(&v->troubles, t->def->span, "a record of %s has no field id", t->def->name);
}

static void take_event(void *context, const Shape *s, Value record)
{
  Taking *t = context;
  Visb *v = t->v;
  const char *id = visb_field(v, v->arena, s, record, "id"),
             *event = visb_field(v, v->arena, s, record, "event"),
             *predicate = visb_field(v, v->arena, s, record, "predicate");
  if (!id || !event)
    trouble_add(&v->troubles, t->def->span, "a record of %s has no field %s", t->def->name,
                id ? "event" : "id");
  else
    visb_add_event(v, (VisbEvent){id, event, predicate && *predicate ? predicate : NULL, 0}, false,
                   t->def->name);
}

static void complain_of_name(Visb *v, const VisbDefinition *def)
{
  static const char *const known[] = {"BOX", "CONTENTS", "OBJECTS", "UPDATES", "HOVERS", "EVENTS"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (begins(def->name + strlen("VISB_SVG_"), known[i])) return;
  trouble_add(&v->troubles, def->span, "%s is no definition of a picture", def->name);
}

void visb_read_others(Visb *v)
{
  for (uint32_t i = 0; i < v->definitions.len; i++) {
    const VisbDefinition *def = &v->definitions.data[i];
    if (begins(def->name, "VISB_SVG_UPDATES")) vec_push(&v->updates, *def);
    else complain_of_name(v, def);
  }
  each_definition(v, "VISB_SVG_HOVERS", take_hover);
  each_definition(v, "VISB_SVG_EVENTS", take_event);
}
