#include "report/graph_report.h"

#include <assert.h>

#include "lts/words.h"
#include "report/graph_list.h"
#include "report/state_picture.h"

static void add_title(const Picture *p, Text *text)
{
  const StateGraph *g = p->graph;
  uint32_t states = states_count(g->states), edges = g->edges.len;
  text_printf(text, "%u state%s, %u transition%s", states, text_plural(states), edges,
              text_plural(edges));
  if (!g->complete)
    text_printf(text, ", not complete: %s", g->reasons.len ? g->reasons.data[0] : "");
  if (p->projection) text_printf(text, "; projected onto %s", p->projection);
}

static void draw(Report *report, Picture *p, DotGraph *graph)
{
  Text title = {0};
  graph->name = report->model ? report->model : report->file;
  text_printf(&title, "%s: ", graph->name);
  add_title(p, &title);
  graph->title = arena_copy(session_arena(report->session), text_string(&title), title.len);
  state_picture_draw(p->graph, graph, p->formula ? picture_project : NULL, p);
  text_free(&title);
}

static void add_fields(Report *report, const StateGraph *g, const DotGraph *drawn)
{
  json_t *fields = report->fields, *reasons = json_array();
  for (uint32_t i = 0; i < g->reasons.len; i++)
    json_array_append_new(reasons, json_report_string(g->reasons.data[i]));
  json_object_set_new(fields, "reasons", reasons);
  json_object_set_new(fields, "states", json_integer(states_count(g->states)));
  json_object_set_new(fields, "transitions", json_integer(g->edges.len));
  json_object_set_new(fields, "nodes", json_integer(drawn->nodes.len));
  json_object_set_new(fields, "edges", json_integer(drawn->edges.len));
  report->incomplete = !g->complete;
}

static void warn_of_part(Report *report, const Picture *p)
{
  Diags *diags = session_diags(report->session);
  Text text = {0};
  add_title(p, &text);
  Diag *diag = diag_warning(diags, SPAN_NONE, "part", "%s", text_string(&text));
  if (!session_options(report->session)->max_states)
    diag_hint(diags, diag, "--max-states N draws more or fewer (default %d)",
              p->formula ? PICTURE_PROJECTED : PICTURE_STATES);
  text_free(&text);
}

Verdict graph_report(Report *report, Picture *p, bool listed, Text *dot)
{
  assert(p->graph && !p->projection == !p->formula);
  const StateGraph *g = p->graph;
  if (!g->complete) warn_of_part(report, p);
  if (g->complete && states_count(g->states) == 0) { /* an empty picture would be none */
    text_printf(&report->out, "FAIL %s\n", words_no_start(p->system->lts));
    json_object_set_new(report->fields, "states", json_integer(0));
    return VERDICT_FAIL;
  }
  DotGraph drawn = {0};
  draw(report, p, &drawn);
  add_fields(report, g, &drawn);
  if (listed) graph_list_add(report->fields, g, &drawn, p->formula != NULL);
  else {
    dot_print(dot, &drawn);
    json_object_set_new(report->fields, "dot", json_report_string(text_string(dot)));
  }
  dot_free(&drawn);
  return VERDICT_PASS;
}
