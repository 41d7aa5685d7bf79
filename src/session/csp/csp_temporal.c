#include <string.h>

#include "lts/print.h"
#include "session/csp/csp_check_impl.h"
#include "session/temporal/temporal_check.h"

/* P |= LTL: "formula", and CTL. */

/* The formula at its place in the script, for mistakes in it; where it has escapes, by itself. */
static const Source *formula_source(Session *session, const CspNode *a)
{
  const char *text = a->name->text;
  const Source *script = sources_at(session_sources(session), a->span.begin);
  const char *begin = script->text + (a->span.begin - script->base);
  size_t length = a->span.end - a->span.begin, all = strlen(text);
  for (size_t i = 1; i + all < length; i++) {
    if (begin[i - 1] != '"' || begin[i + all] != '"' || memcmp(begin + i, text, all) != 0) continue;
    uint32_t at = a->span.begin + (uint32_t) i;
    return source_part(session_arena(session), script, (Span){at, at + (uint32_t) all});
  }
  return session_text(session, a->number ? "CTL" : "LTL", text);
}

typedef struct {
  Lts *lts;
  const TemporalResult *result;
  const char *tau;
  Text text;
  bool first;
} Way;

static void begin_loop(Way *w)
{
  text_add(&w->text, "> it does for ever <");
  w->first = true;
}

/* A step that leads to a position behind the one where the loop begins is one of the loop. */
static void add_step(void *context, const Transition *t, const Value *before, uint32_t position)
{
  Way *w = context;
  const Product *path = &w->result->path;
  if (!before || position == 0) return;
  if (path->kind == PATH_LASSO && position == path->loop + 1) begin_loop(w);
  if (!w->first) text_add(&w->text, ", ");
  if (lts_has_name(w->lts, t, "tau")) text_add(&w->text, w->tau);
  else lts_print_name(&w->text, w->lts, t);
  w->first = false;
}

static void note_way(AssertionRun *r, const TemporalChecked *c, const TemporalResult *result)
{
  Way w = {.lts = c->lts, .result = result, .first = true};
  w.tau = r->checked->request->ascii ? "tau" : "τ";
  text_add(&w.text, "after <");
  temporal_trace(c, result, add_step, &w);
  switch (result->path.kind) {
  case PATH_PREFIX: text_add(&w.text, "> it is violated, whatever follows"); break;
  case PATH_FINITE: text_add(&w.text, "> no further step is possible"); break;
  case PATH_LASSO: text_add(&w.text, ">"); break;
  }
  Arena *arena = session_arena(r->checked->session);
  vec_push(&r->result->notes, arena_copy(arena, text_string(&w.text), w.text.len));
  text_free(&w.text);
}

static void take_result(AssertionRun *r, const TemporalChecked *c)
{
  const TemporalResult *result = &c->results.data[0];
  r->result->verdict = result->verdict;
  r->result->states = c->states;
  uint64_t beginnings = c->atlas ? atlas_initial_count(c->atlas) : 0;
  r->result->transitions = c->transitions > beginnings ? c->transitions - beginnings : 0;
  for (uint32_t i = 0; i < result->reasons.len; i++)
    vec_push(&r->result->reasons, result->reasons.data[i]);
  if (result->vacuous) {
    Arena *arena = session_arena(r->checked->session);
    vec_push(&r->result->notes, arena_printf(arena, "it holds only because %s", result->vacuous));
  }
  if (result->has_path) note_way(r, c, result);
}

void csp_run_temporal(AssertionRun *r, const CspNode *a, Lts *lts)
{
  Session *session = r->checked->session;
  const CspRequest *asked = r->checked->request;
  System system = {.lts = lts, .script = r->checked->script};
  TemporalRequest request = {.jobs = asked->jobs,
                             .progress = asked->progress,
                             .progress_context = asked->progress_context};
  TemporalText text = {formula_source(session, a), NULL, a->number ? LOGIC_CTL : LOGIC_LTL};
  vec_push(&request.texts, text);
  TemporalChecked c;
  if (temporal_check_run(session, &system, &request, &c)) take_result(r, &c);
  else csp_end_unknown(r, "the formula has mistakes");
  temporal_check_close(&c);
  vec_free(&request.texts);
}
