#include "session/prove/path_check.h"

#include <stdlib.h>
#include <string.h>

#include "session/prove/asking.h"
#include "session/prove/obligations.h"

typedef struct {
  Asking asking;
  const PathRequest *request;
  PathChecked *checked;
} PathSearch;

const char *path_value(const Proof *p, const Symbol *name)
{
  const ShownValues *values = &p->counterexample.values;
  for (uint32_t i = 0; i < values->len; i++)
    if (!strcmp(values->data[i].name, name->name->text)) return values->data[i].value;
  return NULL;
}

static ProofStatus ask(PathSearch *a, PathKind kind, uint32_t length)
{
  PathChecked *c = a->checked;
  PathResult r = {.kind = kind, .length = length};
  r.sequent = kind == PATHS_FROM_START ? steps_from_start(&c->steps, length)
                                       : steps_from_anywhere(&c->steps, length);
  asking_prove(&a->asking, c->steps.all, r.sequent, &r.proof);
  vec_push(&c->results, r);
  if (a->request->progress)
    a->request->progress(a->request->progress_context, c->results.len, a->request->steps + 1);
  if (r.proof.status != PROOF_PROVED && r.proof.status != PROOF_DISPROVED && !c->unknown)
    c->unknown = r.proof.why;
  return r.proof.status;
}

/* Which operations the violated path takes; asks for their parameters. */
static void find_operations(PathSearch *a)
{
  PathChecked *c = a->checked;
  uint32_t length = c->found->length;
  c->path = (StepsPath){.length = length, .from_start = true};
  uint32_t *operations = arena_new_array(c->arena, uint32_t, length + 1);
  for (uint32_t at = 0; at < length; at++) {
    const char *number = path_value(&c->found->proof, c->steps.steps.data[at]);
    uint32_t value = number ? (uint32_t) strtoul(number, NULL, 10) : 0;
    if (!value || value > c->steps.operations.len) return;
    operations[at] = value - 1;
  }
  c->path = steps_along(&c->steps, operations, length, true);
  asking_prove(&a->asking, c->steps.all, c->path.sequent, &c->witness);
}

/* The sequent with a goal that is never true: does what it assumes contradict itself? */
static bool assumes_too_much(PathSearch *a, const Sequent *sequent)
{
  Sequent nothing = *sequent;
  Proof proof;
  nothing.goal = build_truth(&a->checked->steps.build, false);
  asking_prove(&a->asking, a->checked->steps.all, &nothing, &proof);
  bool contradictory = proof.status == PROOF_PROVED;
  proof_free(&proof);
  return contradictory;
}

/* There is surely no state to begin with: then nothing is said about paths. */
static bool starts_nowhere(PathSearch *a)
{
  PathChecked *c = a->checked;
  const PathResult *first = &c->results.data[0];
  if (first->proof.status != PROOF_PROVED || !assumes_too_much(a, first->sequent)) return false;
  c->clear = c->clear_bounded = 0;
  c->unknown = "there is no initial state, as properties and initialisation contradict each other";
  return true;
}

/* Paths from the start.  False: a violation was found, or it is time to stop. */
static bool ask_from_start(PathSearch *a, uint32_t length)
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
  if (length == 0 && starts_nowhere(a)) return false;
  return status != PROOF_DISPROVED && !asking_must_stop(a->asking.session, a->asking.end);
}

/* No path of fewer than `length` steps violates the invariant: then perhaps none does. */
static bool ask_from_anywhere(PathSearch *a, uint32_t length)
{
  PathChecked *c = a->checked;
  if (c->clear < length) return false;
  if (ask(a, PATHS_FROM_ANYWHERE, length) != PROOF_PROVED) return false;
  if (assumes_too_much(a, steps_contradiction(&c->steps))) {
    c->unknown = "properties and invariant contradict each other: there is no path at all";
    return true;
  }
  c->verdict = VERDICT_PASS;
  c->by_induction = length;
  return true;
}

void path_check_run(Session *session, Model *model, const PathRequest *request, PathChecked *c)
{
  *c = (PathChecked){.arena = arena_new(), .verdict = VERDICT_UNKNOWN};
  obligations_take_preferences(session, model);
  steps_open(&c->steps, c->arena, session_names(session), model);
  PathSearch a = {{session, session_deadline(session), prover_new(), c->arena, request->seconds_per,
                   request->foreign},
                  request,
                  c};
  for (uint32_t length = 0; length <= request->steps; length++) {
    if (!ask_from_start(&a, length)) break;
    if (length < request->induction && ask_from_anywhere(&a, length + 1)) break;
  }
  prover_free(a.asking.prover);
}

void path_check_close(PathChecked *c)
{
  for (uint32_t i = 0; i < c->results.len; i++) proof_free(&c->results.data[i].proof);
  proof_free(&c->witness);
  vec_free(&c->results);
  steps_close(&c->steps);
  arena_free(c->arena);
}
