#include "csp/script.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "csp/machine/machine.h"
#include "csp/names/mentions.h"
#include "csp/types/infer.h"

struct CspScript {
  CspParseContext context;
  const Source *source;
  CspNode *tree;
  CspResolved *resolved;
  Pool *pool;
  Evaluator *evaluator; /* NULL: the text has mistakes */
  Stepper *stepper;
  VEC(const CspNode *) assertions;
};

/* Those of included files, too, where they are included. */
static void list_assertions(CspScript *s, const CspNode *n)
{
  for (uint32_t i = 0; i < n->count; i++) {
    const CspNode *d = n->kids[i];
    if (csp_is(d, CSP_ASSERT)) vec_push(&s->assertions, d);
    else if (csp_is(d, CSP_INCLUDE)) list_assertions(s, d->kids[0]);
    else if (csp_is(d, CSP_TIMED)) list_assertions(s, d->kids[1]);
  }
}

typedef struct {
  CspTyping typing;
  bool lenient;
} Opening;

static CspScript *open_script(const CspParseContext *context, const Source *source, Opening how)
{
  CspScript *s = memory_zeroed(1, sizeof *s);
  s->context = *context;
  s->source = source;
  uint32_t before = diags_errors(context->diags);
  s->tree = csp_parse(context, source);
  bool sound = diags_errors(context->diags) == before;
  if (!sound && !how.lenient) return s;
  uint32_t mark = diags_mark(context->diags);
  s->resolved = csp_resolve(context, s->tree);
  if (!sound) diags_release(context->diags, mark);
  if (diags_errors(context->diags) != before) return s;
  csp_infer(context, s->resolved, how.typing);
  if (diags_errors(context->diags) != before) return s;
  list_assertions(s, s->tree);
  s->pool = pool_new();
  s->evaluator = evaluator_new(s->pool, s->resolved);
  s->stepper = stepper_new(s->evaluator);
  return s;
}

CspScript *csp_script_open_typed(const CspParseContext *context, const Source *source,
                                 CspTyping strictness)
{
  return open_script(context, source, (Opening){strictness, false});
}

CspScript *csp_script_open_lenient(const CspParseContext *context, const Source *source)
{
  return open_script(context, source, (Opening){CSP_TYPES_WANTED, true});
}

CspScript *csp_script_open(const CspParseContext *context, const Source *source)
{
  return csp_script_open_typed(context, source, CSP_TYPES_WANTED);
}

void csp_script_free(CspScript *s)
{
  if (!s) return;
  stepper_free(s->stepper);
  evaluator_free(s->evaluator);
  csp_resolved_free(s->resolved);
  pool_free(s->pool);
  vec_free(&s->assertions);
  free(s);
}

const CspNode *csp_script_tree(const CspScript *s) { return s->tree; }
const CspResolved *csp_script_resolved(const CspScript *s) { return s->resolved; }
Evaluator *csp_script_evaluator(CspScript *s) { return s->evaluator; }
uint32_t csp_script_assertions(const CspScript *s) { return s->assertions.len; }

const CspNode *csp_script_assertion(const CspScript *s, uint32_t i)
{
  assert(i < s->assertions.len);
  return s->assertions.data[i];
}

/* Names and types of what the user asks for besides the script. */
static const CspNode *add(CspScript *s, CspNode *n, CspWanted wanted, uint32_t before)
{
  const CspParseContext *c = &s->context;
  if (diags_errors(c->diags) != before) return NULL;
  if (!csp_resolve_more(s->resolved, c, n)) return NULL;
  if (!csp_infer_more(c, s->resolved, n, wanted)) return NULL;
  evaluator_add(s->evaluator, n);
  return n;
}

const CspNode *csp_script_expression(CspScript *s, const Source *source)
{
  uint32_t before = diags_errors(s->context.diags);
  return add(s, csp_parse_expression(&s->context, source), CSP_WANT_ANYTHING, before);
}

const CspNode *csp_script_extra_assertion(CspScript *s, const Source *source)
{
  uint32_t before = diags_errors(s->context.diags);
  return add(s, csp_parse_assertion(&s->context, source), CSP_WANT_ASSERTION, before);
}

/* The value of an expression that must be a process; DATUM_FAULT. */
static Datum process_of(CspScript *s, const CspNode *process)
{
  Datum p = evaluator_value(s->evaluator, process);
  if (datum_is_fault(p) || datum_is(p, DATUM_PROCESS)) return p;
  return evaluator_raise(s->evaluator, FAULT_EVALUATION, process->span, "this is no process");
}

Lts *csp_script_lts(CspScript *s, const CspNode *process, CspSystemOptions options)
{
  Datum p = process_of(s, process), priority = DATUM_FAULT;
  if (datum_is_fault(p)) return NULL;
  if (options.priority) {
    priority = evaluator_value(s->evaluator, options.priority);
    if (datum_is_fault(priority)) return NULL;
  }
  return machine_lts(s->stepper, p,
                     (MachineOptions){.plain = options.plain,
                                      .priority = priority,
                                      .most_states = options.most_states});
}

Lts *csp_script_guide(CspScript *s, const CspNode *process, Lts *machine, GuideOptions options)
{
  Datum p = process_of(s, process);
  if (datum_is_fault(p)) return NULL;
  Guide *g = guide_new(s->stepper, p, machine, options, s->context.diags);
  return g ? guide_lts(g) : NULL;
}

bool csp_script_is_about_machine(const CspScript *s, const CspNode *text)
{
  return csp_mentions(s->resolved, text, BUILTIN_MACHINE);
}

MachineProcess *csp_script_set_machine(CspScript *s, Lts *machine, GuideOptions options)
{
  MachineProcess *m = machine_process_new(s->evaluator, machine, options, s->context.diags);
  evaluator_set_machine(s->evaluator, m);
  return m;
}

void csp_script_free_machine(CspScript *s, MachineProcess *machine)
{
  if (!machine) return;
  evaluator_set_machine(s->evaluator, NULL);
  machine_process_free(machine);
}
