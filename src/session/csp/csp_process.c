#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "session/csp/csp_check_impl.h"

/* So many states are first looked at one by one: mistakes are mostly near the beginning. */
enum { FEW_STATES = 20000 };

/* ------------------------------------------------------------------ outcomes */

static void add_reason(const AssertionRun *r, const char *reason)
{
  CspTexts *all = &r->result->reasons;
  for (uint32_t i = 0; i < all->len; i++)
    if (!strcmp(all->data[i], reason)) return;
  vec_push(all, arena_copy(session_arena(r->checked->session), reason, strlen(reason)));
}

void csp_end_unknown(AssertionRun *r, const char *reason)
{
  r->result->verdict = VERDICT_UNKNOWN;
  add_reason(r, reason);
}

/* Something in the script has no value. */
void csp_end_wrong(AssertionRun *r, Span span, const char *message)
{
  r->result->verdict = VERDICT_ERROR;
  r->result->fault = span;
  add_reason(r, message);
}

void csp_end_incomplete(AssertionRun *r, const Space *space, bool specification)
{
  const char *format = specification ? "the specification: %s" : "%s";
  Arena *arena = session_arena(r->checked->session);
  if (r->result->verdict == VERDICT_ERROR) return;
  if (space->faulted) {
    r->result->reasons.len = 0;
    csp_end_wrong(r, space->fault, space->fault_message);
  } else
    for (uint32_t i = 0; i < space->reasons.len; i++)
      csp_end_unknown(r, arena_printf(arena, format, space->reasons.data[i]));
}

/* -------------------------------------------------------------- state by state */

Space *csp_open_space(const AssertionRun *r, Lts *lts, Alphabet *alphabet, uint64_t most)
{
  const SessionOptions *o = session_options(r->checked->session);
  uint64_t limit = o->max_states && (!most || o->max_states < most) ? o->max_states : most;
  return space_new(lts, alphabet,
                   (SpaceOptions){.max_states = limit,
                                  .memory_limit = session_memory_limit(r->checked->session),
                                  .cancelled = o->cancelled,
                                  .progress = r->checked->request->progress,
                                  .progress_context = r->checked->request->progress_context,
                                  .deadline = r->deadline});
}

void csp_count_space(const AssertionRun *r, const Space *space)
{
  r->result->states = states_count(space->states);
  r->result->transitions = space->edge_count;
}

bool csp_ask(AssertionRun *r, Lts *lts, const CspNode *a, AskProperty *property, uint64_t most)
{
  Alphabet *alphabet = alphabet_new();
  Space *space = csp_open_space(r, lts, alphabet, most);
  Property *p = property(r, space, a);
  bool decided = p && p->decided;
  csp_count_space(r, space);
  if (p && p->pairs) r->result->pairs = p->pairs;
  if (decided) r->result->verdict = p->holds ? VERDICT_PASS : VERDICT_FAIL;
  if (decided && p->found) r->result->behaviour = csp_behaviour_of_property(r->checked, space, p);
  if (p && !decided && !most) csp_end_incomplete(r, space, false);
  property_free(p);
  space_free(space);
  alphabet_free(alphabet);
  return decided;
}

static Property *ask_divergence(AssertionRun *r, Space *space, const CspNode *a)
{
  (void) r, (void) a;
  return property_divergence_free(space);
}

static Property *ask_both(AssertionRun *r, Space *space, const CspNode *a)
{
  (void) r, (void) a;
  return property_deadlock_free(space, REFINE_FAILURES_DIVERGENCES);
}

/* --------------------------------------------------------------- exploration */

static uint32_t cores(void)
{
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (uint32_t) count;
}

static Exploration *explore_process(const AssertionRun *r, Lts *lts, bool deadlock)
{
  const CspChecked *c = r->checked;
  const SessionOptions *o = session_options(c->session);
  double left = r->deadline - clock_seconds();
  return explore(lts, (ExploreOptions){.deadlock = deadlock,
                                       .keep_going = c->about_process,
                                       .jobs = c->request->jobs ? c->request->jobs : cores(),
                                       .parallel_from = c->request->jobs ? 16 : 0,
                                       .eager_threads = c->request->jobs > 0,
                                       .max_states = o->max_states,
                                       .time_limit = r->deadline <= 0 ? 0
                                                     : left > 0.001   ? left
                                                                      : 0.001,
                                       .memory_limit = session_memory_limit(c->session),
                                       .cancelled = o->cancelled,
                                       .progress = c->request->progress,
                                       .progress_context = c->request->progress_context});
}

/* The beginning is no step. */
static void count_exploration(const AssertionRun *r, const Lts *lts, const Exploration *x)
{
  uint64_t starts = 0;
  for (uint32_t i = 0; i < lts->first_operation; i++) starts += x->enabled[i];
  r->result->states = x->states;
  r->result->transitions = x->transitions >= starts ? x->transitions - starts : 0;
}

static bool has_hidden_steps(Lts *lts, const Exploration *x)
{
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++)
    if (x->enabled[i] && lts->is_hidden && lts->is_hidden(lts, i)) return true;
  return false;
}

/* Where something is wrong, the process is not known to do nothing. */
static bool is_wrong_at(const Exploration *x, StateId state)
{
  for (uint32_t i = 0; i < x->violations.len; i++) {
    const Violation *v = &x->violations.data[i];
    if (v->kind != VIOLATION_DEADLOCK && v->state == state) return true;
  }
  return false;
}

/* What the exploration says, if it says anything: a deadlock, something wrong, or that it did not
 * come to its end. */
static bool end_exploration(AssertionRun *r, Lts *lts, const Exploration *x)
{
  const Violation *wrong = NULL, *deadlock = NULL;
  for (uint32_t i = 0; i < x->violations.len; i++) {
    const Violation *v = &x->violations.data[i];
    if (v->kind != VIOLATION_DEADLOCK) {
      if (!wrong) wrong = v;
    } else if (!is_wrong_at(x, v->state)) deadlock = v;
  }
  if (deadlock) {
    r->result->verdict = VERDICT_FAIL;
    r->result->behaviour = csp_behaviour_of_deadlock(r->checked, lts, x, deadlock->state);
  } else if (wrong) csp_end_wrong(r, wrong->span, wrong->message);
  else if (!x->complete) {
    r->result->verdict = VERDICT_UNKNOWN;
    for (uint32_t i = 0; i < x->reasons.len; i++) add_reason(r, x->reasons.data[i]);
  } else return false;
  return true;
}

/* Few states are looked at one by one.  Many are explored by all threads, first; if there are no
 * hidden steps, nothing diverges. */
void csp_explore(AssertionRun *r, Lts *lts, bool deadlocks, bool divergences)
{
  bool whole = r->checked->about_process; /* all of it is counted */
  if (divergences && !whole &&
      csp_ask(r, lts, NULL, deadlocks ? ask_both : ask_divergence, FEW_STATES))
    return;
  Exploration *x = explore_process(r, lts, deadlocks);
  bool ended = end_exploration(r, lts, x), hidden = has_hidden_steps(lts, x);
  if (!ended) r->result->verdict = VERDICT_PASS;
  uint64_t states, transitions;
  count_exploration(r, lts, x);
  states = r->result->states, transitions = r->result->transitions;
  exploration_free(x);
  if (!ended && divergences && hidden) csp_ask(r, lts, NULL, ask_divergence, 0);
  if (whole) r->result->states = states, r->result->transitions = transitions;
}

/* -------------------------------------------------------------- one by itself */

static CspResult ask_system(CspChecked *c, Lts *lts, const char *text, bool deadlocks, double end)
{
  CspResult result = csp_result_new();
  AssertionRun r = {c, &result, end, {0}};
  double now = clock_seconds();
  result.text = text;
  csp_explore(&r, lts, deadlocks, !deadlocks);
  result.seconds = clock_seconds() - now;
  return result;
}

void csp_check_system(Session *session, Lts *lts, const CspRequest *request, CspChecked *c)
{
  double now = clock_seconds(), limit = session_options(session)->time_limit;
  *c = (CspChecked){.session = session, .request = request, .about_process = true, .started = now};
  double end = limit > 0 ? now + limit : 0;
  vec_push(&c->results, ask_system(c, lts, "deadlock free [F]", true, end));
  vec_push(&c->results, ask_system(c, lts, "divergence free", false, end));
}

CspResult csp_result_new(void)
{
  return (CspResult){.verdict = VERDICT_UNKNOWN,
                     .states = CSP_NO_FIGURE,
                     .transitions = CSP_NO_FIGURE,
                     .pairs = CSP_NO_FIGURE,
                     .spec_states = CSP_NO_FIGURE};
}

/* ------------------------------------------------------------------ altogether */

void csp_check_close(CspChecked *c)
{
  for (uint32_t i = 0; i < c->results.len; i++) {
    vec_free(&c->results.data[i].reasons);
    vec_free(&c->results.data[i].notes);
    csp_behaviour_free(c->results.data[i].behaviour);
  }
  vec_free(&c->results);
  csp_script_free_machine(c->script, c->machine);
}

uint32_t csp_check_count(const CspChecked *c, Verdict verdict)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < c->results.len; i++) count += c->results.data[i].verdict == verdict;
  return count;
}

Verdict csp_check_verdict(const CspChecked *c)
{
  if (csp_check_count(c, VERDICT_FAIL) || csp_check_count(c, VERDICT_ERROR)) return VERDICT_FAIL;
  return csp_check_count(c, VERDICT_UNKNOWN) ? VERDICT_UNKNOWN : VERDICT_PASS;
}
