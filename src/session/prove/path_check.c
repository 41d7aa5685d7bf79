#include "session/prove/path_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "prove/prove.h"

typedef struct {
  Session *session;
  const PathRequest *request;
  PathChecked *checked;
  Prover *prover;
} Asking;

const char *path_value(const Proof *p, const Symbol *name)
{
  const ShownValues *values = &p->counterexample.values;
  for (uint32_t i = 0; i < values->len; i++)
    if (!strcmp(values->data[i].name, name->name->text)) return values->data[i].value;
  return NULL;
}

static void prove(Asking *a, const Sequent *sequent, Proof *proof)
{
  const SessionOptions *options = session_options(a->session);
  double end = session_deadline(a->session);
  ProofLimits limits = {.limits = {.deadline = clock_seconds() + a->request->seconds_per,
                                   .memory_limit = session_memory_limit(a->session),
                                   .cancelled = options->cancelled},
                        .hypotheses = HYPOTHESES_ALL};
  if (end > 0 && end < limits.limits.deadline) limits.limits.deadline = end;
  prover_run(a->prover, a->checked->steps.all, sequent, &limits, a->checked->arena, proof);
}

static ProofStatus ask(Asking *a, PathKind kind, uint32_t length)
{
  PathChecked *c = a->checked;
  PathResult r = {.kind = kind, .length = length};
  r.sequent = kind == PATHS_FROM_START ? steps_from_start(&c->steps, length)
                                       : steps_from_anywhere(&c->steps, length);
  prove(a, r.sequent, &r.proof);
  vec_push(&c->results, r);
  if (a->request->progress)
    a->request->progress(a->request->progress_context, c->results.len, a->request->steps + 1);
  if (r.proof.status != PROOF_PROVED && r.proof.status != PROOF_DISPROVED && !c->unknown)
    c->unknown = r.proof.why;
  return r.proof.status;
}

/* Which operations the violated path takes; asks for their parameters. */
static void find_operations(Asking *a)
{
  PathChecked *c = a->checked;
  uint32_t length = c->found->length;
  uint32_t *operations = arena_new_array(c->arena, uint32_t, length + 1);
  for (uint32_t at = 0; at < length; at++) {
    const char *number = path_value(&c->found->proof, c->steps.steps.data[at]);
    uint32_t value = number ? (uint32_t) strtoul(number, NULL, 10) : 0;
    if (!value || value > c->steps.operations.len) return;
    operations[at] = value - 1;
  }
  const Sequent *along = steps_along(&c->steps, operations, length, true);
  prove(a, along, &c->witness);
  c->operations = operations;
  if (c->witness.status == PROOF_DISPROVED) c->along = along;
}

/* Paths from the start.  False: a violation was found, or it is time to stop. */
static bool ask_from_start(Asking *a, uint32_t length)
{
  PathChecked *c = a->checked;
  ProofStatus status = ask(a, PATHS_FROM_START, length);
  if (status == PROOF_PROVED && c->clear == length) c->clear++;
  if ((status == PROOF_PROVED || status == PROOF_BOUNDED) && c->clear_bounded == length)
    c->clear_bounded++;
  if (status == PROOF_DISPROVED) {
    c->verdict = VERDICT_FAIL;
    c->found = &c->results.data[c->results.len - 1];
    find_operations(a);
  }
  double end = session_deadline(a->session);
  bool cancelled =
      session_options(a->session)->cancelled && session_options(a->session)->cancelled();
  return status != PROOF_DISPROVED && !cancelled && !(end > 0 && clock_seconds() > end);
}

/* No path of fewer than `length` steps violates the invariant: then perhaps none does. */
static bool ask_from_anywhere(Asking *a, uint32_t length)
{
  PathChecked *c = a->checked;
  if (c->clear < length) return false;
  if (ask(a, PATHS_FROM_ANYWHERE, length) != PROOF_PROVED) return false;
  c->verdict = VERDICT_PASS;
  c->by_induction = length;
  return true;
}

void path_check_run(Session *session, Model *model, const PathRequest *request, PathChecked *c)
{
  *c = (PathChecked){.arena = arena_new(), .verdict = VERDICT_UNKNOWN};
  steps_open(&c->steps, c->arena, session_names(session), model);
  Asking a = {session, request, c, prover_new()};
  for (uint32_t length = 0; length <= request->steps; length++) {
    if (!ask_from_start(&a, length)) break;
    if (length < request->induction && ask_from_anywhere(&a, length + 1)) break;
  }
  prover_free(a.prover);
}

void path_check_close(PathChecked *c)
{
  for (uint32_t i = 0; i < c->results.len; i++) proof_free(&c->results.data[i].proof);
  proof_free(&c->witness);
  vec_free(&c->results);
  steps_close(&c->steps);
  arena_free(c->arena);
}
