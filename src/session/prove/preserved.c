#include "session/prove/preserved.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "prove/steps/steps.h"
#include "search/touches.h"
#include "session/prove/asking.h"

typedef struct {
  const System *system;
  Steps steps;
  Asking asking;
  double deadline;
  Touches *touches;
  Preserved *preserved;
} Preserving;

static bool is_proved(Preserving *p, const Sequent *sequent)
{
  Proof proof;
  if (clock_seconds() > p->deadline || asking_must_stop(p->asking.session, p->asking.end))
    return false;
  asking_prove(&p->asking, p->steps.all, sequent, &proof);
  bool proved = proof.status == PROOF_PROVED;
  proof_free(&proof);
  return proved;
}

static uint32_t operation_of(const Preserving *p, uint32_t label)
{
  const Operation *op = b_machine_operation(p->system->machine, label);
  for (uint32_t i = 0; i < p->steps.operations.len; i++)
    if (p->steps.operations.data[i] == op) return i;
  return UINT32_MAX;
}

static void ask_label(Preserving *p, uint32_t label, uint32_t conjunct, uint32_t predicate)
{
  Lts *lts = p->system->lts;
  uint32_t operation = operation_of(p, label);
  if (operation == UINT32_MAX || !touches_may(p->touches, label, predicate)) return;
  p->preserved->pairs++;
  if (!is_proved(p, steps_preserves(&p->steps, operation, conjunct))) return;
  p->preserved->proved++;
  p->preserved->table[(size_t) label * lts->predicate_count + predicate] = 1;
}

/* The predicates of the Lts begin with the conjuncts that are invariants of states.  A conjunct
 * that may have no value is evaluated always. */
static void ask_all(Preserving *p)
{
  Lts *lts = p->system->lts;
  const Clauses *invariants = &p->system->model->invariants;
  for (uint32_t i = 0, predicate = 0; i < invariants->len; i++) {
    if (!clause_is_invariant(&invariants->data[i])) continue;
    bool defined = is_proved(p, steps_well_defined(&p->steps, i));
    for (uint32_t l = lts->first_operation; defined && l < lts->label_count; l++)
      ask_label(p, l, i, predicate);
    predicate++;
  }
}

void preserved_find(Session *session, const System *system, double seconds, Preserved *result)
{
  Lts *lts = system->lts;
  *result = (Preserved){0};
  if (!system->model || system->model->chain || system->script || !lts->label_writes) return;
  result->predicates = lts->predicate_count;
  result->table = memory_zeroed((size_t) lts->label_count * lts->predicate_count, 1);
  Arena *arena = arena_new();
  Preserving p = {.system = system,
                  .asking = {.session = session,
                             .prover = prover_new(),
                             .arena = arena,
                             .seconds = seconds / 10},
                  .deadline = clock_seconds() + seconds,
                  .touches = touches_new(lts),
                  .preserved = result};
  steps_open(&p.steps, arena, session_names(session), system->model);
  ask_all(&p);
  steps_close(&p.steps);
  touches_free(p.touches);
  prover_free(p.asking.prover);
  arena_free(arena);
}

void preserved_free(Preserved *p) { free(p->table); }
