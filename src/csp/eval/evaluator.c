#include "csp/eval/evaluator.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "csp/eval/evaluator_impl.h"

Evaluator *evaluator_new(Pool *pool, const CspResolved *resolved)
{
  Evaluator *e = memory_zeroed(1, sizeof *e);
  e->pool = pool;
  e->resolved = resolved;
  e->frames = csp_frames_new(resolved);
  e->stack = arena_new();
  e->arena = arena_new();
  e->globals = arena_new_array(e->arena, Datum, e->frames->globals + 1);
  for (uint32_t i = 0; i < e->frames->globals; i++) e->globals[i] = MEMO_ABSENT;
  e->fields = arena_new_array(e->arena, Fields, resolved->channels_and_constructors.len + 1);
  e->events = MEMO_ABSENT;
  e->surroundings = MEMO_ABSENT;
  e->effort.limits = &e->limits;
  return e;
}

void evaluator_free(Evaluator *e)
{
  if (!e) return;
  csp_frames_free(e->frames);
  memo_free(&e->calls);
  memo_free(&e->names);
  vec_free(&e->named);
  memo_free(&e->members);
  memo_free(&e->sets);
  memo_free(&e->function_tags);
  vec_free(&e->functions);
  vec_free(&e->postponed);
  memo_free(&e->postponed_numbers);
  arena_free(e->stack);
  arena_free(e->arena);
  free(e);
}

void evaluator_set_limits(Evaluator *e, Limits limits) { e->limits = limits; }
const Limits *evaluator_limits(const Evaluator *e) { return &e->limits; }
Pool *evaluator_pool(const Evaluator *e) { return e->pool; }
const CspResolved *evaluator_script(const Evaluator *e) { return e->resolved; }
const CspFault *evaluator_fault(const Evaluator *e) { return &e->fault; }
void evaluator_forget_fault(Evaluator *e) { e->fault = (CspFault){0}; }
void evaluator_add(Evaluator *e, CspNode *n) { csp_frames_add(e->frames, n); }

Datum evaluator_raise(Evaluator *e, FaultKind kind, Span span, const char *format, ...)
{
  if (e->fault.kind != FAULT_NONE) return DATUM_FAULT;
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *message = arena_alloc(e->arena, (size_t) length + 1);
  vsnprintf(message, (size_t) length + 1, format, again);
  va_end(again);
  va_end(arguments);
  e->fault = (CspFault){kind, span, message};
  return DATUM_FAULT;
}

Datum evaluator_raise_count(Evaluator *e, Span span, const char *function, uint32_t wanted,
                            uint32_t given)
{
  return evaluator_raise(e, FAULT_EVALUATION, span, "%s takes %u argument%s, but %u %s given",
                         function, wanted, text_plural(wanted), given, given == 1 ? "is" : "are");
}

bool evaluator_goes_on(Evaluator *e, uint64_t work)
{
  if (e->fault.kind != FAULT_NONE) return false;
  if (effort_goes_on(&e->effort, work)) return true;
  evaluator_raise(e, FAULT_LIMIT, SPAN_NONE, "%s", e->effort.stopped);
  e->effort.stopped = NULL;
  return false;
}

enum { WORK_OF_STEP = 128 };

bool evaluator_stops(Evaluator *e) { return !evaluator_goes_on(e, WORK_OF_STEP); }

Span evaluator_span(const Evaluator *e, Datum process)
{
  if (!datum_is(process, DATUM_PROCESS)) return SPAN_NONE;
  uint32_t kind = datum_tag(e->pool, process);
  if (kind != TERM_PREFIX && kind != TERM_LATER) return SPAN_NONE;
  int64_t number = datum_int_of(datum_part(e->pool, process, 0));
  return e->frames->frames.data[number]->node->span;
}

void evaluator_set_surroundings(Evaluator *e, Datum events) { e->surroundings = events; }

Datum builtin_wants(Evaluator *e, CspBuiltin b, const char *what, Span span)
{
  return evaluator_raise(e, FAULT_EVALUATION, span, "%s needs %s", builtin_name(b), what);
}

static const Name *name_of_function(const Evaluator *e, Datum function)
{
  uint32_t tag = datum_tag(e->pool, function);
  const CspNode *node = tag < BUILTIN_COUNT ? NULL : e->functions.data[tag - BUILTIN_COUNT];
  return node && csp_is(node, CSP_FUNCTION) ? node->name : NULL;
}

const char *evaluator_function_name(const Evaluator *e, Datum function)
{
  const Name *name = name_of_function(e, function);
  return name ? name->text : NULL;
}

enum { ELEMENT_LIMIT = 1 << 24 };

bool data_may_grow(Evaluator *e, uint64_t count, Span span)
{
  if (count <= ELEMENT_LIMIT) return true;
  evaluator_raise(e, FAULT_LIMIT, span, "a set or sequence of more than %d elements is too large",
                  ELEMENT_LIMIT);
  return false;
}
