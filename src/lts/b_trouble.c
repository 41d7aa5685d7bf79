#include "lts/b_machine_impl.h"

/* What a machine says of what is not as it should be; the engine knows why. */

void b_trouble_report_call(Sink *sink, BMachine *m, int kind, uint32_t label,
                           const Value *arguments)
{
  Trouble trouble = {
      .kind = kind, .label = label, .span = m->e->fault.span, .arguments = arguments};
  trouble.claim = kind == TROUBLE_FAULT && m->e->fault.claim;
  trouble.message = kind == TROUBLE_INCOMPLETE ? m->e->cause : m->e->fault.message;
  if (kind == TROUBLE_INCOMPLETE) {
    trouble.span = SPAN_NONE;
    tried_keep(m->e);
  }
  sink->trouble(sink, &trouble);
}

void b_trouble_report(Sink *sink, BMachine *m, int kind, uint32_t label)
{
  b_trouble_report_call(sink, m, kind, label, NULL);
}

/* Warns of results that got no value. */
void b_trouble_check_results(BMachine *m, const Operation *op, const Value *arguments)
{
  for (uint32_t i = 0; op && i < op->result_count; i++) {
    if (!value_is_none(arguments[op->parameter_count + i])) continue;
    Fault fault = m->e->fault;
    engine_fault(m->e, op->results[i]->span, "the result %s of %s has no value in some case",
                 op->results[i]->name->text, op->symbol->name->text);
    engine_warn(m->e, "");
    m->e->fault = fault;
  }
}

Truth b_trouble_explain(BMachine *m, Truth t, Trouble *why)
{
  why->span = m->e->fault.span;
  why->message = t == TRUTH_UNKNOWN ? m->e->cause : m->e->fault.message;
  if (t == TRUTH_UNKNOWN) tried_keep(m->e);
  return t;
}
