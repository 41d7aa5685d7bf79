#include "report/answer.h"

#include <assert.h>

#include "report/scope.h"

Verdict answer_none(Report *report, const Engine *e, Answer answer)
{
  assert(answer == ANSWER_FAULT || answer == ANSWER_UNKNOWN);
  if (answer != ANSWER_FAULT) {
    text_printf(&report->out, "UNKNOWN %s\n", e->cause ? e->cause : "it could not be computed");
    return VERDICT_UNKNOWN;
  }
  text_printf(&report->out, "NOT WELL-DEFINED %s\n", e->fault.message);
  diag_warning(session_diags(report->session), e->fault.span, "not-well-defined", "%s",
               e->fault.message);
  return VERDICT_FAIL;
}

void answer_scope(Report *report, Engine *e, const Node *predicate)
{
  unsigned which = scope_integers_of(predicate);
  if (!which || predicate->type) return;
  text_add(&report->out, "(");
  scope_add_integers(e, which, &report->out, "for ");
  text_add(&report->out, ")\n");
}

void answer_warn(Report *report, Engine *e)
{
  Diags *diags = session_diags(report->session);
  for (uint32_t i = 0; i < e->warnings.len; i++) {
    const Warning *w = &e->warnings.data[i];
    Diag *d = diag_warning(diags, w->span, "not-well-defined", "%s", w->message);
    diag_hint(diags, d, "candidate %s was skipped", *w->example ? w->example : "this");
  }
  e->warnings.len = 0;
}
