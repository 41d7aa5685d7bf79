#include "engine/code/show/show.h"
#include "lts/b_machine_impl.h"

/* The code of a machine as text. */

typedef void ShowRoutine(Text *, const Routine *, unsigned margin);
typedef void ShowCode(Text *, const Code *, unsigned margin);

static void show_routine(Text *out, const char *name, const Routine *routine, ShowRoutine *show)
{
  text_printf(out, "%s\n", name);
  if (routine) show(out, routine, 2);
  else text_add(out, "  no code: the reference interpreter executes it\n");
}

static void show_predicate(Text *out, BMachine *m, MachinePredicate *p, ShowCode *show)
{
  Text inner = {0};
  if (!p->code) p->code = vm_predicate(m->vm, p->node);
  show(&inner, p->code, 2);
  if (inner.len > 0) text_printf(out, "%s\n%s", p->about.text, text_string(&inner));
  text_free(&inner);
}

static void show_all(Text *out, BMachine *m, ShowRoutine *routine, ShowCode *code)
{
  if (!m->vm) {
    text_add(out, "no code: the reference interpreter evaluates everything\n");
    return;
  }
  b_initialise_compile(m);
  if (!m->compiled) b_code_compile(m);
  show_routine(out, "INITIALISATION", m->start_routine, routine);
  for (uint32_t i = 0; i < m->operations.len; i++)
    show_routine(out, m->operations.data[i]->symbol->name->text, m->routines.data[i], routine);
  for (uint32_t i = 0; i < m->predicates.len; i++)
    show_predicate(out, m, &m->predicates.data[i], code);
}

void b_machine_show_plans(BMachine *m, Text *out)
{
  show_all(out, m, show_routine_plans, show_plans);
}

void b_machine_show_code(BMachine *m, Text *out) { show_all(out, m, show_routine_code, show_code); }
