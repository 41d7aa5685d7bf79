#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "session/visb/visb_impl.h"

/* Opening a picture: its files and definitions, its tree, its formulas. */

bool visb_is_defined(const Scene *s)
{
  return s->animator &&
         (visb_has_definition(s, "VISB_JSON_FILE") || visb_has_definition(s, "VISB_SVG_") ||
          visb_has_definition(s, "VISB_DEFINITIONS_FILE"));
}

/* ------------------------------------------------------------------- formulas */

const Formula *visb_formula(Visb *v, const char *text, const char *where)
{
  Model *model = v->scene->model;
  Diags *diags = session_diags(v->scene->session);
  uint32_t mark = diags_mark(diags), known = model->known.len;
  for (uint32_t i = 0; i < v->names.len; i++) vec_push(&model->known, v->names.data[i].symbol);
  const Formula *f = bench_formula(&v->scene->bench, "<picture>", text, FORMULA_EXPR);
  model->known.len = known;
  trouble_take(&v->troubles, diags, mark, where);
  return f;
}

void visb_bind(Visb *v, DisplayTroubles *troubles)
{
  Bench *bench = &v->scene->bench;
  scene_enter(v->scene);
  for (uint32_t i = 0; i < v->names.len; i++) {
    const VisbName *name = &v->names.data[i];
    Value value = bench_value(bench, name->formula);
    if (value_is_none(value)) {
      trouble_fault(troubles, bench->engine, name->symbol->name->text, value);
      value = VALUE_UNDEFINED;
    }
    reference_bind(bench->reference, name->symbol, value);
  }
}

void visb_unbind(Visb *v) { reference_unbind(v->scene->bench.reference, v->names.len); }

/* ------------------------------------------------------------------- the tree */

static const Name *name_of(const Visb *v, const char *text)
{
  return names_intern_string(session_names(v->scene->session), text);
}

SvgNode *visb_node(const Visb *v, const char *id) { return map_get(&v->nodes, name_of(v, id)); }

/* All elements by their ids; of several with one id, the first. */
static void note_nodes(Visb *v)
{
  for (SvgNode *node = v->root; node; node = svg_next(node, v->root)) {
    const char *id = node->name ? svg_get(node, "id") : NULL;
    if (id && !visb_node(v, id)) map_put(&v->nodes, name_of(v, id), node);
  }
}

SvgNode *visb_add_object(Visb *v, const char *kind, const char *id, const char *parent)
{
  if (id && visb_node(v, id)) return NULL;
  SvgNode *above = parent ? visb_node(v, parent) : v->root;
  if (!above) {
    trouble_add(&v->troubles, SPAN_NONE, "%s: there is no element '%s' around '%s'", v->maker.where,
                parent, id ? id : kind);
    above = v->root;
  }
  SvgNode *node = svg_add(&v->maker, above, kind);
  if (!node || !id) return node;
  svg_set(&v->maker, node, "id", id);
  map_put(&v->nodes, name_of(v, id), node);
  return node;
}

static bool is_content(const char *attribute)
{
  return !strcmp(attribute, "text") || !strcmp(attribute, "title");
}

bool visb_check(Visb *v, const char *element, const char *attribute, const char *value,
                uint32_t *image, const char **why)
{
  *image = SVG_NO_IMAGE;
  if (!is_content(attribute)) return svg_check(&v->maker, element, attribute, value, image, why);
  *why = strcmp(element, "style") ? NULL : "the text of <style> does not change";
  return !*why;
}

void visb_set(Visb *v, SvgNode *node, const char *attribute, const char *value)
{
  if (!is_content(attribute)) {
    svg_set(&v->maker, node, attribute, value);
    return;
  }
  if (!strcmp(attribute, "title")) node = svg_add(&v->maker, node, "title");
  if (node) svg_add_text(&v->maker, node, value, strlen(value));
}

/* -------------------------------------------------------------- events, hovers */

void visb_add_event(Visb *v, VisbEvent event, bool optional, const char *where)
{
  Lts *lts = v->scene->system.lts;
  for (uint32_t i = 0; i < lts->label_count; i++)
    if (!strcmp(lts->label_name(lts, i), event.event)) {
      event.label = i;
      bool there = visb_node(v, event.id) != NULL;
      if (there) vec_push(&v->events, event);
      else if (!optional)
        trouble_add(&v->troubles, SPAN_NONE, "%s: there is no element '%s'", where, event.id);
      return;
    }
  if (optional) return;
  Nearest nearest = nearest_to(event.event);
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++)
    nearest_offer(&nearest, lts->label_name(lts, i));
  trouble_add(&v->troubles, SPAN_NONE, "%s: '%s': the model has no operation %s%s%s%s", where,
              event.id, event.event, nearest.best ? "; did you mean " : "",
              nearest.best ? nearest.best : "", nearest.best ? "?" : "");
}

void visb_add_hover(Visb *v, VisbHover hover, const char *where)
{
  const SvgNode *node = visb_node(v, hover.id);
  const char *why = NULL;
  uint32_t image;
  if (!node || !visb_node(v, hover.on)) {
    trouble_add(&v->troubles, SPAN_NONE, "%s: there is no element '%s'", where,
                node ? hover.on : hover.id);
    return;
  }
  bool good =
      visb_check(v, node->name, hover.attribute, hover.enter, &image, &why) &&
      (!hover.leave || visb_check(v, node->name, hover.attribute, hover.leave, &image, &why));
  if (good && image == SVG_NO_IMAGE) vec_push(&v->hovers, hover);
  else
    trouble_add(&v->troubles, SPAN_NONE, "%s: %s of '%s' is left out%s%s", where, hover.attribute,
                hover.id, why ? ": " : "", why ? why : "");
}

/* ---------------------------------------------------------------------- files */

/* A file beneath the folder of the machine; NULL, with *why. */
static const Source *open_file(Visb *v, const char *path, const char **why)
{
  if (!v->images->folder) {
    *why = "the model is in no folder";
    return NULL;
  }
  Text full = {0};
  text_printf(&full, "%s%s%s", path[0] == '/' ? "" : v->images->folder, path[0] == '/' ? "" : "/",
              path);
  const Source *source = images_allow(v->images, text_string(&full), why)
                             ? session_read(v->scene->session, text_string(&full), why)
                             : NULL;
  text_free(&full);
  return source;
}

static const char *read_file(void *context, const char *path, size_t *length, const char **why)
{
  const Source *source = open_file(context, path, why);
  if (source) *length = source->length;
  return source ? source->text : NULL;
}

static bool read_number(void *context, const char *text, int64_t *out)
{
  Visb *v = context;
  const Formula *f = visb_formula(v, text, text);
  if (!f || f->node->type->kind != TYPE_INTEGER) return false;
  visb_bind(v, &v->troubles);
  Value value = bench_value(&v->scene->bench, f);
  visb_unbind(v);
  if (value_is_none(value) || !value_is_small(value)) return false;
  *out = value_small_int(value);
  return true;
}

static void read_svg(Visb *v, const char *path)
{
  const char *why = NULL;
  const Source *source = path && *path ? open_file(v, path, &why) : NULL;
  v->maker.where = path && *path ? path : "the picture";
  if (source) v->root = svg_read(&v->maker, source->text, source->length);
  else if (why) trouble_add(&v->troubles, SPAN_NONE, "%s: it cannot be read: %s", path, why);
  if (!v->root) v->root = svg_add(&v->maker, NULL, "svg");
}

/* In JSON a text may be a formula or the value itself: what has a meaning in the model is a
 * formula. */
static const char *plain_or_value(Visb *v, const char *text, const char *attribute)
{
  uint32_t before = v->troubles.len;
  const Formula *f = visb_formula(v, text, "");
  v->troubles.len = before;
  if (!f) return text;
  visb_bind(v, &v->troubles);
  Value value = bench_value(&v->scene->bench, f);
  visb_unbind(v);
  if (value_is_none(value)) return text;
  Text out = {0};
  const Shape *shape = engine_shape(v->scene->bench.engine, f->node->type);
  visb_value_text(v, &out, shape, value, attribute);
  const char *result = arena_copy(v->arena, text_string(&out), out.len);
  text_free(&out);
  return result;
}

static void make_object(Visb *v, const VisbObjectText *object)
{
  const char *parent = NULL;
  for (uint32_t i = 0; i < object->attributes.len; i++)
    if (!strcmp(object->attributes.data[i].name, "parentId"))
      parent = object->attributes.data[i].value;
  SvgNode *node = visb_add_object(v, object->kind, object->id, parent);
  for (uint32_t i = 0; node && i < object->attributes.len; i++) {
    const VisbPair *a = &object->attributes.data[i];
    if (strcmp(a->name, "parentId") != 0)
      visb_set(v, node, a->name, plain_or_value(v, a->value, a->name));
  }
}

static void add_item(Visb *v, const VisbItemText *item, const char *path)
{
  const SvgNode *node = visb_node(v, item->id);
  if (!node) {
    if (!item->optional)
      trouble_add(&v->troubles, SPAN_NONE, "%s: there is no element '%s' for %s", path, item->id,
                  item->attribute);
    return;
  }
  Text where = {0};
  uint32_t before = v->troubles.len;
  text_printf(&where, "%s, %s of '%s'", path, item->attribute, item->id);
  const Formula *f = visb_formula(v, item->value, text_string(&where));
  text_free(&where);
  if (f) vec_push(&v->items, ((VisbItem){item->id, item->attribute, f, node->name}));
  else if (item->optional) v->troubles.len = before;
}

static void take_text(Visb *v, const VisbText *text, const char *path)
{
  v->maker.where = path;
  for (uint32_t i = 0; i < text->objects.len; i++) make_object(v, &text->objects.data[i]);
  for (uint32_t i = 0; i < text->items.len; i++) add_item(v, &text->items.data[i], path);
  for (uint32_t i = 0; i < text->events.len; i++) {
    const VisbEventText *e = &text->events.data[i];
    visb_add_event(v, (VisbEvent){e->id, e->event, e->predicate, 0}, e->optional, path);
  }
  for (uint32_t i = 0; i < text->hovers.len; i++) {
    const VisbHoverText *h = &text->hovers.data[i];
    visb_add_hover(v, (VisbHover){h->on, h->id, h->attribute, h->enter, h->leave}, path);
  }
}

static void check_model(Visb *v, const VisbText *text, const char *path)
{
  const char *name = system_name(&v->scene->system);
  if (text->model && name && strcmp(text->model, name) != 0)
    trouble_add(&v->troubles, SPAN_NONE, "%s: it is a picture of %s, not of %s", path, text->model,
                name);
}

static void read_definitions_file(Visb *v)
{
  const char *path = visb_definition_text(v, "VISB_DEFINITIONS_FILE"), *why = NULL;
  if (!path || !*path) return;
  const Source *source = open_file(v, path, &why);
  if (source) visb_define_by_file(v, path, source);
  else trouble_add(&v->troubles, SPAN_NONE, "%s: it cannot be read: %s", path, why);
}

/* The whole of it, with what a JSON file says (or not: path NULL). */
static void build(Visb *v, const VisbText *text, const char *path)
{
  const char *svg = text->svg ? text->svg : visb_definition_text(v, "VISB_SVG_FILE");
  for (uint32_t i = 0; i < text->definitions.len; i++) {
    const VisbPair *pair = &text->definitions.data[i];
    visb_define(v, pair->name, pair->value, arena_printf(v->arena, "%s, %s", path, pair->name));
  }
  visb_take_definitions(v);
  read_definitions_file(v);
  read_svg(v, svg);
  visb_read_box(v);
  note_nodes(v);
  visb_read_objects(v);
  note_nodes(v);
  if (path) take_text(v, text, path);
  visb_read_others(v);
}

/* -------------------------------------------------------------------- opening */

static void keep_constants(Visb *v)
{
  uint32_t count = v->scene->system.lts->constants;
  v->constants = arena_new_array(v->arena, Value, count + 1);
  memcpy(v->constants, animator_state(v->scene->animator), count * sizeof *v->constants);
}

bool visb_is_current(const Visb *v)
{
  const Value *state = animator_state(v->scene->animator);
  for (uint32_t i = 0; state && i < v->scene->system.lts->constants; i++)
    if (!value_same(state[i], v->constants[i])) return false;
  return true;
}

void visb_open(Visb *v, Scene *scene, Images *images, const char *file)
{
  *v = (Visb){.scene = scene, .arena = arena_new(), .images = images};
  v->troubles.arena = v->arena;
  v->maker = (SvgMaker){.arena = v->arena, .images = images, .troubles = &v->troubles};
  keep_constants(v);
  VisbWorld world = {read_file, read_number, v};
  VisbText text = {0};
  const char *path = file ? file : visb_definition_text(v, "VISB_JSON_FILE");
  if (path && !*path) path = NULL;
  if (path && !visb_text_read(&text, v->arena, &v->troubles, path, world)) path = NULL;
  if (path) check_model(v, &text, path);
  build(v, &text, path);
  visb_text_free(&text);
  engine_forget(scene->bench.engine);
}

void visb_close(Visb *v)
{
  map_free(&v->nodes);
  vec_free(&v->names);
  vec_free(&v->items);
  vec_free(&v->definitions);
  vec_free(&v->updates);
  vec_free(&v->events);
  vec_free(&v->hovers);
  vec_free(&v->troubles);
  arena_free(v->arena);
  *v = (Visb){0};
}
