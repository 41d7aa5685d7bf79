#include "report/graph_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/json_report.h"

static json_t *state_json(const char *text, const DotNode *node)
{
  json_t *state = json_object();
  json_object_set_new(state, "text", json_report_string(text));
  json_object_set_new(state, "brief", json_report_string(node->brief));
  json_object_set_new(state, "remark", json_report_string(node->remark));
  json_object_set_new(state, "setup", json_boolean(node->setup));
  json_object_set_new(state, "initial", json_boolean(node->initial));
  json_object_set_new(state, "violating", json_boolean(node->violating));
  json_object_set_new(state, "deadlocked", json_boolean(node->deadlocked));
  json_object_set_new(state, "goal", json_boolean(node->goal));
  json_object_set_new(state, "unexplored", json_boolean(node->unexplored));
  return state;
}

static json_t *number_or_null(uint32_t number)
{
  return number == UINT32_MAX ? json_null() : json_integer(number);
}

static json_t *edge_json(uint32_t from, uint32_t to, const char *text, json_t *names)
{
  json_t *edge = json_object();
  json_object_set_new(edge, "from", number_or_null(from));
  json_object_set_new(edge, "to", json_integer(to));
  json_object_set_new(edge, "text", json_report_string(text));
  json_object_set_new(edge, "names", names);
  return edge;
}

/* --------------------------------------------------- every state for itself */

/* A line for each variable and constant; the text of a process. */
static void add_whole_state(const StateGraph *g, StateId id, Text *text)
{
  const Value *row = states_row(g->states, id);
  bool named = false;
  for (uint32_t c = 0; c < g->lts->width; c++) {
    const char *name = g->lts->column_name(g->lts, c);
    if (!name) continue;
    named = true;
    if (value_is_none(row[c])) continue;
    text_printf(text, "%s%s = ", text->len ? "\n" : "", name);
    g->lts->print_column(g->lts, text, c, row[c]);
  }
  if (named || !g->lts->describe) return;
  g->lts->describe(g->lts, text, row);
  while (text->len && text->data[text->len - 1] == '\n') text->data[--text->len] = '\0';
}

/* The edge by which each state was found: the first one that leads to it, since states are visited
 * in the order in which they are found. */
static uint32_t *first_edges(const StateGraph *g)
{
  uint32_t count = states_count(g->states);
  uint32_t *first = memory_zeroed(count + 1, sizeof *first);
  memset(first, 0xFF, (count + 1) * sizeof *first);
  for (uint32_t i = 0; i < g->edges.len; i++) {
    uint32_t *edge = &first[g->edges.data[i].to];
    if (*edge == UINT32_MAX) *edge = i;
  }
  return first;
}

static json_t *whole_states(const StateGraph *g, const DotGraph *drawn)
{
  assert(drawn->nodes.len == states_count(g->states));
  json_t *list = json_array();
  uint32_t *first = first_edges(g);
  for (StateId i = 0; i < drawn->nodes.len; i++) {
    Text text = {0};
    add_whole_state(g, i, &text);
    json_t *state = state_json(text_string(&text), &drawn->nodes.data[i]);
    StateId from = first[i] == UINT32_MAX ? NO_STATE : g->edges.data[first[i]].from;
    json_object_set_new(state, "parent", from == NO_STATE ? json_null() : json_integer(from));
    json_object_set_new(state, "step", number_or_null(first[i]));
    json_array_append_new(list, state);
    text_free(&text);
  }
  free(first);
  return list;
}

static json_t *whole_edges(const StateGraph *g)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < g->edges.len; i++) {
    const StateEdge *e = &g->edges.data[i];
    json_t *names = json_array();
    json_array_append_new(names, json_report_string(g->lts->label_name(g->lts, e->label)));
    json_array_append_new(
        list, edge_json(e->from == NO_STATE ? UINT32_MAX : e->from, e->to, e->text, names));
  }
  return list;
}

/* ------------------------------------------------------ a state for each value */

static json_t *projected_states(const DotGraph *drawn)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < drawn->nodes.len; i++) {
    json_t *state = state_json(drawn->nodes.data[i].text, &drawn->nodes.data[i]);
    json_object_set_new(state, "parent", json_null());
    json_object_set_new(state, "step", json_null());
    json_array_append_new(list, state);
  }
  return list;
}

static bool in_list(const json_t *list, const char *text)
{
  for (size_t i = 0; i < json_array_size(list); i++)
    if (!strcmp(json_string_value(json_array_get(list, i)), text)) return true;
  return false;
}

/* The lines of a text, each once. */
static json_t *lines(const char *text)
{
  json_t *list = json_array();
  for (const char *end; *text; text = *end ? end + 1 : end) {
    end = strchr(text, '\n');
    if (!end) end = text + strlen(text);
    Text line = {0};
    text_add_bytes(&line, text, (size_t) (end - text));
    if (!in_list(list, text_string(&line)))
      json_array_append_new(list, json_report_string(text_string(&line)));
    text_free(&line);
  }
  return list;
}

static json_t *projected_edges(const DotGraph *drawn)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < drawn->edges.len; i++) {
    const DotEdge *e = &drawn->edges.data[i];
    uint32_t from = e->from == DOT_START ? UINT32_MAX : e->from;
    json_array_append_new(list, edge_json(from, e->to, e->text, lines(e->brief)));
  }
  return list;
}

void graph_list_add(json_t *fields, const StateGraph *g, const DotGraph *drawn, bool projected)
{
  json_object_set_new(fields, "states",
                      projected ? projected_states(drawn) : whole_states(g, drawn));
  json_object_set_new(fields, "edges", projected ? projected_edges(drawn) : whole_edges(g));
}
