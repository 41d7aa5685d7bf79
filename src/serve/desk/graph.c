#include <stdlib.h>

#include "base/memory.h"
#include "report/json_report.h"
#include "serve/desk/desk_impl.h"

/* Relations as graphs.
 *
 *   x |-> y                an edge from x to y
 *   (x |-> y) |-> l        … with the label l, if x and y are of one type
 *   l |-> {x |-> y, …}     edges with the label l
 *   x |-> {y, …}           an edge to each element */

enum { NODE_BYTES = 200, SHOWN_ELEMENTS = 10, MOST_EDGES = 20000 };

typedef enum { LOOK_NONE, LOOK_PLAIN, LOOK_LABELLED, LOOK_FAMILY, LOOK_SETS } Look;

static Look look_of(const NamedValue *v)
{
  if (!desk_is_set(v) || !shape_is_relation(v->shape) || desk_is_sequence(v)) return LOOK_NONE;
  const Shape *from = shape_element(v->shape)->args[0], *to = shape_element(v->shape)->args[1];
  if (from->kind == SHAPE_PAIR && from->args[0] == from->args[1]) return LOOK_LABELLED;
  if (shape_is_relation(to)) return LOOK_FAMILY;
  return to->kind == SHAPE_SET ? LOOK_SETS : LOOK_PLAIN;
}

typedef struct {
  const Shape *shape;
  Value value;
  uint32_t index;
} GraphNode;

typedef struct {
  Desk *d;
  Store *store;
  uint32_t count, capacity;
  GraphNode *slots; /* a hash table: those without shape are free */
  json_t *nodes, *edges;
  uint64_t total, most;
  bool partial;
} Graph;

static json_t *part_json(Desk *d, const Shape *shape, Value v)
{
  Text text = {0};
  bool cut;
  desk_print_part(d, &text, shape, v, SHOWN_ELEMENTS);
  json_t *json = desk_text_cut(&text, NODE_BYTES, &cut);
  text_free(&text);
  return json;
}

static GraphNode *find_slot(const Graph *g, const Shape *shape, Value v)
{
  uint64_t at = (value_hash(g->store, v) ^ shape->id) & (g->capacity - 1);
  while (g->slots[at].shape && !(g->slots[at].shape == shape && value_same(g->slots[at].value, v)))
    at = (at + 1) & (g->capacity - 1);
  return &g->slots[at];
}

static void grow(Graph *g)
{
  GraphNode *before = g->slots;
  uint32_t count = g->capacity;
  g->capacity = count ? 2 * count : 64;
  g->slots = memory_zeroed(g->capacity, sizeof *g->slots);
  for (uint32_t i = 0; i < count; i++)
    if (before[i].shape) *find_slot(g, before[i].shape, before[i].value) = before[i];
  free(before);
}

static uint32_t node_of(Graph *g, const Shape *shape, Value v)
{
  if (2 * g->count >= g->capacity) grow(g);
  GraphNode *slot = find_slot(g, shape, v);
  if (slot->shape) return slot->index;
  *slot = (GraphNode){shape, v, g->count++};
  json_t *node = json_object();
  json_object_set_new(node, "text", part_json(g->d, shape, v));
  json_array_append_new(g->nodes, node);
  return slot->index;
}

/* From x to y; a label of no shape is none. */
static void add_edge(Graph *g, const Shape *from, Value x, const Shape *to, Value y,
                     const Shape *labels, Value label)
{
  if (g->total++ >= g->most) {
    g->partial = true;
    return;
  }
  json_t *edge = json_object();
  json_object_set_new(edge, "from", json_integer(node_of(g, from, x)));
  json_object_set_new(edge, "to", json_integer(node_of(g, to, y)));
  if (labels) json_object_set_new(edge, "label", part_json(g->d, labels, label));
  json_array_append_new(g->edges, edge);
}

/* The edges of a relation, all with the label. */
static void add_relation(Graph *g, const Shape *pair, Value relation, const Shape *labels,
                         Value label)
{
  SetIter it = set_iter(g->store, pair, relation);
  for (Value v; set_next(&it, &v);)
    add_edge(g, pair->args[0], pair_first(g->store, v), pair->args[1], pair_second(g->store, v),
             labels, label);
}

static void add_elements(Graph *g, const Shape *from, Value x, const Shape *set, Value elements)
{
  SetIter it = set_iter(g->store, shape_element(set), elements);
  for (Value v; set_next(&it, &v);)
    add_edge(g, from, x, shape_element(set), v, NULL, VALUE_UNDEFINED);
}

/* What one pair of the whole stands for. */
static void add_pair(Graph *g, Look look, const Shape *pair, Value v)
{
  const Shape *from = pair->args[0], *to = pair->args[1];
  Value x = pair_first(g->store, v), y = pair_second(g->store, v);
  bool lazy = value_tag(y) == TAG_LAZY;
  if (look == LOOK_LABELLED)
    add_edge(g, from->args[0], pair_first(g->store, x), from->args[1], pair_second(g->store, x), to,
             y);
  else if (look == LOOK_FAMILY && !lazy) add_relation(g, shape_element(to), y, from, x);
  else if (look == LOOK_SETS && !lazy) add_elements(g, from, x, to, y);
  else add_edge(g, from, x, to, y, NULL, VALUE_UNDEFINED);
}

json_t *desk_looks(Desk *d, const NamedValue *v)
{
  json_t *looks = json_array();
  (void) d;
  bool table = desk_is_set(v) || (v->shape && v->shape->kind == SHAPE_RECORD);
  if (table) json_array_append_new(looks, json_string("table"));
  if (look_of(v) != LOOK_NONE) json_array_append_new(looks, json_string("graph"));
  return looks;
}

bool desk_graph(Desk *d, Fields *f, json_t *answer)
{
  Graph g = {.d = d, .most = fields_number_or(f, "most", MOST_EDGES, 500)};
  NamedValue v;
  if (!desk_named(d, f, &v)) return false;
  Look look = look_of(&v);
  if (look == LOOK_NONE) return desk_refuse(d, "this is no graph: it is not a relation");
  g.store = d->open.scene.bench.engine->store;
  g.nodes = json_array();
  g.edges = json_array();
  const Shape *pair = shape_element(v.shape);
  SetIter it = set_iter(g.store, pair, v.value);
  for (Value e; set_next(&it, &e) && !scene_is_over(&d->open.scene);) add_pair(&g, look, pair, e);
  free(g.slots);
  json_object_set_new(answer, "nodes", g.nodes);
  json_object_set_new(answer, "edges", g.edges);
  json_object_set_new(answer, "total", json_integer((json_int_t) g.total));
  json_object_set_new(answer, "partial", json_boolean(g.partial));
  return true;
}
