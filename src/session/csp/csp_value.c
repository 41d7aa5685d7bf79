#include "session/csp/csp_value.h"

#include <string.h>

#include "csp/script.h"

bool csp_value_open(Session *session, const Source *source, const char *expression, CspValue *v)
{
  CspScript *script = session_script(session, source);
  if (session_has_errors(session)) return session_refuse_text(session, source);
  return csp_value_in(session, script, expression, v);
}

bool csp_value_in(Session *session, CspScript *script, const char *expression, CspValue *v)
{
  *v = (CspValue){0};
  const Source *text = session_text(session, "<expression>", expression);
  const CspNode *node = csp_script_expression(script, text);
  if (!node) return session_refuse_text(session, text);
  Evaluator *evaluator = csp_script_evaluator(script);
  evaluator_set_limits(evaluator, (Limits){.deadline = session_deadline(session),
                                           .cancelled = session_options(session)->cancelled,
                                           .memory_limit = session_memory_limit(session)});
  Datum value = evaluator_value(evaluator, node);
  if (!datum_is_fault(value)) {
    evaluator_print(evaluator, &v->value, value);
    return true;
  }
  const CspFault *fault = evaluator_fault(evaluator);
  v->verdict = fault->kind == FAULT_EVALUATION ? VERDICT_FAIL : VERDICT_UNKNOWN;
  v->span = fault->span;
  v->reason = arena_copy(session_arena(session), fault->message, strlen(fault->message));
  evaluator_forget_fault(evaluator);
  return true;
}

void csp_value_close(CspValue *v) { text_free(&v->value); }
