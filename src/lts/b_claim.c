#include <assert.h>

#include "engine/reference/execute/execute.h"
#include "lts/b_machine_impl.h"

/* Why a claim inside of a transition does not hold. */

static void ignore_transition(Sink *sink, const Transition *t)
{
  (void) sink;
  (void) t;
}

static void ignore_trouble(Sink *sink, const Trouble *t)
{
  (void) sink;
  (void) t;
}

enum { LONGEST_EXPLANATION = 2 }; /* seconds: the reference interpreter is slow */

static void explain_claim(Lts *lts, const Trouble *t, const Value *state, Text *text,
                          unsigned margin, LtsCall *call)
{
  BMachine *m = machine(lts);
  Sink nobody = {ignore_transition, ignore_trouble};
  ClaimQuestion question = {t->span, t->message, text, margin, lts->style, false, NULL};
  Patience patience = patience_begin(m->e, LONGEST_EXPLANATION);
  uint32_t operation = t->label - LABEL_OPERATION;
  assert(t->label < lts->label_count);
  engine_forget(m->e);
  if (state) b_state_enter(m, state);
  engine_restart(m->e);
  execute_ask(m->r, &question);
  if (t->label == LABEL_INITIALISATION) b_initialise_by_reference(m, &nobody);
  else if (t->label >= LABEL_OPERATION && state && t->arguments)
    b_step_call_by_reference(m, state, operation, t->arguments, &nobody);
  else if (t->label >= LABEL_OPERATION && state) b_step_by_reference(m, state, operation, &nobody);
  execute_ask(m->r, NULL);
  if (question.call) *call = (LtsCall){question.call->name->text, question.call->span};
  patience_end(m, patience);
}

void b_claim_install(BMachine *m) { m->lts.explain_claim = explain_claim; }
