#include "csp/eval/evaluator_impl.h"

/* A machine that a script speaks of as MACHINE. */

void evaluator_set_machine(Evaluator *e, MachineProcess *machine) { e->machine = machine; }

Datum eval_machine(Evaluator *e, Span span)
{
  if (e->machine) return e->machine->begin(e->machine);
  return evaluator_raise(e, FAULT_MACHINE, span,
                         "MACHINE stands for a machine: probity check MACHINE --csp SCRIPT says "
                         "which one");
}
