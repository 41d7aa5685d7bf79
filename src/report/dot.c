#include "report/dot.h"

#include <stdlib.h>

#include "base/memory.h"

/* How much is written.  BRIEF: short texts; NUMBERS: only numbers of nodes, and no texts
 * at arrows; CLOUD: the same, placed by forces, since there would be no end to rows. */
typedef enum { WHOLE, BRIEF, NUMBERS, CLOUD } Detail;

static Detail detail_of(const DotGraph *g)
{
  uint32_t nodes = g->nodes.len, edges = g->edges.len;
  return nodes <= 60 && edges <= 250     ? WHOLE
         : nodes <= 150 && edges <= 700  ? BRIEF
         : nodes <= 300 && edges <= 1500 ? NUMBERS
                                         : CLOUD;
}

/* --------------------------------------------------------------------- texts */

static void add_escaped(Text *out, const char *text)
{
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') text_add_char(out, '\\');
    if (*text == '\n') text_add(out, "\\n");
    else text_add_char(out, *text);
  }
}

static void add_attribute(Text *out, const char *name, const char *value)
{
  bool first = out->len > 0 && out->data[out->len - 1] == '[';
  text_printf(out, "%s%s=\"", first ? "" : " ", name);
  add_escaped(out, value);
  text_add_char(out, '"');
}

/* --------------------------------------------------------------------- nodes */

static const char *shape_of(const DotNode *n)
{
  return n->violating ? "octagon" : n->goal ? "hexagon" : n->setup ? "note" : "box";
}

static const char *fill_of(const DotNode *n)
{
  return n->violating    ? "#f6c6c0"
         : n->deadlocked ? "#d8d8d8"
         : n->goal       ? "#cfe8c8"
         : n->setup      ? "#f4f0d8"
                         : "#ffffff";
}

static void add_style(Text *out, const DotNode *n)
{
  bool round = !n->violating && !n->goal && !n->setup && !n->deadlocked;
  text_printf(out, " shape=%s style=\"filled%s%s\" fillcolor=\"%s\"", shape_of(n),
              round ? ",rounded" : "", n->unexplored ? ",dashed" : "", fill_of(n));
  if (n->initial) text_add(out, " peripheries=2");
  if (n->deadlocked) text_add(out, " penwidth=3");
}

/* A word that says what is special about the node. */
static const char *word_of(const DotNode *n)
{
  return n->violating    ? "\nviolation"
         : n->deadlocked ? "\ndeadlock"
         : n->goal       ? "\ngoal"
         : n->unexplored ? "\nopen"
                         : "";
}

static void add_node(Text *out, const DotNode *n, uint32_t number, Detail detail)
{
  Text label = {0}, whole = {0};
  text_printf(&whole, n->remark ? "%s\n%s" : "%s", n->text, n->remark);
  if (detail == WHOLE) text_add(&label, text_string(&whole));
  else if (detail == BRIEF) text_printf(&label, "%s%s", n->brief, word_of(n));
  else text_printf(&label, "%u%s", number + 1, word_of(n));
  text_printf(out, "  s%u [", number);
  add_attribute(out, "label", text_string(&label));
  if (detail != WHOLE) add_attribute(out, "tooltip", text_string(&whole));
  add_style(out, n);
  text_add(out, "];\n");
  text_free(&label);
  text_free(&whole);
}

/* --------------------------------------------------------------------- edges */

/* If there are rows, arrows back towards the start do not decide where nodes are placed, so that
 * the number of steps grows from top to bottom. */
static void add_edge(Text *out, const DotEdge *e, const uint32_t *row, Detail detail)
{
  if (e->from == DOT_START) text_add(out, "  start");
  else text_printf(out, "  s%u", e->from);
  text_printf(out, " -> s%u [", e->to);
  if (detail == WHOLE) add_attribute(out, "label", e->text);
  if (detail == BRIEF) add_attribute(out, "label", e->brief);
  if (detail != WHOLE) add_attribute(out, "tooltip", e->text);
  if (e->some) text_add(out, " style=dashed");
  if (e->loop) text_add(out, " penwidth=2.5 color=\"#b03a2e\"");
  if (row && e->from != DOT_START && row[e->to] < row[e->from]) text_add(out, " constraint=false");
  text_add(out, "];\n");
}

/* By node: the number of steps from the start; UINT32_MAX - 1 if no way leads there. */
static uint32_t *rows_of(const DotGraph *g)
{
  uint32_t *row = calloc(g->nodes.len + 1, sizeof *row);
  if (!row) memory_exhausted();
  for (uint32_t i = 0; i < g->nodes.len; i++) row[i] = UINT32_MAX - 1;
  bool changed = true;
  for (uint32_t depth = 0; changed; depth++) {
    changed = false;
    for (uint32_t i = 0; i < g->edges.len; i++) {
      const DotEdge *e = &g->edges.data[i];
      bool from = e->from == DOT_START ? depth == 0 : depth > 0 && row[e->from] == depth - 1;
      if (!from || row[e->to] <= depth) continue;
      row[e->to] = depth;
      changed = true;
    }
  }
  return row;
}

/* ------------------------------------------------------------------- legend */

typedef struct {
  bool setup, initial, violating, deadlocked, goal, unexplored, some, loop;
} Kinds;

static Kinds kinds_of(const DotGraph *g)
{
  Kinds k = {0};
  for (uint32_t i = 0; i < g->nodes.len; i++) {
    const DotNode *n = &g->nodes.data[i];
    k.setup |= n->setup;
    k.initial |= n->initial;
    k.violating |= n->violating;
    k.deadlocked |= n->deadlocked;
    k.goal |= n->goal;
    k.unexplored |= n->unexplored;
  }
  for (uint32_t i = 0; i < g->edges.len; i++) {
    k.some |= g->edges.data[i].some;
    k.loop |= g->edges.data[i].loop;
  }
  return k;
}

static void add_meaning(Text *text, bool there, const char *meaning)
{
  if (there) text_printf(text, "%s%s", text->len ? ", " : "", meaning);
}

/* What the shapes mean that occur. */
static void add_legend(Text *out, const DotGraph *g, Detail detail)
{
  Kinds k = kinds_of(g);
  Text text = {0}, label = {0};
  add_meaning(&text, k.initial, "double line: initial");
  add_meaning(&text, k.violating, "octagon: violation");
  add_meaning(&text, k.deadlocked, "thick line: deadlock");
  add_meaning(&text, k.goal, "hexagon: goal");
  add_meaning(&text, k.unexplored, "dashed line: not explored");
  add_meaning(&text, k.setup, "note: set-up of constants");
  add_meaning(&text, k.some, "dashed arrow: of some of the states");
  add_meaning(&text, k.loop, "thick arrow: of the loop, which is repeated for ever");
  add_escaped(&label, g->title);
  text_add(&label, "\\l");
  if (text.len) text_printf(&label, "%s\\l", text.data);
  if (detail >= NUMBERS)
    text_add(&label,
             "the numbers stand for states; an SVG shows a state when the pointer is on it\\l");
  text_printf(out, "label=\"%s\"", text_string(&label));
  text_free(&text);
  text_free(&label);
}

/* States are wider than high, so rows of many are better from left to right. */
static void add_layout(Text *out, Detail detail)
{
  static const char *const layouts[] = {
      [WHOLE] = "rankdir=TB nodesep=0.25 ranksep=0.5",
      [BRIEF] = "rankdir=LR nodesep=0.1 ranksep=0.6",
      [NUMBERS] = "rankdir=LR nodesep=0.08 ranksep=0.6",
      [CLOUD] = "layout=sfdp overlap=prism outputorder=edgesfirst",
  };
  bool small = detail != WHOLE;
  text_printf(out, " labelloc=b labeljust=l fontname=\"Helvetica\" fontsize=11 %s];\n",
              layouts[detail]);
  text_printf(
      out,
      "  node [fontname=\"Helvetica\" fontsize=%d margin=\"0.08,0.04\" height=0.25 width=0.3];\n",
      small ? 9 : 11);
  text_printf(out, "  edge [fontname=\"Helvetica\" fontsize=%d arrowsize=%s color=\"%s\"];\n",
              small ? 8 : 9, small ? "0.5" : "0.7", small ? "#888888" : "#444444");
}

void dot_print(Text *out, const DotGraph *g)
{
  bool start = false;
  Detail detail = detail_of(g);
  text_add(out, "digraph \"");
  add_escaped(out, g->name);
  text_add(out, "\" {\n  graph [");
  add_legend(out, g, detail);
  add_layout(out, detail);
  for (uint32_t i = 0; i < g->edges.len; i++) start |= g->edges.data[i].from == DOT_START;
  if (start) text_add(out, "  start [label=\"\" shape=point width=0.12];\n");
  for (uint32_t i = 0; i < g->nodes.len; i++) add_node(out, &g->nodes.data[i], i, detail);
  uint32_t *row = detail == CLOUD ? NULL : rows_of(g);
  for (uint32_t i = 0; i < g->edges.len; i++) add_edge(out, &g->edges.data[i], row, detail);
  free(row);
  text_add(out, "}\n");
}

void dot_free(DotGraph *g)
{
  vec_free(&g->nodes);
  vec_free(&g->edges);
}
