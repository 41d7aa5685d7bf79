#include "report/display/picture_json.h"

#include <string.h>

#include "base/base64.h"
#include "report/json_report.h"

/* {"image": i} stands for an image. */
static json_t *image_json(uint32_t image)
{
  return json_pack("{s:I}", "image", (json_int_t) image);
}

/* -------------------------------------------------------------------- the grid */

typedef struct {
  OwnPicture *picture;
  const Grid *grid;
  json_t *labels;
  VEC(const char *) texts; /* of the labels … */
  VEC(uint32_t) images;    /* … and in Grid.images, or UINT32_MAX */
  Map index;               /* text -> 1 + the label that was made last for it */
} Labels;

static json_t *label_json(Labels *l, const Cell *cell)
{
  json_t *label = json_object();
  json_object_set_new(label, "text", json_report_string(cell->text));
  if (cell->kind != CELL_IMAGE) return label;
  const GridImage *image = &l->grid->images.data[cell->image];
  uint32_t index = images_find(&l->picture->images, image->file);
  bool shown = index != UINT32_MAX && l->picture->images.list.data[index].type;
  json_object_set_new(label, "image", shown ? json_integer(index) : json_null());
  json_object_set_new(label, "file", json_report_string(image->file));
  return label;
}

/* The number of the label that the cell shows; each is made once. */
static uint32_t label_of(Labels *l, const Cell *cell)
{
  uint32_t image = cell->kind == CELL_IMAGE ? cell->image : UINT32_MAX;
  const Name *name = names_intern_string(session_names(l->picture->scene->session), cell->text);
  uintptr_t known = (uintptr_t) map_get(&l->index, name);
  if (known && l->images.data[known - 1] == image) return (uint32_t) known - 1;
  for (uint32_t i = 0; known && i < l->texts.len; i++)
    if (l->images.data[i] == image && !strcmp(l->texts.data[i], cell->text)) return i;
  vec_push(&l->texts, cell->text);
  vec_push(&l->images, image);
  json_array_append_new(l->labels, label_json(l, cell));
  map_put(&l->index, name, (void *) (uintptr_t) l->texts.len);
  return l->texts.len - 1;
}

static json_t *rows_json(Labels *l)
{
  json_t *rows = json_array();
  for (uint32_t r = 0; r < l->grid->rows; r++) {
    json_t *row = json_array();
    for (uint32_t c = 0; c < l->grid->columns; c++) {
      const Cell *cell = grid_cell(l->grid, r, c);
      bool empty = cell->kind == CELL_EMPTY;
      json_array_append_new(row, empty ? json_null() : json_integer(label_of(l, cell)));
    }
    json_array_append_new(rows, row);
  }
  return rows;
}

static json_t *grid_json(OwnPicture *p, const Grid *g)
{
  static const char *const sides[] = {"center", "left", "right"};
  Labels l = {.picture = p, .grid = g, .labels = json_array()};
  json_t *grid = json_object();
  json_object_set_new(grid, "row", json_integer(g->row));
  json_object_set_new(grid, "column", json_integer(g->column));
  json_object_set_new(grid, "justify", json_string(sides[g->justify]));
  json_object_set_new(grid, "clicks", json_boolean(p->grid.click.formula));
  json_object_set_new(grid, "drags", json_boolean(p->grid.drag.formula));
  json_object_set_new(grid, "rows", rows_json(&l));
  json_object_set_new(grid, "labels", l.labels);
  vec_free(&l.texts);
  vec_free(&l.images);
  map_free(&l.index);
  return grid;
}

json_t *picture_grid_json(OwnPicture *p)
{
  if (display_is_empty(&p->grid)) return json_null();
  Grid g;
  Diags *diags = session_diags(p->scene->session);
  grid_make(&g, &p->grid);
  json_t *json = g.rows ? grid_json(p, &g) : json_null();
  trouble_tell(&p->grid.troubles, diags);
  trouble_tell(&g.troubles, diags);
  grid_free(&g);
  return json;
}

/* ------------------------------------------------------------- the picture in SVG */

static json_t *node_json(const SvgNode *node)
{
  if (!node->name) return json_report_string(node->text);
  json_t *json = json_object(), *attributes = json_object(), *kids = json_array();
  for (const SvgAttribute *a = node->attributes; a; a = a->next)
    json_object_set_new(attributes, a->name,
                        a->image == SVG_NO_IMAGE ? json_report_string(a->value)
                                                 : image_json(a->image));
  for (const SvgNode *kid = node->first; kid; kid = kid->next)
    json_array_append_new(kids, node_json(kid));
  json_object_set_new(json, "name", json_string(node->name));
  json_object_set_new(json, "attributes", attributes);
  json_object_set_new(json, "kids", kids);
  return json;
}

static json_t *hovers_json(const Visb *v)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < v->hovers.len; i++) {
    const VisbHover *h = &v->hovers.data[i];
    json_t *hover = json_object();
    json_object_set_new(hover, "on", json_report_string(h->on));
    json_object_set_new(hover, "id", json_report_string(h->id));
    json_object_set_new(hover, "attribute", json_report_string(h->attribute));
    json_object_set_new(hover, "enter", json_report_string(h->enter));
    json_object_set_new(hover, "leave", json_report_string(h->leave));
    json_array_append_new(list, hover);
  }
  return list;
}

/* The ids of elements that can be clicked, each with the operations that this may call. */
static json_t *clicks_json(const Visb *v)
{
  json_t *clicks = json_object();
  for (uint32_t i = 0; i < v->events.len; i++) {
    const VisbEvent *e = &v->events.data[i];
    json_t *events = json_object_get(clicks, e->id);
    if (!events) json_object_set_new(clicks, e->id, events = json_array());
    json_array_append_new(events, json_report_string(e->event));
  }
  return clicks;
}

json_t *picture_svg_json(OwnPicture *p)
{
  Visb *v = own_picture_visb(p);
  if (!v) return json_null();
  trouble_tell(&v->troubles, session_diags(p->scene->session));
  json_t *json = json_object();
  json_object_set_new(json, "root", node_json(v->root));
  json_object_set_new(json, "hovers", hovers_json(v));
  json_object_set_new(json, "clicks", clicks_json(v));
  return json;
}

json_t *picture_values_json(OwnPicture *p)
{
  json_t *list = json_array();
  Visb *v = own_picture_visb(p);
  if (!v) return list;
  VisbState state;
  visb_state_make(&state, v);
  for (uint32_t i = 0; i < state.values.len; i++) {
    const VisbValue *value = &state.values.data[i];
    json_t *one = json_array();
    json_array_append_new(one, json_report_string(value->id));
    json_array_append_new(one, json_report_string(value->attribute));
    json_array_append_new(one, value->image == SVG_NO_IMAGE ? json_report_string(value->text)
                                                            : image_json(value->image));
    json_array_append_new(list, one);
  }
  trouble_tell(&state.troubles, session_diags(p->scene->session));
  visb_state_free(&state);
  return list;
}

/* ------------------------------------------------------------------------ images */

json_t *picture_images_json(OwnPicture *p, bool bytes)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < p->images.list.len; i++) {
    const PictureImage *image = &p->images.list.data[i];
    json_t *json = json_object();
    json_object_set_new(json, "file", json_report_string(image->file));
    json_object_set_new(json, "type", json_report_string(image->type));
    if (bytes && image->type) {
      Text data = {0};
      base64_add(&data, image->bytes, image->size);
      json_object_set_new(json, "data", json_string(text_string(&data)));
      text_free(&data);
    }
    json_array_append_new(list, json);
  }
  return list;
}

void picture_warn_of_images(OwnPicture *p)
{
  const PictureImage *first = NULL;
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->images.list.len; i++) {
    const PictureImage *image = &p->images.list.data[i];
    if (image->type) continue;
    if (!first) first = image;
    count++;
  }
  if (count == 1)
    diag_warning(session_diags(p->scene->session), SPAN_NONE, "picture",
                 "the image %s cannot be shown: %s", first->file, first->problem);
  else if (count)
    diag_warning(session_diags(p->scene->session), SPAN_NONE, "picture",
                 "%u images cannot be shown, such as %s: %s", count, first->file, first->problem);
}
