#include "session/display/grid.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int64_t row, column;
  uint32_t layer, order; /* order: of the entries of a layer */
  Value value;
  const Shape *shape;
} Entry;

typedef struct {
  Grid *grid;
  Display *display;
  Engine *engine;
  VEC(Entry) entries;
  uint32_t layer; /* that is being read */
  bool full;      /* it has more entries than a grid can show */
} Painter;

enum { MOST_ENTRIES = 1000000 };

/* -------------------------------------------------------------- reading layers */

static bool is_coordinate(const Shape *s) { return s->kind == SHAPE_INTEGER || shape_is_atom(s); }

static bool is_pair_from_coordinate(const Shape *s)
{
  return s->kind == SHAPE_PAIR && is_coordinate(s->args[0]);
}

/* False: a number that no grid has room for. */
static bool coordinate(const Shape *s, Value v, int64_t *n)
{
  if (s->kind == SHAPE_BOOL) *n = value_is_true(v);
  else if (s->kind == SHAPE_GIVEN) *n = (int64_t) value_atom_index(v) + 1;
  else if (value_is_small(v)) *n = value_small_int(v);
  else return false;
  return true;
}

static void add_entry(Painter *p, int64_t row, int64_t column, const Shape *shape, Value v)
{
  if (p->entries.len >= MOST_ENTRIES) p->full = true;
  else vec_push(&p->entries, ((Entry){row, column, p->layer, p->entries.len, v, shape}));
}

/* column |-> v */
static bool read_pair(Painter *p, int64_t row, const Shape *s, Value v)
{
  Store *store = p->engine->store;
  int64_t column;
  if (!coordinate(s->args[0], pair_first(store, v), &column)) return false;
  add_entry(p, row, column, s->args[1], pair_second(store, v));
  return true;
}

static bool is_lazy(Value v) { return value_tag(v) == TAG_LAZY; }

/* The set, element by element; VALUE_FAULT, VALUE_UNKNOWN: it has none. */
static Value expanded(Painter *p, const Shape *set, Value v)
{
  if (!is_lazy(v)) return v;
  return reference_expand(p->display->scene->bench.reference, shape_element(set), v, SPAN_NONE);
}

/* A function of columns. */
static bool read_row(Painter *p, int64_t row, const Shape *s, Value v)
{
  v = expanded(p, s, v);
  if (value_is_none(v)) return false;
  SetIter it = set_iter(p->engine->store, shape_element(s), v);
  bool good = true;
  for (Value pair; good && set_next(&it, &pair);) good = read_pair(p, row, shape_element(s), pair);
  return good;
}

/* (row |-> column) |-> v, row |-> (column |-> v), row |-> function, column |-> v */
static bool read_entry(Painter *p, const Shape *s, Value v)
{
  Store *store = p->engine->store;
  const Shape *left = s->args[0], *right = s->args[1];
  Value first = pair_first(store, v), second = pair_second(store, v);
  int64_t row, column;
  if (left->kind == SHAPE_PAIR) {
    if (!coordinate(left->args[0], pair_first(store, first), &row) ||
        !coordinate(left->args[1], pair_second(store, first), &column))
      return false;
    add_entry(p, row, column, right, second);
    return true;
  }
  if (right->kind == SHAPE_PAIR ? !is_pair_from_coordinate(right) : !shape_is_relation(right))
    return read_pair(p, 1, s, v);
  if (!coordinate(left, first, &row)) return false;
  if (right->kind == SHAPE_PAIR) return read_pair(p, row, right, second);
  if (!is_pair_from_coordinate(shape_element(right))) return read_pair(p, 1, s, v);
  return read_row(p, row, right, second);
}

/* Is it a set of pairs whose first parts are places? */
static bool is_grid(const Shape *s)
{
  if (!shape_is_relation(s)) return false;
  const Shape *left = shape_element(s)->args[0];
  if (left->kind != SHAPE_PAIR) return is_coordinate(left);
  return is_coordinate(left->args[0]) && is_coordinate(left->args[1]);
}

static void read_layer(Painter *p, const DisplayFormula *layer)
{
  Value v = bench_value(&p->display->scene->bench, layer->formula);
  const Shape *shape = engine_shape(p->engine, layer->formula->node->type);
  uint32_t before = p->entries.len;
  bool good = true;
  if (!value_is_none(v) && is_grid(shape)) v = expanded(p, shape, v);
  if (value_is_none(v)) {
    trouble_fault(&p->grid->troubles, p->engine, layer->definition, v);
    return;
  }
  if (!is_grid(shape)) {
    if (shape_is_relation(shape))
      trouble_add(&p->grid->troubles, layer->span,
                  "%s is shown in one cell: rows and columns are numbers or elements of sets",
                  layer->definition);
    add_entry(p, 1, 1, shape, v);
    return;
  }
  SetIter it = set_iter(p->engine->store, shape_element(shape), v);
  for (Value pair; good && !p->full && set_next(&it, &pair);)
    good = read_entry(p, shape_element(shape), pair);
  if (good) return;
  p->entries.len = before;
  trouble_add(&p->grid->troubles, SPAN_NONE,
              "%s is not shown: a row or column is too large a number, or cannot be computed",
              layer->definition);
}

/* ------------------------------------------------------------------- the frame */

static int by_place(const void *a, const void *b)
{
  const Entry *x = a, *y = b;
  if (x->row != y->row) return x->row < y->row ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  if (x->layer != y->layer) return x->layer > y->layer ? -1 : 1; /* the highest one first */
  return x->order < y->order ? -1 : 1;
}

/* So many lines are needed from `first` to `last`, at most `most`. */
static uint32_t span_length(int64_t first, int64_t last, uint32_t most)
{
  uint64_t length = (uint64_t) last - (uint64_t) first;
  return length < most ? (uint32_t) length + 1 : most;
}

static void frame(Painter *p)
{
  Grid *g = p->grid;
  int64_t last_row = INT64_MIN, last_column = INT64_MIN;
  g->row = g->column = INT64_MAX;
  for (uint32_t i = 0; i < p->entries.len; i++) {
    const Entry *e = &p->entries.data[i];
    if (e->row < g->row) g->row = e->row;
    if (e->row > last_row) last_row = e->row;
    if (e->column < g->column) g->column = e->column;
    if (e->column > last_column) last_column = e->column;
  }
  g->columns = span_length(g->column, last_column, GRID_MOST_LINES);
  uint32_t room = GRID_MOST_CELLS / g->columns;
  g->rows = span_length(g->row, last_row, room < GRID_MOST_LINES ? room : GRID_MOST_LINES);
  g->cells = arena_new_array(g->arena, Cell, (size_t) g->rows * g->columns);
}

/* ------------------------------------------------------------------- the cells */

static const char *kept(Grid *g, const Text *text)
{
  return arena_copy(g->arena, text_string(text), text->len);
}

static const char *string_of(Painter *p, const Formula *f)
{
  Value v = bench_value(&p->display->scene->bench, f);
  if (!value_is_none(v)) {
    size_t length;
    const char *text = value_string_of(p->engine->store, v, &length);
    return arena_copy(p->grid->arena, text, length);
  }
  trouble_fault(&p->grid->troubles, p->engine, "a name of an image or a text", v);
  return NULL;
}

static const DisplayLabel *label_of(const DisplayLabel *labels, uint32_t count, int64_t number)
{
  for (uint32_t i = 0; i < count; i++)
    if (labels[i].number == number) return &labels[i];
  return NULL;
}

/* The image of the number, shared by all cells that show it; UINT32_MAX: there is none. */
static uint32_t image_of(Painter *p, int64_t number)
{
  Grid *g = p->grid;
  for (uint32_t i = 0; i < g->images.len; i++)
    if (g->images.data[i].number == number) return i;
  const DisplayLabel *label = label_of(p->display->images.data, p->display->images.len, number);
  const char *file = label ? string_of(p, label->formula) : NULL;
  if (!file) return UINT32_MAX;
  vec_push(&g->images, ((GridImage){(uint32_t) number, file}));
  return g->images.len - 1;
}

/* The number that a value stands for; -1: it stands for none that images and texts have. */
static int64_t number_of(const Shape *s, Value v)
{
  int64_t n;
  return is_coordinate(s) && coordinate(s, v, &n) && n >= 0 && n <= UINT32_MAX ? n : -1;
}

static void paint(Painter *p, Cell *cell, const Shape *s, Value v)
{
  Text text = {0};
  int64_t number = number_of(s, v);
  uint32_t image = number >= 0 ? image_of(p, number) : UINT32_MAX;
  const DisplayLabel *label = number >= 0 && image == UINT32_MAX
                                  ? label_of(p->display->texts.data, p->display->texts.len, number)
                                  : NULL;
  cell->kind = image == UINT32_MAX ? CELL_TEXT : CELL_IMAGE;
  cell->image = image == UINT32_MAX ? 0 : image;
  cell->text = label ? string_of(p, label->formula) : NULL;
  if (cell->text) return;
  size_t length;
  if (s->kind == SHAPE_STRING) {
    const char *string = value_string_of(p->engine->store, v, &length);
    text_add_bytes(&text, string, length);
  } else {
    FormatStyle style = p->display->scene->bench.style;
    style.most = 0;
    style.sequences = SEQUENCES_BY_SHAPE;
    engine_format(p->engine, &text, s, v, style);
  }
  cell->text = kept(p->grid, &text);
  text_free(&text);
}

static void warn_of_two(Painter *p, const Entry *e)
{
  const DisplayFormula *layer = &p->display->layers.data[e->layer];
  trouble_add(&p->grid->troubles, layer->span,
              "%s gives several values to a cell, such as row %lld, column %lld: the first one is "
              "shown",
              layer->definition, (long long) e->row, (long long) e->column);
}

static void fill(Painter *p)
{
  Grid *g = p->grid;
  bool warned = false;
  qsort(p->entries.data, p->entries.len, sizeof *p->entries.data, by_place);
  const Entry *before = NULL;
  for (uint32_t i = 0; i < p->entries.len; i++) {
    const Entry *e = &p->entries.data[i];
    bool again = before && before->row == e->row && before->column == e->column;
    if (again && before->layer == e->layer && !warned) {
      warned = true;
      warn_of_two(p, e);
    }
    before = e;
    if (again) continue;
    uint64_t row = (uint64_t) e->row - (uint64_t) g->row;
    uint64_t column = (uint64_t) e->column - (uint64_t) g->column;
    if (row < g->rows && column < g->columns)
      paint(p, &g->cells[row * g->columns + column], e->shape, e->value);
    else g->cut++;
  }
  if (g->cut)
    trouble_add(&g->troubles, SPAN_NONE,
                "the picture is cut off: %llu cells are beyond its %u rows and %u columns",
                (unsigned long long) g->cut, g->rows, g->columns);
}

static bool is_true(Painter *p, const Formula *f)
{
  return f && value_is_true(bench_value(&p->display->scene->bench, f));
}

void grid_make(Grid *g, Display *d)
{
  *g = (Grid){.arena = arena_new()};
  g->troubles.arena = g->arena;
  Scene *s = d->scene;
  if (!d->layers.len || !s->animator || !animator_running(s->animator)) return;
  Painter p = {.grid = g, .display = d, .engine = s->bench.engine};
  scene_enter(s);
  for (; p.layer < d->layers.len; p.layer++) read_layer(&p, &d->layers.data[p.layer]);
  if (p.full)
    trouble_add(&g->troubles, SPAN_NONE,
                "the picture has more than %d entries: the rest is not shown", MOST_ENTRIES);
  g->justify = is_true(&p, d->left)    ? JUSTIFY_LEFT
               : is_true(&p, d->right) ? JUSTIFY_RIGHT
                                       : JUSTIFY_CENTRE;
  if (p.entries.len) {
    frame(&p);
    fill(&p);
  }
  vec_free(&p.entries);
  engine_forget(p.engine);
}

void grid_free(Grid *g)
{
  vec_free(&g->images);
  vec_free(&g->troubles);
  arena_free(g->arena);
  *g = (Grid){0};
}
