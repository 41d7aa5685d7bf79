#include "session/csp/csp_value.h"

#include <string.h>

#include "csp/script.h"

/* Is it neither a process nor a function, nor something that has such parts?  What is nested too
 * deep to be printed as a whole does not count. */
static bool is_data(const Pool *pool, Datum d, unsigned depth)
{
  enum { DEEPEST = 200 };
  DatumKind kind = datum_kind(d);
  if (kind == DATUM_PROCESS || kind == DATUM_FUNCTION || kind == DATUM_INSTANCE) return false;
  if (!datum_is_node(d) || kind == DATUM_INFINITE) return kind != DATUM_INFINITE;
  for (uint32_t i = 0; i < datum_count(pool, d); i++)
    if (depth >= DEEPEST || !is_data(pool, datum_part(pool, d, i), depth + 1)) return false;
  return true;
}

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
  session_limit_script(session, script);
  Datum value = evaluator_value(evaluator, node);
  if (!datum_is_fault(value)) {
    v->readable = is_data(evaluator_pool(evaluator), value, 0);
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
