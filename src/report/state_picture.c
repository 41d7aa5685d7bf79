#include "report/state_picture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lts/print.h"

enum {
  LINE_LENGTH = 44, /* of a value, in bytes     */
  BRIEF_LENGTH = 36,
  BRIEF_LINES = 3,
  VALUE_LINES = 3,
  LINES = 10,    /* variables of a state     */
  EDGE_LINES = 4 /* of the label of an arrow */
};

static const char *keep(StateGraph *g, const char *text)
{
  return arena_copy(g->arena, text, strlen(text));
}

static void add_cut(Text *text, const char *line, size_t most)
{
  size_t length = strlen(line);
  if (length <= most) {
    text_add(text, line);
    return;
  }
  length = most;
  while (length > 0 && ((unsigned char) line[length] & 0xC0) == 0x80) length--;
  text_printf(text, "%.*s…", (int) length, line);
}

/* Long values go on over a few lines, broken after commas. */
static void add_wrapped(Text *text, const char *value)
{
  for (uint32_t line = 0; strlen(value) > LINE_LENGTH && line < VALUE_LINES - 1; line++) {
    size_t length = LINE_LENGTH;
    while (length > 0 && value[length - 1] != ',') length--;
    if (!length) break;
    text_printf(text, "%.*s\n", (int) length, value);
    value += length;
  }
  add_cut(text, value, LINE_LENGTH);
}

/* A column that has the same value in all states says nothing. */
static bool *shown_columns(StateGraph *g)
{
  bool *shown = arena_new_array(g->arena, bool, g->lts->width + 1), some = false;
  const Value *first = NULL;
  for (uint32_t c = 0; c < g->lts->width; c++) {
    first = NULL;
    for (StateId i = 0; i < states_count(g->states) && !shown[c]; i++) {
      const Value *row = states_row(g->states, i);
      if (g->facts.data[i].setup || !g->lts->column_name(g->lts, c)) continue;
      if (first && !value_same(first[c], row[c])) shown[c] = true;
      first = row;
    }
    some |= shown[c];
  }
  for (uint32_t c = 0; c < g->lts->width && !some; c++)
    shown[c] = g->lts->column_name(g->lts, c) != NULL;
  return shown;
}

/* A state without named columns is a process: its text, if that is one line, or a number. */
static void add_nameless(StateGraph *g, StateId id, size_t most, Text *text)
{
  Text whole = {0};
  if (g->lts->describe) g->lts->describe(g->lts, &whole, states_row(g->states, id));
  const char *line = text_string(&whole), *end = strchr(line, '\n');
  if (end && end[1] == '\0') {
    whole.data[--whole.len] = '\0';
    add_cut(text, line, most);
  } else text_printf(text, "state %u", id + 1);
  text_free(&whole);
}

static const char *state_text(StateGraph *g, StateId id, const bool *shown, bool brief)
{
  Text text = {0};
  const Value *row = states_row(g->states, id);
  uint32_t lines = 0, left = 0;
  for (uint32_t c = 0; c < g->lts->width; c++) {
    const char *name = g->lts->column_name(g->lts, c);
    if (!name || value_is_none(row[c]) || (!shown[c] && !g->facts.data[id].setup)) continue;
    if (lines++ >= (brief ? BRIEF_LINES : LINES)) {
      left++;
      continue;
    }
    Text value = {0};
    g->lts->print_column(g->lts, &value, c, row[c]);
    text_printf(&text, "%s%s = ", text.len ? "\n" : "", name);
    if (brief) add_cut(&text, text_string(&value), BRIEF_LENGTH);
    else add_wrapped(&text, text_string(&value));
    text_free(&value);
  }
  if (left && brief) text_add(&text, "\n…");
  else if (left) text_printf(&text, "\nand %u more", left);
  if (!lts_has_columns(g->lts)) add_nameless(g, id, brief ? BRIEF_LENGTH : LINE_LENGTH, &text);
  const char *kept = keep(g, text_string(&text));
  text_free(&text);
  return kept;
}

/* The states behind a node: one, or those with the same value of the projection. */
typedef struct {
  const char *text, *brief;
  const char *violated; /* by the first of those that violate something */
  uint32_t states, setups, initial, violating, stuck, goals, unexplored;
} Class;

typedef struct {
  uint32_t *of; /* by state: its class, or UINT32_MAX */
  VEC(Class) all;
} Classes;

static uint32_t class_of(StateGraph *g, Classes *classes, const char *text)
{
  for (uint32_t i = 0; i < classes->all.len; i++)
    if (!strcmp(classes->all.data[i].text, text)) return i;
  Text brief = {0};
  add_cut(&brief, text, BRIEF_LENGTH);
  vec_push(&classes->all, ((Class){.text = keep(g, text), .brief = keep(g, text_string(&brief))}));
  text_free(&brief);
  return classes->all.len - 1;
}

static void add_to_class(Class *c, const StateFacts *facts)
{
  c->states++;
  c->setups += facts->setup;
  c->initial += facts->initial;
  c->violating += facts->violated != NULL;
  c->stuck += facts->stuck;
  c->goals += facts->goal;
  c->unexplored += !facts->explored;
  if (!c->violated) c->violated = facts->violated;
}

static void classify(StateGraph *g, Classes *classes, StateProjection *project, void *context)
{
  uint32_t count = states_count(g->states);
  const bool *shown = shown_columns(g);
  classes->of = arena_new_array(g->arena, uint32_t, count + 1);
  for (StateId i = 0; i < count; i++) {
    classes->of[i] = UINT32_MAX;
    if (project && g->facts.data[i].setup) continue;
    if (project) {
      Text text = {0};
      project(context, states_row(g->states, i), &text);
      classes->of[i] = class_of(g, classes, text_string(&text));
      text_free(&text);
    } else {
      classes->of[i] = classes->all.len;
      vec_push(&classes->all, ((Class){.text = state_text(g, i, shown, false),
                                       .brief = state_text(g, i, shown, true)}));
    }
    add_to_class(&classes->all.data[classes->of[i]], &g->facts.data[i]);
  }
}

/* A fact about the states of a class: of how many it is true is said if not of all. */
static void add_fact(Text *text, const Class *c, uint32_t count, const char *fact)
{
  if (!count) return;
  if (text->len) text_add_char(text, '\n');
  add_cut(text, fact, LINE_LENGTH);
  if (count < c->states) text_printf(text, " (%u)", count);
}

static const char *remark_of(StateGraph *g, const Class *c)
{
  Text text = {0};
  add_fact(&text, c, c->violating, c->violated);
  add_fact(&text, c, c->stuck, "deadlock");
  add_fact(&text, c, c->goals, "goal");
  add_fact(&text, c, c->unexplored, "not explored");
  const char *remark = text.len ? keep(g, text_string(&text)) : NULL;
  text_free(&text);
  return remark;
}

static void draw_node(StateGraph *g, DotGraph *dot, const Class *c)
{
  DotNode n = {.text = c->text,
               .brief = c->brief,
               .remark = remark_of(g, c),
               .setup = c->setups,
               .initial = c->initial,
               .violating = c->violating,
               .deadlocked = c->stuck,
               .goal = c->goals,
               .unexplored = c->unexplored};
  if (c->states > 1) n.text = arena_printf(g->arena, "%s\n(%u states)", c->text, c->states);
  vec_push(&dot->nodes, n);
}

/* All arrows from one node to another are one, with at most a few lines. */
typedef struct {
  uint32_t from, to; /* nodes */
  uint32_t edge;
} Arrow;

static int by_ends(const void *a, const void *b)
{
  const Arrow *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  if (x->to != y->to) return x->to < y->to ? -1 : 1;
  return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* The lines of arrows[0 … count-1], each text once. */
static const char *arrow_text(StateGraph *g, const Arrow *arrows, uint32_t count)
{
  assert(count > 0);
  Text text = {0};
  VEC(const char *) lines = {0};
  for (uint32_t i = 0; i < count; i++) {
    const char *line = g->edges.data[arrows[i].edge].text;
    bool known = false;
    for (uint32_t k = 0; k < lines.len && !known; k++) known = !strcmp(lines.data[k], line);
    if (!known) vec_push(&lines, line);
  }
  uint32_t most = lines.len == EDGE_LINES + 1 ? EDGE_LINES + 1 : EDGE_LINES;
  for (uint32_t i = 0; i < lines.len && i < most; i++) {
    if (i) text_add_char(&text, '\n');
    add_cut(&text, lines.data[i], LINE_LENGTH);
  }
  if (lines.len > most) text_printf(&text, "\nand %u more", lines.len - most);
  const char *kept = keep(g, text_string(&text));
  text_free(&text);
  vec_free(&lines);
  return kept;
}

/* The names of their operations, each once. */
static const char *arrow_brief(StateGraph *g, const Arrow *arrows, uint32_t count)
{
  Text text = {0};
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i < count; i++) { /* those of one operation are neighbours, mostly */
    const StateEdge *e = &g->edges.data[arrows[i].edge];
    if (e->label == last) continue;
    last = e->label;
    text_printf(&text, "%s%s", text.len ? "\n" : "", g->lts->label_name(g->lts, e->label));
  }
  const char *kept = keep(g, text_string(&text));
  text_free(&text);
  return kept;
}

/* How many states have one of these arrows. */
static uint32_t source_count(const StateGraph *g, const Arrow *arrows, uint32_t count)
{
  uint32_t sources = 0;
  StateId last = NO_STATE;
  for (uint32_t i = 0; i < count; i++) { /* edges are in the order of their sources */
    StateId from = g->edges.data[arrows[i].edge].from;
    sources += from != last;
    last = from;
  }
  return sources;
}

static void draw_edges(StateGraph *g, DotGraph *dot, const Classes *classes)
{
  assert(g->facts.len >= states_count(g->states));
  VEC(Arrow) arrows = {0};
  for (uint32_t i = 0; i < g->edges.len; i++) {
    const StateEdge *e = &g->edges.data[i];
    uint32_t from = e->from == NO_STATE ? DOT_START : classes->of[e->from], to = classes->of[e->to];
    if (to != UINT32_MAX) vec_push(&arrows, ((Arrow){from, to, i}));
  }
  if (arrows.len) qsort(arrows.data, arrows.len, sizeof *arrows.data, by_ends);
  for (uint32_t i = 0, end; i < arrows.len; i = end) {
    const Arrow *first = &arrows.data[i];
    for (end = i + 1; end < arrows.len && arrows.data[end].from == first->from &&
                      arrows.data[end].to == first->to;)
      end++;
    bool some = first->from != DOT_START &&
                source_count(g, first, end - i) < classes->all.data[first->from].states;
    DotEdge edge = {.from = first->from,
                    .to = first->to,
                    .text = arrow_text(g, first, end - i),
                    .brief = arrow_brief(g, first, end - i),
                    .some = some};
    vec_push(&dot->edges, edge);
  }
  vec_free(&arrows);
}

void state_picture_draw(StateGraph *g, DotGraph *dot, StateProjection *project, void *context)
{
  Classes classes = {0};
  classify(g, &classes, project, context);
  for (uint32_t i = 0; i < classes.all.len; i++) draw_node(g, dot, &classes.all.data[i]);
  draw_edges(g, dot, &classes);
  vec_free(&classes.all);
}

void state_picture_nodes(StateGraph *g, const StateId *states, uint32_t count, DotGraph *dot)
{
  Classes classes = {0};
  classify(g, &classes, NULL, NULL);
  for (uint32_t i = 0; i < count; i++) draw_node(g, dot, &classes.all.data[classes.of[states[i]]]);
  vec_free(&classes.all);
}
