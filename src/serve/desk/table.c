#include "model/type.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* Values as tables: pairs and records of a row are spread over columns. */

enum { MOST_COLUMNS = 40, CELL_ELEMENTS = 20, CELL_BYTES = 1000, MOST_ROWS = 10000 };

typedef struct {
  Desk *d;
  json_t *row; /* of cells, or of columns */
  uint32_t count;
} Row;

static json_t *column_json(const char *name, const Type *type)
{
  Text text = {0};
  if (type) type_print_cut(&text, type, 200);
  json_t *json = json_object();
  json_object_set_new(json, "name", json_report_string(name ? name : text_string(&text)));
  json_object_set_new(json, "type", json_report_string(text_string(&text)));
  text_free(&text);
  return json;
}

static const Type *part_type(const Type *type, uint32_t i)
{
  return type && i < type->count ? type->args[i] : NULL;
}

static bool is_spread(const Row *r, const Shape *shape)
{
  return (shape->kind == SHAPE_PAIR || shape->kind == SHAPE_RECORD) &&
         r->count + shape->count <= MOST_COLUMNS;
}

/* The columns of what has this shape; `name` is that of the whole, or NULL. */
static void add_columns(Row *r, const Shape *shape, const Type *type, const char *name)
{
  if (!is_spread(r, shape)) {
    r->count++;
    json_array_append_new(r->row, column_json(name, type));
    return;
  }
  bool record = shape->kind == SHAPE_RECORD;
  for (uint32_t i = 0; i < shape->count; i++)
    add_columns(r, shape->args[i], part_type(type, i), record ? shape->names[i] : NULL);
}

static void add_cell(Row *r, const Shape *shape, Value v)
{
  Text text = {0};
  bool cut;
  desk_print_part(r->d, &text, shape, v, CELL_ELEMENTS);
  json_array_append_new(r->row, desk_text_cut(&text, CELL_BYTES, &cut));
  text_free(&text);
  r->count++;
}

static void add_cells(Row *r, const Shape *shape, Value v)
{
  const Store *store = r->d->open.scene.bench.engine->store;
  if (!is_spread(r, shape)) {
    add_cell(r, shape, v);
    return;
  }
  for (uint32_t i = 0; i < shape->count; i++) {
    Value part = shape->kind == SHAPE_RECORD ? record_field(store, v, i)
                 : i == 0                    ? pair_first(store, v)
                                             : pair_second(store, v);
    add_cells(r, shape->args[i], part);
  }
}

static json_t *row_json(Desk *d, const Shape *shape, Value v)
{
  Row r = {.d = d, .row = json_array()};
  add_cells(&r, shape, v);
  return r.row;
}

/* ------------------------------------------------------------------- of a set */

static json_t *set_columns(Desk *d, const NamedValue *v)
{
  const Shape *element = shape_element(v->shape);
  const Type *type = part_type(v->of, 0);
  Row r = {.d = d, .row = json_array()};
  bool sequence = desk_is_sequence(v);
  if (sequence) {
    json_array_append_new(r.row, column_json("index", part_type(type, 0)));
    r.count = 1;
    element = element->args[1];
    type = part_type(type, 1);
  }
  add_columns(&r, element, type, is_spread(&r, element) ? NULL : "element");
  return r.row;
}

static json_t *set_rows(Desk *d, const NamedValue *v, uint64_t from, uint64_t count)
{
  Store *store = d->open.scene.bench.engine->store;
  const Shape *element = shape_element(v->shape);
  SetIter it = set_iter(store, element, v->value);
  json_t *rows = json_array();
  uint64_t end = from + count, at = 0;
  for (Value e; at < end && !scene_is_over(&d->open.scene) && set_next(&it, &e); at++)
    if (at >= from) json_array_append_new(rows, row_json(d, element, e));
  return rows;
}

static void add_set(Desk *d, const NamedValue *v, uint64_t from, uint64_t count, json_t *answer)
{
  json_object_set_new(answer, "columns", set_columns(d, v));
  json_object_set_new(answer, "rows", set_rows(d, v, from, count));
  json_object_set_new(answer, "total", desk_value_size(d, v));
}

/* ---------------------------------------------------------------- of a record */

static void add_record(Desk *d, const NamedValue *v, uint64_t from, uint64_t count, json_t *answer)
{
  const Store *store = d->open.scene.bench.engine->store;
  json_t *rows = json_array();
  for (uint64_t i = from; i < v->shape->count && i - from < count; i++) {
    Row r = {.d = d, .row = json_array()};
    json_array_append_new(r.row, json_report_string(v->shape->names[i]));
    add_cell(&r, v->shape->args[i], record_field(store, v->value, (uint32_t) i));
    json_array_append_new(rows, r.row);
  }
  json_object_set_new(answer, "columns",
                      json_pack("[oo]", column_json("field", NULL), column_json("value", NULL)));
  json_object_set_new(answer, "rows", rows);
  json_object_set_new(answer, "total", json_integer(v->shape->count));
}

bool desk_table(Desk *d, Fields *f, json_t *answer)
{
  uint64_t from = fields_number_or(f, "from", UINT32_MAX, 0);
  uint64_t count = fields_number_or(f, "count", MOST_ROWS, 100);
  NamedValue v;
  if (!desk_named(d, f, &v)) return false;
  if (desk_is_set(&v)) add_set(d, &v, from, count, answer);
  else if (v.shape && v.shape->kind == SHAPE_RECORD) add_record(d, &v, from, count, answer);
  else
    return desk_refuse(d, "this is no table: it is neither a set that can be listed nor a record");
  json_object_set_new(answer, "from", json_integer((json_int_t) from));
  return true;
}
