#include "session/prove/inductive_check.h"

#include "prove/rules/formula.h"
#include "session/prove/asking.h"
#include "session/prove/obligations.h"

/* For each trial of a search for reasons, and for what is only good to know. */
static const double seconds_per_trial = 1, seconds_aside = 1;

typedef struct {
  Asking asking;
  const InductiveRequest *request;
  InductiveChecked *checked;
  uint32_t done, all; /* questions */
} Inquiry;

static void tell_progress(Inquiry *q)
{
  q->done++;
  if (q->request->progress) q->request->progress(q->request->progress_context, q->done, q->all);
}

static void ask_for(Inquiry *q, double seconds, const Sequent *sequent, Proof *proof)
{
  Asking asking = q->asking;
  if (seconds < asking.seconds) asking.seconds = seconds;
  if (asking_must_stop(q->asking.session, q->asking.end))
    *proof = (Proof){.status = PROOF_UNKNOWN, .why = "not tried"};
  else asking_prove(&asking, q->checked->steps.all, sequent, proof);
  tell_progress(q);
}

static void ask(Inquiry *q, const Sequent *sequent, Proof *proof)
{
  ask_for(q, q->asking.seconds, sequent, proof);
}

/* Asks, and for the reasons of a positive answer. */
static void ask_reasons(Inquiry *q, const Sequent *sequent, Reasoned *r)
{
  r->sequent = sequent;
  ask_for(q, seconds_aside, sequent, &r->proof);
  if (r->proof.status != PROOF_PROVED) return;
  ProofLimits limits =
      asking_limits(q->asking.session, q->asking.end, q->asking.seconds, HYPOTHESES_ALL);
  limits.foreign = q->asking.foreign;
  core_find(q->asking.prover, q->checked->steps.all, sequent, &limits, seconds_per_trial,
            q->asking.arena, &r->core);
}

/* Conjunct by conjunct, which is easier to prove than all at once. */
enum { INITIALISATION = UINT32_MAX };
static ProofStatus ask_conjuncts(Inquiry *q, uint32_t operation)
{
  InductiveChecked *c = q->checked;
  const Clauses *invariants = &c->steps.model->invariants;
  ProofStatus all = PROOF_PROVED;
  for (uint32_t i = 0; i < invariants->len && all == PROOF_PROVED; i++) {
    Proof proof;
    if (!clause_is_invariant(&invariants->data[i])) continue;
    if (asking_must_stop(q->asking.session, q->asking.end)) return PROOF_UNKNOWN;
    const Sequent *sequent = operation == INITIALISATION ? steps_establishes(&c->steps, i)
                                                         : steps_preserves(&c->steps, operation, i);
    asking_prove(&q->asking, c->steps.all, sequent, &proof);
    all = proof.status;
    proof_free(&proof);
  }
  return all;
}

/* What the conjuncts do not decide is asked again in a way that shows the step. */
static void ask_operation(Inquiry *q, uint32_t index)
{
  InductiveChecked *c = q->checked;
  InductiveStep step = {.operation = c->steps.operations.data[index]};
  if (ask_conjuncts(q, index) == PROOF_PROVED) {
    step.preserves = (Proof){.status = PROOF_PROVED};
    tell_progress(q);
  } else {
    uint32_t *operations = arena_new_array(c->arena, uint32_t, 1);
    operations[0] = index;
    step.path = steps_along(&c->steps, operations, 1, false);
    ask(q, step.path.sequent, &step.preserves);
  }
  ask_reasons(q, steps_never(&c->steps, index), &step.never);
  vec_push(&c->all, step);
}

static void ask_start(Inquiry *q)
{
  InductiveChecked *c = q->checked;
  InductiveStep step = {.path = {.from_start = true}};
  if (ask_conjuncts(q, INITIALISATION) == PROOF_PROVED) {
    step.preserves = (Proof){.status = PROOF_PROVED};
    tell_progress(q);
  } else {
    step.path.sequent = steps_from_start(&c->steps, 0);
    ask(q, step.path.sequent, &step.preserves);
  }
  Sequent *never = arena_new_array(c->arena, Sequent, 1);
  *never = *steps_from_start(&c->steps, 0);
  never->goal = build_truth(&c->steps.build, false);
  if (step.preserves.status == PROOF_PROVED) ask_reasons(q, never, &step.never);
  vec_push(&c->all, step);
}

static void ask_redundant(Inquiry *q)
{
  InductiveChecked *c = q->checked;
  const Clauses *invariants = &c->steps.model->invariants;
  c->conjunct_count = invariants->len;
  c->redundant = arena_new_array(c->arena, Reasoned, invariants->len + 1);
  for (uint32_t i = 0; i < invariants->len; i++) {
    const Clause *clause = &invariants->data[i];
    bool asked = clause_is_invariant(clause) && !formula_is_trivial(clause->node);
    if (asked) ask_reasons(q, steps_redundant(&c->steps, i), &c->redundant[i]);
    else tell_progress(q);
  }
}

static Verdict verdict_of(const InductiveChecked *c)
{
  Verdict verdict = VERDICT_PASS;
  if (c->contradiction.proof.status == PROOF_PROVED) return VERDICT_FAIL;
  for (uint32_t i = 0; i < c->all.len; i++) {
    ProofStatus status = c->all.data[i].preserves.status;
    if (status == PROOF_DISPROVED) return VERDICT_FAIL;
    if (i == 0 && c->all.data[i].never.proof.status == PROOF_PROVED) verdict = VERDICT_UNKNOWN;
    if (status != PROOF_PROVED) verdict = VERDICT_UNKNOWN;
  }
  return verdict;
}

void inductive_check_run(Session *session, Model *model, const InductiveRequest *request,
                         InductiveChecked *c)
{
  *c = (InductiveChecked){.arena = arena_new()};
  obligations_take_preferences(session, model);
  steps_open(&c->steps, c->arena, session_names(session), model);
  Inquiry q = {{session, session_deadline(session), prover_new(), c->arena, request->seconds_per,
                request->foreign},
               request,
               c,
               0,
               0};
  q.all = 4 + 2 * c->steps.operations.len + model->invariants.len;
  ask_start(&q);
  for (uint32_t i = 0; i < c->steps.operations.len; i++) ask_operation(&q, i);
  ask_reasons(&q, steps_contradiction(&c->steps), &c->contradiction);
  /* Everything follows from a contradiction. */
  if (c->contradiction.proof.status != PROOF_PROVED) {
    c->deadlock.sequent = steps_no_deadlock(&c->steps);
    ask(&q, c->deadlock.sequent, &c->deadlock.proof);
    ask_redundant(&q);
  }
  c->verdict = verdict_of(c);
  prover_free(q.asking.prover);
}

void inductive_check_close(InductiveChecked *c)
{
  for (uint32_t i = 0; i < c->all.len; i++) {
    proof_free(&c->all.data[i].preserves);
    proof_free(&c->all.data[i].never.proof);
  }
  for (uint32_t i = 0; i < c->conjunct_count; i++) proof_free(&c->redundant[i].proof);
  proof_free(&c->contradiction.proof);
  proof_free(&c->deadlock.proof);
  vec_free(&c->all);
  steps_close(&c->steps);
  arena_free(c->arena);
}
