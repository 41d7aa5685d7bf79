#include <assert.h>

#include "csp/eval/evaluator_impl.h"

/* Definitions, instances of lets, and calls. */

/* Deeper recursion would exhaust the stack. */
enum { DEPTH_LIMIT = 100000 };

/* ------------------------------------------------------------------- frames */

Datum *frame_new(Evaluator *e, const CspFrame *f)
{
  return arena_new_array(e->stack, Datum, f->size + 1);
}

/* What a name of an instance will be when it is asked for. */
static Datum promise_of(Evaluator *e, Datum instance, uint32_t number)
{
  Datum parts[] = {instance, datum_int(number)};
  return pool_node(e->pool, DATUM_INSTANCE, UINT32_MAX, parts, 2);
}

static bool is_promise(const Evaluator *e, Datum d)
{
  return datum_is(d, DATUM_INSTANCE) && datum_tag(e->pool, d) == UINT32_MAX;
}

/* Data are captured by their values, unless these cannot be computed: perhaps nobody needs them. */
static Datum force_early(Evaluator *e, Datum instance, uint32_t number)
{
  Datum value = eval_member(e, instance, number);
  if (!datum_is_fault(value)) return value;
  if (e->fault.kind != FAULT_EVALUATION) return DATUM_FAULT;
  evaluator_forget_fault(e);
  return promise_of(e, instance, number);
}

bool frame_capture(Evaluator *e, const CspFrame *f, const Datum *outer, Data *out)
{
  for (uint32_t i = 0; i < f->capture_count; i++) {
    const CspCapture *c = &f->captures[i];
    Datum value = outer[c->from];
    if (c->force) value = force_early(e, value, c->number);
    if (datum_is_fault(value) && c->force) return false;
    vec_push(out, value);
  }
  return true;
}

void frame_restore(const CspFrame *f, Datum *frame, const Datum *captured)
{
  for (uint32_t i = 0; i < f->capture_count; i++) frame[f->captures[i].to] = captured[i];
}

/* The frame of a definition of a let: it captures what the instance has. */
static Datum *frame_of_member(Evaluator *e, const CspFrame *f, Datum instance)
{
  Datum *frame = frame_new(e, f);
  for (uint32_t i = 0; i < f->capture_count; i++) {
    const CspCapture *c = &f->captures[i];
    frame[c->to] = c->from == FRAME_SELF ? instance : datum_part(e->pool, instance, c->from);
  }
  return frame;
}

/* --------------------------------------------------------------- definitions */

static bool enter(Evaluator *e, Span span)
{
  if (evaluator_stops(e)) return false;
  if (++e->depth <= DEPTH_LIMIT) return true;
  e->depth--;
  evaluator_raise(e, FAULT_LIMIT, span, "the evaluation goes too deep: %d calls inside each other",
                  DEPTH_LIMIT);
  return false;
}

static Datum unguarded(Evaluator *e, const Name *name, Span span)
{
  return evaluator_raise(e, FAULT_EVALUATION, span,
                         "%s is defined by itself: the recursion has no guard", name->text);
}

/* Processes are shown by the call or definition that gave them first. */
static void name_process(Evaluator *e, Datum value, Datum name)
{
  if (!datum_is(value, DATUM_PROCESS) || !datum_count(e->pool, value)) return;
  if (datum_same(memo_get(&e->names, value.word), MEMO_ABSENT))
    memo_put(&e->names, value.word, name);
}

/* ---- one BIND gives values to all names of its pattern */

typedef void KeepName(Evaluator *, const CspSymbol *, Datum instance, Datum value);

static void keep_global(Evaluator *e, const CspSymbol *symbol, Datum instance, Datum value)
{
  (void) instance;
  e->globals[symbol->number] = value;
}

static void keep_member(Evaluator *e, const CspSymbol *symbol, Datum instance, Datum value)
{
  memo_put(&e->members, promise_of(e, instance, symbol->number).word, value);
}

static void keep_names(Evaluator *e, const CspNode *p, const Datum *frame, Datum instance,
                       KeepName *keep)
{
  if (csp_is(p, CSP_NAME) && p->symbol && p->symbol->kind == CSP_SYMBOL_DEFINED)
    keep(e, p->symbol, instance, frame ? frame[p->number] : MEMO_ABSENT);
  for (uint32_t i = 0; i < p->count; i++) keep_names(e, p->kids[i], frame, instance, keep);
}

static void run_bind(Evaluator *e, const CspNode *bind, Datum *frame, Datum instance,
                     KeepName *keep)
{
  const CspNode *p = bind->kids[0];
  Datum whole = eval(e, bind->kids[1], frame);
  bool fits = !datum_is_fault(whole) && match(e, p, whole, frame);
  if (csp_is(p, CSP_NAME) && datum_is(whole, DATUM_PROCESS)) {
    name_process(e, whole, datum_int(e->named.len));
    vec_push(&e->named, p->name);
  }
  if (!fits && !datum_is_fault(whole))
    evaluator_raise(e, FAULT_EVALUATION, p->span, "the value does not match this pattern");
  keep_names(e, p, fits ? frame : NULL, instance, keep);
}

static Datum function_of(Evaluator *e, const CspNode *node, const Datum *parts, uint32_t count)
{
  return pool_node(e->pool, DATUM_FUNCTION, function_tag(e, node), parts, count);
}

Datum eval_global(Evaluator *e, const CspSymbol *symbol)
{
  Datum known = e->globals[symbol->number];
  if (datum_same(known, MEMO_BUSY)) return unguarded(e, symbol->name, symbol->span);
  if (!datum_same(known, MEMO_ABSENT)) return known;
  const CspNode *d = symbol->declaration;
  if (csp_is(d, CSP_FUNCTION)) return e->globals[symbol->number] = function_of(e, d, NULL, 0);
  if (!enter(e, symbol->span)) return DATUM_FAULT;
  e->globals[symbol->number] = MEMO_BUSY;
  ArenaMark mark = arena_mark(e->stack);
  run_bind(e, d, frame_new(e, d->frame), MEMO_ABSENT, keep_global);
  arena_release(e->stack, mark);
  e->depth--;
  known = e->globals[symbol->number];
  return datum_same(known, MEMO_ABSENT) ? DATUM_FAULT : known;
}

/* The declaration of a name of a LET. */
static const CspSymbol *symbol_of_pattern(const CspNode *p, uint32_t number)
{
  if (csp_is(p, CSP_NAME))
    return p->symbol && p->symbol->kind == CSP_SYMBOL_DEFINED && p->symbol->number == number
               ? p->symbol
               : NULL;
  const CspSymbol *found = NULL;
  for (uint32_t i = 0; i < p->count && !found; i++) found = symbol_of_pattern(p->kids[i], number);
  return found;
}

static const CspSymbol *member_symbol(const CspNode *declarations, uint32_t number)
{
  const CspSymbol *found = NULL;
  for (uint32_t i = 0; i < declarations->count && !found; i++) {
    const CspNode *d = declarations->kids[i];
    if (csp_is(d, CSP_TIMED)) found = member_symbol(d->kids[1], number);
    else if (csp_is(d, CSP_FUNCTION) && d->symbol->number == number) found = d->symbol;
    else if (csp_is(d, CSP_BIND)) found = symbol_of_pattern(d->kids[0], number);
  }
  return found;
}

Datum eval_member(Evaluator *e, Datum instance, uint32_t number)
{
  uint64_t key = promise_of(e, instance, number).word;
  Datum known = memo_get(&e->members, key);
  const CspNode *let = e->frames->frames.data[datum_tag(e->pool, instance)]->node;
  if (!datum_same(known, MEMO_ABSENT) && !datum_same(known, MEMO_BUSY)) return known;
  const CspSymbol *symbol = member_symbol(let->kids[0], number);
  const CspNode *d = symbol->declaration;
  if (datum_same(known, MEMO_BUSY)) return unguarded(e, symbol->name, symbol->span);
  if (csp_is(d, CSP_FUNCTION)) {
    known = function_of(e, d, &instance, 1);
    memo_put(&e->members, key, known);
    return known;
  }
  if (!enter(e, symbol->span)) return DATUM_FAULT;
  memo_put(&e->members, key, MEMO_BUSY);
  ArenaMark mark = arena_mark(e->stack);
  run_bind(e, d, frame_of_member(e, d->frame, instance), instance, keep_member);
  arena_release(e->stack, mark);
  e->depth--;
  known = memo_get(&e->members, key);
  return datum_same(known, MEMO_ABSENT) ? DATUM_FAULT : known;
}

Datum eval_name(Evaluator *e, const CspNode *n, Datum *frame)
{
  const CspSymbol *symbol = n->symbol;
  switch (symbol->kind) {
  case CSP_SYMBOL_LOCAL: return frame[n->number];
  case CSP_SYMBOL_DEFINED: {
    if (!symbol->let) return eval_global(e, symbol);
    if (n->number >= 0) return eval_member(e, frame[n->number], symbol->number);
    Datum value = frame[~n->number];
    if (!is_promise(e, value)) return value;
    return eval_member(e, datum_part(e->pool, value, 0), symbol->number);
  }
  case CSP_SYMBOL_CHANNEL:
  case CSP_SYMBOL_CONSTRUCTOR: return datum_name(symbol->number);
  case CSP_SYMBOL_DATATYPE:
  case CSP_SYMBOL_NAMETYPE: return datatype_set(e, symbol);
  case CSP_SYMBOL_BUILTIN: return eval_builtin_name(e, n);
  case CSP_SYMBOL_MODULE: break;
  }
  return evaluator_raise(e, FAULT_EVALUATION, n->span, "%s has no value", n->name->text);
}

/* ---------------------------------------------------------------------- calls */

uint32_t function_tag(Evaluator *e, const CspNode *node)
{
  uint64_t key = (uint64_t) (uintptr_t) node;
  Datum known = memo_get(&e->function_tags, key);
  if (!datum_same(known, MEMO_ABSENT)) return (uint32_t) datum_int_of(known);
  uint32_t tag = BUILTIN_COUNT + e->functions.len;
  vec_push(&e->functions, node);
  memo_put(&e->function_tags, key, datum_int(tag));
  return tag;
}

static Datum no_clause(Evaluator *e, const CspNode *node, const Datum *arguments, uint32_t count,
                       Span span)
{
  Text text = {0};
  for (uint32_t i = 0; i < count; i++) {
    if (i) text_add(&text, ", ");
    evaluator_print(e, &text, arguments[i]);
  }
  const char *name = csp_is(node, CSP_FUNCTION) ? node->name->text : "the function";
  evaluator_raise(e, FAULT_EVALUATION, span, "no clause of %s matches (%.300s)", name,
                  text_string(&text));
  text_free(&text);
  return DATUM_FAULT;
}

/* Patterns of the brackets of a clause against all arguments, one after the other. */
static bool clause_matches(Evaluator *e, const CspNode *clause, const Datum *arguments,
                           Datum *frame)
{
  for (uint32_t i = 0; i + 1 < clause->count; i++)
    for (uint32_t j = 0; j < clause->kids[i]->count; j++)
      if (!match(e, clause->kids[i]->kids[j], *arguments++, frame)) return false;
  return true;
}

static Datum run_clauses(Evaluator *e, const CspNode *function, const Datum *instance,
                         const Datum *arguments, uint32_t count, Span span)
{
  ArenaMark mark = arena_mark(e->stack);
  for (uint32_t i = 0; i < function->count; i++) {
    const CspNode *clause = function->kids[i];
    Datum *frame =
        instance ? frame_of_member(e, clause->frame, *instance) : frame_new(e, clause->frame);
    if (clause_matches(e, clause, arguments, frame)) {
      Datum value = eval(e, clause->kids[clause->count - 1], frame);
      arena_release(e->stack, mark);
      return value;
    }
    arena_release(e->stack, mark);
    if (e->fault.kind != FAULT_NONE) return DATUM_FAULT;
  }
  return no_clause(e, function, arguments, count, span);
}

static uint32_t wanted_arguments(const CspNode *clause)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i + 1 < clause->count; i++) count += clause->kids[i]->count;
  return count;
}

/* The function has its instance, then the arguments so far; it is called when it has all. */
static Datum call_named(Evaluator *e, const CspNode *node, Datum function, Span span)
{
  const Datum *parts = datum_parts(e->pool, function);
  uint32_t count = datum_count(e->pool, function), base = node->symbol->let ? 1 : 0;
  uint32_t wanted = wanted_arguments(node->kids[0]);
  if (count - base < wanted) return function;
  if (count - base > wanted)
    return evaluator_raise_count(e, span, node->name->text, wanted, count - base);
  Datum known = memo_get(&e->calls, function.word);
  if (datum_same(known, MEMO_BUSY)) return unguarded(e, node->name, span);
  if (!datum_same(known, MEMO_ABSENT)) return known;
  if (!enter(e, span)) return DATUM_FAULT;
  memo_put(&e->calls, function.word, MEMO_BUSY);
  Datum value = run_clauses(e, node, base ? &parts[0] : NULL, parts + base, count - base, span);
  memo_put(&e->calls, function.word, datum_is_fault(value) ? MEMO_ABSENT : value);
  name_process(e, value, function);
  e->depth--;
  return value;
}

static Datum call_lambda(Evaluator *e, const CspNode *node, Datum function, const Datum *arguments,
                         uint32_t count, Span span)
{
  const CspNode *patterns = node->kids[0];
  if (patterns->count != count)
    return evaluator_raise_count(e, span, "the function", patterns->count, count);
  if (!enter(e, span)) return DATUM_FAULT;
  ArenaMark mark = arena_mark(e->stack);
  Datum *frame = frame_new(e, node->frame), value = DATUM_FAULT;
  frame_restore(node->frame, frame, datum_parts(e->pool, function));
  bool fits = true;
  for (uint32_t i = 0; i < count && fits; i++)
    fits = match(e, patterns->kids[i], arguments[i], frame);
  if (fits) value = eval(e, node->kids[1], frame);
  else if (e->fault.kind == FAULT_NONE) no_clause(e, node, arguments, count, span);
  arena_release(e->stack, mark);
  e->depth--;
  return value;
}

Datum eval_call(Evaluator *e, Datum function, const Datum *arguments, uint32_t count, Span span)
{
  if (!datum_is(function, DATUM_FUNCTION))
    return evaluator_raise(e, FAULT_EVALUATION, span, "this is no function, but it is called");
  uint32_t tag = datum_tag(e->pool, function), base = datum_count(e->pool, function);
  const CspNode *node = tag < BUILTIN_COUNT ? NULL : e->functions.data[tag - BUILTIN_COUNT];
  if (node && csp_is(node, CSP_LAMBDA))
    return call_lambda(e, node, function, arguments, count, span);
  Data all = {0};
  for (uint32_t i = 0; i < base; i++) vec_push(&all, datum_part(e->pool, function, i));
  for (uint32_t i = 0; i < count; i++) vec_push(&all, arguments[i]);
  Datum value;
  if (!node) {
    value = eval_builtin(e, (CspBuiltin) tag, all.data, all.len, span);
  } else {
    value = call_named(e, node, pool_node(e->pool, DATUM_FUNCTION, tag, all.data, all.len), span);
  }
  vec_free(&all);
  return value;
}

/* --------------------------------------------------------- suspended operands */

Datum eval_later(Evaluator *e, const CspNode *n, Datum *frame)
{
  if (!n->later) return eval_process(e, n, frame);
  Data parts = {0};
  vec_push(&parts, datum_int(n->later->number));
  Datum result = DATUM_FAULT;
  if (frame_capture(e, n->later, frame, &parts))
    result = pool_node(e->pool, DATUM_PROCESS, TERM_LATER, parts.data, parts.len);
  vec_free(&parts);
  return result;
}

Datum evaluator_now(Evaluator *e, Datum process)
{
  if (!datum_is(process, DATUM_PROCESS) || datum_tag(e->pool, process) != TERM_LATER)
    return process;
  Datum known = memo_get(&e->calls, process.word);
  const Datum *parts = datum_parts(e->pool, process);
  const CspFrame *f = e->frames->frames.data[datum_int_of(parts[0])];
  if (datum_same(known, MEMO_BUSY))
    return evaluator_raise(e, FAULT_EVALUATION, f->node->span,
                           "this process is defined by itself: the recursion has no guard");
  if (!datum_same(known, MEMO_ABSENT)) return known;
  if (!enter(e, f->node->span)) return DATUM_FAULT;
  memo_put(&e->calls, process.word, MEMO_BUSY);
  ArenaMark mark = arena_mark(e->stack);
  Datum *frame = frame_new(e, f);
  frame_restore(f, frame, parts + 1);
  Datum value = eval_process(e, f->node, frame);
  arena_release(e->stack, mark);
  memo_put(&e->calls, process.word, datum_is_fault(value) ? MEMO_ABSENT : value);
  e->depth--;
  return value;
}
