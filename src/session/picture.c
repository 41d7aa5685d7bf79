#include "session/picture.h"

#include <assert.h>

#include "lts/b_machine.h"
#include "model/unknown_name.h"

enum { MOST_PROJECTED_EDGES = 20000 }; /* of one state */

static bool open_projection(Picture *p, Session *session, bool unicode)
{
  Model *model = p->system->model;
  assert(model);
  bench_open(&p->bench, session, model, p->system->engine);
  p->bench.style.most = 20;
  p->bench.style.unicode = unicode;
  uint32_t mark = diags_mark(session_diags(session));
  p->formula = bench_formula(&p->bench, "<project>", p->projection, FORMULA_EXPR_OR_PRED);
  if (p->formula) unknown_name_report(session_diags(session), model, p->formula, mark);
  return !session_has_errors(session) || session_refuse_text(session, NULL);
}

static StateGraph *explore_states(const Picture *p, const SessionOptions *o)
{
  Engine *engine = p->system->engine;
  StateGraphOptions options = {.max_states = p->formula ? PICTURE_PROJECTED : PICTURE_STATES,
                               .max_edges = p->formula ? MOST_PROJECTED_EDGES : 0,
                               .time_limit = o->time_limit,
                               .cancelled = o->cancelled,
                               .stop = engine ? &engine->expired : NULL};
  if (o->max_states) options.max_states = o->max_states;
  if (engine) engine->options.output = NULL; /* what models print is no picture */
  return state_graph_new(p->system->lts, options);
}

bool picture_open(Session *session, const System *system, const char *projection, bool unicode,
                  Picture *p)
{
  *p = (Picture){.system = system, .projection = projection};
  if (projection && !open_projection(p, session, unicode)) {
    picture_close(p);
    return false;
  }
  p->graph = explore_states(p, session_options(session));
  return true;
}

void picture_close(Picture *p)
{
  state_graph_free(p->graph);
  if (p->bench.reference) bench_close(&p->bench);
  *p = (Picture){0};
}

void picture_project(void *picture, const Value *state, Text *text)
{
  Picture *p = picture;
  assert(p->formula);
  Engine *e = p->bench.engine;
  b_machine_enter(p->system->machine, state);
  Answer answer = bench_answer(&p->bench, p->formula, false, text);
  if (answer == ANSWER_FAULT) text_printf(text, "not well-defined: %s", e->fault.message);
  if (answer == ANSWER_UNKNOWN) text_printf(text, "unknown: %s", e->cause ? e->cause : "");
  while (text->len && text->data[text->len - 1] == '\n') text->data[--text->len] = '\0';
  engine_forget(e);
}
