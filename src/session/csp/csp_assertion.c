#include <assert.h>
#include <string.h>

#include "session/csp/csp_check_impl.h"

/* ------------------------------------------------------------------ outcomes */

static void end_fault(AssertionRun *r)
{
  Evaluator *evaluator = csp_script_evaluator(r->checked->script);
  const CspFault *fault = evaluator_fault(evaluator);
  if (fault->kind == FAULT_EVALUATION) csp_end_wrong(r, fault->span, fault->message);
  else csp_end_unknown(r, fault->kind == FAULT_NONE ? "it cannot be computed" : fault->message);
  evaluator_forget_fault(evaluator);
}

static bool is_supported(AssertionRun *r, int64_t model)
{
  static const char *const names[] = {"T", "F", "FD", "R", "RD", "V", "VD", "FD"};
  if (model <= CSP_FAILURES_DIVERGENCES || model == CSP_NO_MODEL) return true;
  csp_end_unknown(r, arena_printf(session_arena(r->checked->session), "model: %s is not supported",
                                  names[model]));
  return false;
}

static RefineModel model_of(int64_t model)
{
  return model == CSP_TRACES     ? REFINE_TRACES
         : model == CSP_FAILURES ? REFINE_FAILURES
                                 : REFINE_FAILURES_DIVERGENCES;
}

/* ------------------------------------------------------------------- systems */

/* NULL: the result says why. */
static Lts *open_process(AssertionRun *r, const CspNode *process)
{
  Lts *lts = csp_script_lts(r->checked->script, process, r->options);
  if (!lts) end_fault(r);
  return lts;
}

static void free_lts(Lts *lts)
{
  if (lts) lts->free(lts);
}

/* ---------------------------------------------------------------- refinement */

/* Where the specification diverges, everything is allowed: who did not want that should know. */
static void note_lenience(AssertionRun *r, const Refinement *x)
{
  Text text = {0};
  const char *between = "";
  if (!x->lenient.len) return;
  text_add(&text, "after <");
  for (uint32_t i = 1; i < x->lenient.len; i++) {
    if (x->lenient.data[i].action == ACTION_TAU) continue;
    text_printf(&text, "%s%s", between,
                alphabet_text(x->impl->alphabet, x->lenient.data[i].action));
    between = ", ";
  }
  text_add(&text, "> the specification diverges: everything is allowed there");
  vec_push(&r->result->notes, arena_copy(session_arena(r->checked->session), text.data, text.len));
  text_free(&text);
}

static void compare(AssertionRun *r, Space *impl, Space *spec, RefineModel model)
{
  RefineOptions options = {.model = model, .count_hidden = true, .every_pair = r->options.plain};
  Refinement *x = refine(impl, spec, options);
  csp_count_space(r, impl);
  r->result->pairs = x->pairs;
  r->result->spec_states = normal_count(x->normal);
  if (x->decided) r->result->verdict = x->holds ? VERDICT_PASS : VERDICT_FAIL;
  note_lenience(r, x);
  if (x->decided && x->found) r->result->behaviour = csp_behaviour_of_refinement(r->checked, x);
  if (!x->decided) {
    csp_end_incomplete(r, spec, true);
    csp_end_incomplete(r, impl, false);
  }
  refinement_free(x);
}

static void run_refinement(AssertionRun *r, const CspNode *a)
{
  if (!is_supported(r, a->number)) return;
  Lts *spec = open_process(r, a->kids[0]), *impl = spec ? open_process(r, a->kids[1]) : NULL;
  if (impl) {
    Alphabet *alphabet = alphabet_new();
    Space *spec_space = csp_open_space(r, spec, alphabet, 0);
    Space *impl_space = csp_open_space(r, impl, alphabet, 0);
    compare(r, impl_space, spec_space, model_of(a->number));
    space_free(impl_space);
    space_free(spec_space);
    alphabet_free(alphabet);
  }
  free_lts(impl);
  free_lts(spec);
}

/* ----------------------------------------------------------------- properties */

static Property *ask_determinism(AssertionRun *r, Space *space, const CspNode *a)
{
  (void) r;
  return property_deterministic(space, model_of(a->number));
}

/* The sequence of events that the process is to have; DATUM_FAULT: it is none. */
static Datum trace_of(Evaluator *evaluator, const CspNode *expression)
{
  const Pool *pool = evaluator_pool(evaluator);
  Datum trace = evaluator_value(evaluator, expression);
  bool listed = csp_is(expression, CSP_SEQ);
  if (datum_is_fault(trace)) return trace;
  if (!datum_is(trace, DATUM_SEQ))
    return evaluator_raise(evaluator, FAULT_EVALUATION, expression->span,
                           "a sequence of events is needed here");
  for (uint32_t i = 0; i < datum_count(pool, trace); i++) {
    Span span = listed ? expression->kids[i]->span : expression->span;
    if (!evaluator_is_event(evaluator, datum_part(pool, trace, i), span)) return DATUM_FAULT;
  }
  return trace;
}

static Property *ask_trace(AssertionRun *r, Space *space, const CspNode *a)
{
  Evaluator *evaluator = csp_script_evaluator(r->checked->script);
  const Pool *pool = evaluator_pool(evaluator);
  Datum trace = trace_of(evaluator, a->kids[1]);
  if (datum_is_fault(trace)) {
    end_fault(r);
    return NULL;
  }
  VEC(uint32_t) actions = {0};
  for (uint32_t i = 0; i < datum_count(pool, trace); i++) {
    Text text = {0};
    evaluator_print(evaluator, &text, datum_part(pool, trace, i));
    vec_push(&actions, alphabet_add(space->alphabet, text_string(&text), text.len, text.len));
    text_free(&text);
  }
  Property *p = property_has_trace(space, model_of(a->number), actions.data, actions.len);
  vec_free(&actions);
  return p;
}

static void run_by_space(AssertionRun *r, const CspNode *a, AskProperty *property)
{
  if (!is_supported(r, a->number)) return;
  Lts *lts = open_process(r, a->kids[0]);
  if (lts) csp_ask(r, lts, a, property, 0);
  free_lts(lts);
}

static void run_by_exploring(AssertionRun *r, const CspNode *a, bool deadlocks, bool divergences)
{
  if (!is_supported(r, a->number)) return;
  Lts *lts = open_process(r, a->kids[0]);
  if (lts) csp_explore(r, lts, deadlocks, divergences);
  free_lts(lts);
}

static void run_temporal(AssertionRun *r, const CspNode *a)
{
  Lts *lts = open_process(r, a->kids[0]);
  if (lts) csp_run_temporal(r, a, lts);
  free_lts(lts);
}

/* Has the model what the property is about?  NULL: it has. */
static const char *silence_of(const CspNode *a)
{
  bool traces = a->number == CSP_TRACES, failures = a->number == CSP_FAILURES;
  switch (a->kind) {
  case CSP_DEADLOCK_FREE: return traces ? "model: traces say nothing about deadlocks" : NULL;
  case CSP_DETERMINISTIC: return traces ? "model: traces say nothing about refusals" : NULL;
  case CSP_DIVERGENCE_FREE:
    return traces || failures ? "model: traces and failures say nothing about divergences" : NULL;
  default: return NULL;
  }
}

/* ---------------------------------------------------------------- one of them */

/* A bare condition. */
static void run_condition(AssertionRun *r, const CspNode *condition)
{
  Evaluator *evaluator = csp_script_evaluator(r->checked->script);
  Datum value = evaluator_value(evaluator, condition);
  if (!datum_is_fault(value) && !datum_is(value, DATUM_BOOL))
    value = evaluator_raise(evaluator, FAULT_EVALUATION, condition->span,
                            "a truth value is needed here");
  if (datum_is_fault(value)) end_fault(r);
  else r->result->verdict = datum_is_true(value) ? VERDICT_PASS : VERDICT_FAIL;
}

/* Events that wait for hidden steps; false: there are several sets of them. */
static bool take_options(AssertionRun *r, const CspNode *a)
{
  for (uint32_t i = 0; i < a->count; i++) {
    const CspNode *option = a->kids[i];
    if (!csp_is(option, CSP_TAU_PRIORITY)) continue;
    if (r->options.priority && !csp_node_equal(r->options.priority, option->kids[0])) {
      csp_end_unknown(r, "two different sets of events have to wait");
      return false;
    }
    r->options.priority = option->kids[0];
  }
  return true;
}

static void run(AssertionRun *r, const CspNode *a)
{
  const char *silence = silence_of(a);
  if (silence) csp_end_unknown(r, silence);
  if (silence || !take_options(r, a)) return;
  switch (a->kind) {
  case CSP_REFINES: run_refinement(r, a); break;
  case CSP_DEADLOCK_FREE: run_by_exploring(r, a, true, a->number != CSP_FAILURES); break;
  case CSP_DIVERGENCE_FREE: run_by_exploring(r, a, false, true); break;
  case CSP_DETERMINISTIC: run_by_space(r, a, ask_determinism); break;
  case CSP_HAS_TRACE: run_by_space(r, a, ask_trace); break;
  case CSP_HOLDS: run_condition(r, a->kids[0]); break;
  default: assert(csp_is(a, CSP_TEMPORAL)); run_temporal(r, a);
  }
}

void csp_assertion_run(CspChecked *c, const CspNode *node, double deadline, CspResult *result)
{
  bool negated = csp_is(node, CSP_NOT_ASSERT);
  const SessionOptions *o = session_options(c->session);
  uint32_t most = o->max_states < UINT32_MAX ? (uint32_t) o->max_states : 0;
  AssertionRun r = {c, result, deadline, {.plain = c->request->plain, .most_states = most}};
  evaluator_set_limits(csp_script_evaluator(c->script),
                       (Limits){.deadline = deadline,
                                .cancelled = o->cancelled,
                                .memory_limit = session_memory_limit(c->session)});
  run(&r, negated ? node->kids[0] : node);
  assert(result->verdict != VERDICT_UNKNOWN || result->reasons.len);
  if (!negated || result->verdict > VERDICT_FAIL) return;
  result->verdict = result->verdict == VERDICT_PASS ? VERDICT_FAIL : VERDICT_PASS;
  if (result->verdict == VERDICT_FAIL) vec_push(&result->notes, "what is negated holds");
  csp_behaviour_free(result->behaviour);
  result->behaviour = NULL;
}
