#include "report/temporal/path_picture.h"

#include <assert.h>
#include <string.h>

#include "lts/print.h"
#include "lts/words.h"
#include "report/state_picture.h"
#include "report/temporal/reason_report.h"
#include "report/temporal/temporal_report.h"

typedef struct { /* a transition of the path, and the node that it leads to */
  StateId to;
  uint32_t position;
  bool setup;
  const char *text, *brief;
} Arrow;

typedef struct {
  const TemporalChecked *checked;
  const TemporalResult *result;
  StateGraph *g;
  VEC(Arrow) arrows;
  uint32_t steps;
} Drawing;

static const char *keep(Drawing *d, Text *text)
{
  const char *kept = arena_copy(d->g->arena, text_string(text), text->len);
  text_free(text);
  return kept;
}

static void take_step(void *context, const Transition *t, const Value *before, uint32_t position)
{
  Drawing *d = context;
  Lts *lts = d->checked->lts;
  Text text = {0}, brief = {0};
  bool fresh;
  (void) before;
  d->steps += position > 0;
  if (position) text_printf(&text, "%u. ", d->steps), text_printf(&brief, "%u. ", d->steps);
  lts_print_transition(&text, lts, t, NULL);
  text_add(&brief, lts->label_name(lts, t->label));
  StateId to = states_add(d->g->states, t->state, NO_STATE, t->label, &fresh);
  while (d->g->facts.len <= to) vec_push(&d->g->facts, (StateFacts){.explored = true});
  StateFacts *facts = &d->g->facts.data[to];
  facts->setup = lts->is_setup(lts, t->state);
  facts->initial |= !position && !facts->setup;
  const char *whole = keep(d, &text);
  vec_push(&d->arrows, ((Arrow){to, position, facts->setup, whole, keep(d, &brief)}));
}

/* What holds and fails at a position, below what is in the node. */
static void add_reason(Drawing *d, const TemporalReason *reason, uint32_t position, DotNode *n)
{
  Text text = {0}, lines = {0};
  reason_show(reason, position, &lines);
  if (n->remark) text_add(&text, n->remark);
  for (char *line = lines.data; line && *line;) {
    char *end = strchr(line, '\n');
    if (end) *end = '\0';
    text_printf(&text, "%s%s", text.len ? "\n" : "", line + strspn(line, " "));
    line = end ? end + 1 : NULL;
  }
  text_free(&lines);
  n->remark = text.len ? keep(d, &text) : NULL;
  text_free(&text);
}

static void add_nodes(Drawing *d, const TemporalReason *reason, DotGraph *dot)
{
  const Product *p = &d->result->path;
  VEC(StateId) ids = {0};
  for (uint32_t i = 0; i < d->arrows.len; i++)
    if (d->arrows.data[i].position < p->path.len) vec_push(&ids, d->arrows.data[i].to);
  if (p->kind == PATH_FINITE) d->g->facts.data[ids.data[ids.len - 1]].stuck = true;
  state_picture_nodes(d->g, ids.data, ids.len, dot);
  for (uint32_t i = 0; i < ids.len; i++) {
    const Arrow *a = &d->arrows.data[i];
    if (a->position) dot->nodes.data[i].initial = false; /* it comes back there */
    if (!a->setup) add_reason(d, reason, a->position, &dot->nodes.data[i]);
  }
  vec_free(&ids);
}

static void add_edges(Drawing *d, DotGraph *dot)
{
  const Product *p = &d->result->path;
  uint32_t before = d->arrows.data[0].setup; /* nodes before the first position */
  for (uint32_t i = 0; i < d->arrows.len; i++) {
    const Arrow *a = &d->arrows.data[i];
    bool back = a->position == p->path.len;
    DotEdge e = {.from = i ? i - 1 : DOT_START,
                 .to = back ? before + p->loop : i,
                 .text = a->text,
                 .brief = a->brief,
                 .loop = p->kind == PATH_LASSO && a->position > p->loop};
    vec_push(&dot->edges, e);
  }
}

static void draw(Report *report, Drawing *d, bool reasons, Text *out)
{
  const TemporalResult *r = d->result;
  TemporalReason reason = {0};
  DotGraph dot = {.name = report->model ? report->model : report->file};
  Text title = {0};
  if (reasons) temporal_reason_open(&reason, d->checked, r);
  temporal_trace(d->checked, r, take_step, d);
  add_nodes(d, &reason, &dot);
  add_edges(d, &dot);
  text_printf(&title, "%s: a path that violates %s", dot.name, r->text);
  temporal_add_length(&title, r);
  dot.title = keep(d, &title);
  dot_print(out, &dot);
  json_object_set_new(report->fields, "nodes", json_integer(dot.nodes.len));
  json_object_set_new(report->fields, "edges", json_integer(dot.edges.len));
  json_object_set_new(report->fields, "dot", json_report_string(text_string(out)));
  dot_free(&dot);
  temporal_reason_close(&reason);
}

static Verdict say_nothing_drawn(Report *report, const TemporalChecked *c, const TemporalResult *r)
{
  Text why = {0};
  Verdict verdict = r->verdict == VERDICT_UNKNOWN ? VERDICT_UNKNOWN : VERDICT_FAIL;
  if (c->no_start) text_add(&why, words_no_start(c->lts));
  else if (r->verdict == VERDICT_PASS) text_printf(&why, "%s holds", r->text);
  else if (r->verdict == VERDICT_FAIL) text_printf(&why, "no path shows that %s fails", r->text);
  else text_add(&why, r->reasons.len ? r->reasons.data[0] : "something could not be computed");
  text_printf(&report->out, "%s not drawn: %s\n", verdict == VERDICT_FAIL ? "FAIL" : "UNKNOWN",
              text_string(&why));
  json_t *reasons = json_array();
  json_array_append_new(reasons, json_report_string(text_string(&why)));
  report_extend(report, "reasons", reasons);
  text_free(&why);
  return verdict;
}

Verdict path_picture_report(Report *report, const TemporalChecked *c, bool reasons, Text *dot)
{
  assert(c->results.len);
  const TemporalResult *r = &c->results.data[0];
  json_object_set_new(report->fields, "formula", json_report_string(r->text));
  report->incomplete |= !temporal_check_complete(c);
  if (!r->has_path) return say_nothing_drawn(report, c, r);
  Drawing d = {.checked = c, .result = r, .g = state_graph_empty(c->lts)};
  report_extend(report, "reasons", json_array());
  draw(report, &d, reasons, dot);
  state_graph_free(d.g);
  vec_free(&d.arrows);
  return VERDICT_PASS;
}
