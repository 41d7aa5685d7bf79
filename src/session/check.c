#include "session/check.h"

#include <assert.h>
#include <unistd.h>

#include "base/clock.h"
#include "csp/guide/guide.h"
#include "lts/b_machine.h"
#include "model/unknown_name.h"

/* Adds predicates to those of the model; false if a text is wrong.  `name` stands for the place of
 * the text. */
static bool add_predicates(Checked *c, Model *model, const CheckPredicates *given, const char *name,
                           PredicateKind kind, const Node **asked)
{
  for (uint32_t i = 0; i < given->count; i++) {
    uint32_t mark = diags_mark(session_diags(c->session));
    const Source *source = session_text(c->session, name, given->texts[i]);
    const Formula *formula = session_formula(c->session, model, source, FORMULA_PRED);
    unknown_name_report(session_diags(c->session), model, formula, mark);
    if (session_has_errors(c->session)) return session_refuse_text(c->session, source);
    b_machine_add(c->machine, formula->node, kind);
    asked[c->asked_count++] = formula->node;
  }
  return true;
}

/* The search goes on from states where it holds; false if the text is wrong. */
static bool set_scope(Checked *c, Model *model, const char *text)
{
  if (!text) return true;
  uint32_t mark = diags_mark(session_diags(c->session));
  const Source *source = session_text(c->session, "<scope>", text);
  const Formula *formula = session_formula(c->session, model, source, FORMULA_PRED);
  unknown_name_report(session_diags(c->session), model, formula, mark);
  if (session_has_errors(c->session)) return session_refuse_text(c->session, source);
  b_machine_set_scope(c->machine, formula->node);
  return true;
}

/* Of the time limit, which has begun with the engine: sizes of sets were looked for; 0: no limit.
 */
static double time_left(const Engine *engine)
{
  double left = engine->options.deadline - clock_seconds();
  return engine->options.deadline <= 0 ? 0 : left > 0.001 ? left : 0.001;
}

static void open(Session *session, const System *system, Checked *c)
{
  assert(system->machine && system->engine);
  *c = (Checked){
      .session = session, .lts = system->lts, .machine = system->machine, .engine = system->engine};
}

static void run(Checked *c, ExploreOptions options)
{
  const SessionOptions *o = session_options(c->session);
  assert(!c->x); /* what is explored is explored once */
  options.max_states = o->max_states;
  options.memory_limit = session_memory_limit(c->session);
  options.time_limit = time_left(c->engine);
  options.cancelled = o->cancelled;
  options.deadlock &= !lts_is_inert(c->lts);
  c->options = options;
  c->x = explore(c->lts, options);
}

bool check_run(Session *session, const System *system, const CheckRequest *request, Checked *c)
{
  open(session, system, c);
  const Node **asked = arena_new_array(session_arena(session), const Node *,
                                       request->invariants.count + request->goals.count + 1);
  c->asked = asked;
  if (!add_predicates(c, system->model, &request->invariants, "<invariant>", PREDICATE_INVARIANT,
                      asked) ||
      !add_predicates(c, system->model, &request->goals, "<goal>", PREDICATE_GOAL, asked) ||
      !set_scope(c, system->model, request->scope))
    return false;
  if (guide_is(c->lts)) guide_refresh(c->lts);
  ExploreOptions options = request->explore;
  options.jobs = session_threads(request->jobs);
  options.parallel_from = request->jobs ? 16 : 0;
  options.eager_threads = request->jobs > 0;
  run(c, options);
  FILE *output = c->engine->options.output;
  if (output) fflush(output);       /* what the model printed comes before the report … */
  c->engine->options.output = NULL; /* … and is not printed again with the traces */
  return true;
}

void check_plain(Session *session, const System *system, ExploreOptions options, Checked *c)
{
  open(session, system, c);
  run(c, options);
}

/* Seen machines change by themselves, so what depends on them is looked at in every state. */
static bool depends_on_seen(const Model *model)
{
  for (uint32_t i = 0; i < model->invariants.len; i++)
    if (model->invariants.data[i].shared) return true;
  return false;
}

void check_gluing(Session *session, const System *system, Checked *c)
{
  check_plain(session, system, (ExploreOptions){.invariant = depends_on_seen(system->model)}, c);
}

void check_close(Checked *c)
{
  exploration_free(c->x);
  *c = (Checked){0};
}

Verdict check_verdict(const Checked *c)
{
  return c->x->violations.len ? VERDICT_FAIL : c->x->complete ? VERDICT_PASS : VERDICT_UNKNOWN;
}

uint32_t check_steps_to(const Checked *c, StateId state)
{
  uint32_t steps = 0;
  for (; state != NO_STATE; state = exploration_from(c->x, state))
    steps += exploration_label(c->x, state) >= LABEL_OPERATION;
  return steps;
}

uint32_t check_gluing_conjuncts(const Model *model)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->invariants.len; i++)
    count += model->invariants.data[i].gluing && model->invariants.data[i].machine == model->main;
  return count;
}
