#include <assert.h>
#include <string.h>

#include "csp/types/typing.h"

/* Types of expressions.  Most operators have a row in a table; the others have a function. */

/* What is expected of the whole is expected of its parts, which is where mistakes are shown. */

static bool expect_conditional(Typing *t, CspNode *n, CspType *expected, const char *what)
{
  bool open = type_is_open(csp_type_resolve(expected));
  typing_expect(t, n->kids[0], csp_type_plain(CSPT_BOOL), "the condition of if");
  bool fits = typing_expect(t, n->kids[1], expected, what);
  fits &= typing_expect(t, n->kids[2], expected, open ? "what stands behind else" : what);
  return fits;
}

static bool expect_members(Typing *t, CspNode *n, CspType *collection)
{
  bool set = type_is(collection, CSPT_SET), fits = true;
  CspType *element = collection->args[0];
  if (set && !csp_unify_limit(&t->unifier, element, CSP_LIMIT_SET)) {
    typing_limit_mistake(t, n, element, "an element of a set");
    fits = false;
  }
  for (uint32_t i = 0; i < n->count; i++)
    fits &= typing_expect(t, n->kids[i], element,
                          set ? "an element of a set" : "an element of a sequence");
  return fits;
}

/* False: the node has no such parts. */
static bool expect_parts(Typing *t, CspNode *n, CspType *expected, const char *what, bool *fits)
{
  CspType *type = csp_type_resolve(expected);
  bool seq = csp_is(n, CSP_SEQ) && type_is(type, CSPT_SEQ);
  bool set = csp_is(n, CSP_SET) && type_is(type, CSPT_SET);
  if (csp_is(n, CSP_IF)) {
    *fits = expect_conditional(t, n, expected, what);
  } else if (csp_is(n, CSP_LET)) {
    typing_declarations(t, &n->kids[0], 1, false);
    *fits = typing_expect(t, n->kids[1], expected, what);
  } else if (seq || set) {
    *fits = expect_members(t, n, type);
  } else {
    return false;
  }
  n->type = expected;
  return true;
}

bool typing_expect(Typing *t, CspNode *n, CspType *expected, const char *what)
{
  bool fits;
  if (expect_parts(t, n, expected, what, &fits)) return fits;
  CspType *found = typing_expression(t, n);
  bool local = csp_is(n, CSP_NAME) && n->symbol && n->symbol->kind == CSP_SYMBOL_LOCAL;
  bool open = local && type_is(csp_type_resolve(found), CSPT_VAR);
  if (!csp_unify(&t->unifier, found, expected)) {
    typing_mismatch(t, n, expected, found, what);
    return false;
  }
  if (open && !type_is(csp_type_resolve(found), CSPT_VAR))
    typing_info(t, n->symbol)->origin = n->span;
  return true;
}

static void limit(Typing *t, const CspNode *n, CspType *type, CspLimit limit, const char *what)
{
  if (!csp_unify_limit(&t->unifier, type, limit)) typing_limit_mistake(t, n, type, what);
}

CspType *typing_name(Typing *t, CspNode *n)
{
  if (!n->symbol) return typing_plain(CSPT_UNKNOWN);
  if (n->symbol->kind == CSP_SYMBOL_BUILTIN)
    return typing_builtin(t, (CspBuiltin) n->symbol->number);
  CspType *type = typing_info(t, n->symbol)->scheme.type;
  return type ? csp_unify_instance(&t->unifier, type) : typing_plain(CSPT_UNKNOWN);
}

/* --------------------------------------------------------------- operators */

/* P process, E set of events, I number, B truth value. */
typedef struct {
  CspKind kind;
  const char *operands;
  char result;
} Signature;

static const Signature SIGNATURES[] = {
    {CSP_OR, "BB", 'B'},
    {CSP_AND, "BB", 'B'},
    {CSP_NOT, "B", 'B'},
    {CSP_ADD, "II", 'I'},
    {CSP_SUBTRACT, "II", 'I'},
    {CSP_MULTIPLY, "II", 'I'},
    {CSP_DIVIDE, "II", 'I'},
    {CSP_MODULO, "II", 'I'},
    {CSP_NEGATE, "I", 'I'},
    {CSP_GUARD, "BP", 'P'},
    {CSP_EXTERNAL_CHOICE, "PP", 'P'},
    {CSP_INTERNAL_CHOICE, "PP", 'P'},
    {CSP_SLIDING, "PP", 'P'},
    {CSP_INTERRUPT, "PP", 'P'},
    {CSP_SEQUENCE, "PP", 'P'},
    {CSP_HIDE, "PE", 'P'},
    {CSP_PROJECT, "PE", 'P'},
    {CSP_INTERLEAVE, "PP", 'P'},
    {CSP_SHARE, "PEP", 'P'},
    {CSP_PARALLEL, "PEEP", 'P'},
    {CSP_EXCEPTION, "PEP", 'P'},
    {CSP_SYNC_CHOICE, "PEP", 'P'},
    {CSP_SYNC_INTERRUPT, "PEP", 'P'},
};

static CspType *letter_type(Typing *t, char letter)
{
  switch (letter) {
  case 'P': return typing_plain(CSPT_PROC);
  case 'E': return typing_set(t, typing_plain(CSPT_EVENT));
  case 'I': return typing_plain(CSPT_INT);
  default: assert(letter == 'B'); return typing_plain(CSPT_BOOL);
  }
}

static const char *operand_text(Typing *t, const CspNode *n, uint32_t i, char letter)
{
  const char *op = csp_kind_name((CspKind) n->kind);
  if (csp_is(n, CSP_NEGATE)) op = "-";
  if (n->count == 1) return arena_printf(t->arena, "the operand of %s", op);
  if (letter == 'E') return arena_printf(t->arena, "the set of events of %s", op);
  if (csp_is(n, CSP_GUARD) && i == 0) return "the guard of &";
  return arena_printf(t->arena, "the %s operand of %s", i == 0 ? "left" : "right", op);
}

static CspType *by_signature(Typing *t, CspNode *n)
{
  for (uint32_t i = 0; i < sizeof SIGNATURES / sizeof *SIGNATURES; i++) {
    const Signature *s = &SIGNATURES[i];
    if (s->kind != n->kind) continue;
    bool rigid = false; /* then the result would be wrong for the same reason */
    for (uint32_t k = 0; k < n->count; k++) {
      const char *what = operand_text(t, n, k, s->operands[k]);
      if (!typing_expect(t, n->kids[k], letter_type(t, s->operands[k]), what))
        rigid |= t->unifier.why == UNIFY_RIGID;
    }
    return rigid ? csp_type_plain(CSPT_UNKNOWN) : letter_type(t, s->result);
  }
  return typing_plain(CSPT_UNKNOWN);
}

static CspType *comparison(Typing *t, CspNode *n)
{
  bool equality = csp_is(n, CSP_EQUAL) || csp_is(n, CSP_NOT_EQUAL);
  CspType *left = typing_expression(t, n->kids[0]);
  if (typing_expect(t, n->kids[1], left, operand_text(t, n, 1, 0)))
    limit(t, n, left, equality ? CSP_LIMIT_EQ : CSP_LIMIT_ORD, NULL);
  return typing_plain(CSPT_BOOL);
}

static CspType *sequence_operator(Typing *t, CspNode *n)
{
  CspType *seq = typing_seq(t, csp_unify_var(&t->unifier));
  for (uint32_t i = 0; i < n->count; i++)
    typing_expect(t, n->kids[i], seq, operand_text(t, n, i, 0));
  return csp_is(n, CSP_LENGTH) ? typing_plain(CSPT_INT) : seq;
}

/* ------------------------------------------------------------- collections */

/* The members from kids[first] on have one type. */
static CspType *members(Typing *t, CspNode *n, uint32_t first, CspTypeKind kind)
{
  bool set = kind == CSPT_SET;
  CspType *element = csp_unify_var_with(&t->unifier, set ? CSP_LIMIT_SET : 0);
  for (uint32_t i = first; i < n->count; i++)
    typing_expect(t, n->kids[i], element, set ? "an element of a set" : "an element of a sequence");
  return csp_type_of(t->arena, kind, element);
}

static CspType *range(Typing *t, CspNode *n, uint32_t first, CspTypeKind kind)
{
  for (uint32_t i = first; i < n->count; i++)
    if (!csp_is(n->kids[i], CSP_ABSENT))
      typing_expect(t, n->kids[i], typing_plain(CSPT_INT), "a bound of a range");
  return csp_type_of(t->arena, kind, typing_plain(CSPT_INT));
}

/* a =>* b, for any a. */
static CspType *extendable(Typing *t, CspType *result)
{
  return csp_type_dotable(t->arena, type_list_one(t->arena, csp_unify_star(&t->unifier)), result);
}

static CspType *closure(Typing *t, CspNode *n, uint32_t first)
{
  CspType *element = csp_unify_var_with(&t->unifier, CSP_LIMIT_YIELD | CSP_LIMIT_SET);
  for (uint32_t i = first; i < n->count; i++)
    typing_expect(t, n->kids[i], extendable(t, element), "an element of {| |}");
  return typing_set(t, element);
}

static CspType *map(Typing *t, CspNode *n)
{
  CspType *map = csp_type_new(t->arena, CSPT_MAP, 2);
  map->args[0] = csp_unify_var_with(&t->unifier, CSP_LIMIT_SET);
  map->args[1] = csp_unify_var(&t->unifier);
  for (uint32_t i = 0; i < n->count; i++) {
    typing_expect(t, n->kids[i]->kids[0], map->args[0], "a key of a map");
    typing_expect(t, n->kids[i]->kids[1], map->args[1], "a value of a map");
  }
  return map;
}

static CspType *tuple(Typing *t, CspNode *n)
{
  CspType *tuple = csp_type_new(t->arena, CSPT_TUPLE, n->count);
  for (uint32_t i = 0; i < n->count; i++) tuple->args[i] = typing_expression(t, n->kids[i]);
  return tuple;
}

static CspType *each(Typing *t, CspNode *n)
{
  bool seq = csp_is(n, CSP_SEQ_EACH) || csp_is(n, CSP_SEQ_RANGE_EACH);
  CspTypeKind kind = seq ? CSPT_SEQ : CSPT_SET;
  typing_statements(t, n->kids[0], kind);
  switch ((CspKind) n->kind) {
  case CSP_SEQ_EACH:
  case CSP_SET_EACH: return members(t, n, 1, kind);
  case CSP_SEQ_RANGE_EACH:
  case CSP_SET_RANGE_EACH: return range(t, n, 1, kind);
  default: return closure(t, n, 1);
  }
}

/* ------------------------------------------------------------------ others */

static CspType *dot(Typing *t, CspNode *n)
{
  CspType *dot = csp_type_new(t->arena, CSPT_DOT, 2);
  for (uint32_t i = 0; i < 2; i++) dot->args[i] = typing_expression(t, n->kids[i]);
  return dot;
}

/* An if or let: what its parts are. */
static CspType *by_parts(Typing *t, CspNode *n)
{
  CspType *type = csp_unify_var(&t->unifier);
  typing_expect(t, n, type, NULL);
  return type;
}

static CspType *lambda(Typing *t, CspNode *n)
{
  const CspNode *arguments = n->kids[0];
  CspType *function = csp_type_new(t->arena, CSPT_FUNCTION, arguments->count + 1);
  for (uint32_t i = 0; i < arguments->count; i++)
    function->args[i] = typing_pattern(t, arguments->kids[i]);
  function->args[arguments->count] = typing_expression(t, n->kids[1]);
  return function;
}

static const char *argument_text(Typing *t, const CspNode *function, uint32_t i, uint32_t count)
{
  const char *name = csp_is(function, CSP_NAME) ? function->name->text : "a function";
  if (count == 1) return arena_printf(t->arena, "the argument of %s", name);
  return arena_printf(t->arena, "argument %u of %s", i + 1, name);
}

static CspType *wrong_call(Typing *t, const CspNode *n, const CspType *function)
{
  const CspNode *f = n->kids[0], *arguments = n->kids[1];
  const char *name = csp_is(f, CSP_NAME) ? f->name->text : "this function";
  uint32_t have = arguments->count;
  if (type_is(function, CSPT_FUNCTION)) {
    uint32_t want = function->count - 1;
    Diag *d =
        typing_mistake(t, n->span, "argument-count", "%s takes %u argument%s, but %u %s given",
                       name, want, text_plural(want), have, have == 1 ? "is" : "are");
    if (csp_is(f, CSP_NAME) && f->symbol && span_known(f->symbol->span))
      diag_note(t->context->diags, d, f->symbol->span, "%s is declared here", name);
  } else if (!type_is(function, CSPT_UNKNOWN)) {
    CspType *wanted = csp_type_new(t->arena, CSPT_FUNCTION, have + 1);
    for (uint32_t i = 0; i < have; i++)
      wanted->args[i] = (CspType *) (uintptr_t) arguments->kids[i]->type;
    wanted->args[have] = csp_unify_var(&t->unifier);
    t->unifier.why = UNIFY_DIFFERENT;
    typing_mismatch(t, f, wanted, (CspType *) (uintptr_t) function, NULL);
  }
  return typing_plain(CSPT_UNKNOWN);
}

static CspType *call(Typing *t, CspNode *n)
{
  CspNode *arguments = n->kids[1];
  uint32_t count = arguments->count;
  CspType *function = csp_type_resolve(typing_expression(t, n->kids[0]));
  if (type_is(function, CSPT_FUNCTION) && function->count == count + 1) {
    bool limited = false; /* what one argument is not, the others are not, either */
    for (uint32_t i = 0; i < count; i++) {
      CspType *expected = limited ? csp_type_plain(CSPT_UNKNOWN) : function->args[i];
      const char *what = argument_text(t, n->kids[0], i, count);
      if (!typing_expect(t, arguments->kids[i], expected, what))
        limited = t->unifier.why == UNIFY_LIMIT;
    }
    return function->args[count];
  }
  CspType *type = csp_type_new(t->arena, CSPT_FUNCTION, count + 1);
  for (uint32_t i = 0; i < count; i++) type->args[i] = typing_expression(t, arguments->kids[i]);
  type->args[count] = csp_unify_var(&t->unifier);
  if (!type_is_open(function)) return wrong_call(t, n, function);
  if (!csp_unify(&t->unifier, function, type)) {
    typing_mismatch(t, n->kids[0], type, function, NULL);
    return typing_plain(CSPT_UNKNOWN);
  }
  if (csp_is(n->kids[0], CSP_NAME) && n->kids[0]->symbol)
    typing_info(t, n->kids[0]->symbol)->origin = n->span;
  return type->args[count];
}

/* -------------------------------------------------------------- replicated */

static CspType *replicated(Typing *t, CspNode *n)
{
  bool ordered = csp_is(n, CSP_EACH_SEQUENCE) || csp_is(n, CSP_EACH_LINK);
  bool outside = csp_is(n, CSP_EACH_SHARE) || csp_is(n, CSP_EACH_SYNC_CHOICE);
  const char *op =
      arena_printf(t->arena, "the set of events of %s", csp_kind_name((CspKind) n->kind));
  CspType *events = letter_type(t, 'E');
  if (outside) typing_expect(t, n->kids[1], events, op);
  typing_statements(t, n->kids[0], ordered ? CSPT_SEQ : CSPT_SET);
  if (csp_is(n, CSP_EACH_PARALLEL)) typing_expect(t, n->kids[1], events, op);
  if (csp_is(n, CSP_EACH_LINK)) typing_pairs(t, n->kids[1]);
  typing_expect(t, n->kids[n->count - 1], letter_type(t, 'P'),
                arena_printf(t->arena, "the process of %s", csp_kind_name((CspKind) n->kind)));
  return letter_type(t, 'P');
}

static CspType *tied(Typing *t, CspNode *n)
{
  bool link = csp_is(n, CSP_LINK);
  typing_expect(t, n->kids[0], letter_type(t, 'P'), operand_text(t, n, 0, 'P'));
  typing_pairs(t, n->kids[1]);
  if (link) typing_expect(t, n->kids[2], letter_type(t, 'P'), operand_text(t, n, 2, 'P'));
  return letter_type(t, 'P');
}

static CspType *expression_type(Typing *t, CspNode *n)
{
  switch ((CspKind) n->kind) {
  case CSP_NAME: return typing_name(t, n);
  case CSP_INT: return typing_plain(CSPT_INT);
  case CSP_CHAR: return typing_plain(CSPT_CHAR);
  case CSP_STRING: return typing_seq(t, typing_plain(CSPT_CHAR));
  case CSP_TUPLE: return tuple(t, n);
  case CSP_SEQ: return members(t, n, 0, CSPT_SEQ);
  case CSP_SET: return members(t, n, 0, CSPT_SET);
  case CSP_SEQ_RANGE: return range(t, n, 0, CSPT_SEQ);
  case CSP_SET_RANGE: return range(t, n, 0, CSPT_SET);
  case CSP_CLOSURE: return closure(t, n, 0);
  case CSP_SEQ_EACH:
  case CSP_SET_EACH:
  case CSP_SEQ_RANGE_EACH:
  case CSP_SET_RANGE_EACH:
  case CSP_CLOSURE_EACH: return each(t, n);
  case CSP_MAP: return map(t, n);
  case CSP_IF:
  case CSP_LET: return by_parts(t, n);
  case CSP_LAMBDA: return lambda(t, n);
  case CSP_CALL: return call(t, n);
  case CSP_DOT: return dot(t, n);
  case CSP_EQUAL:
  case CSP_NOT_EQUAL:
  case CSP_LESS:
  case CSP_LESS_EQUAL:
  case CSP_GREATER:
  case CSP_GREATER_EQUAL: return comparison(t, n);
  case CSP_LENGTH:
  case CSP_CONCAT: return sequence_operator(t, n);
  case CSP_PREFIX: return typing_prefix(t, n);
  case CSP_LINK:
  case CSP_RENAME: return tied(t, n);
  case CSP_EACH_EXTERNAL_CHOICE:
  case CSP_EACH_INTERNAL_CHOICE:
  case CSP_EACH_INTERLEAVE:
  case CSP_EACH_SEQUENCE:
  case CSP_EACH_SHARE:
  case CSP_EACH_PARALLEL:
  case CSP_EACH_LINK:
  case CSP_EACH_SYNC_CHOICE: return replicated(t, n);
  default: return by_signature(t, n);
  }
}

/* The last step failed: values do not fit what they are dotted with, or the result of a call is
 * such a value. */
static void wrong_dot(Typing *t, const CspNode *n)
{
  CspType *expected = t->unifier.a, *found = t->unifier.b;
  const CspNode *place = csp_is(n, CSP_DOT) ? n->kids[1] : n;
  if (t->unifier.why == UNIFY_DIFFERENT && expected && found)
    typing_mismatch(t, place, expected, found, "a value behind a dot");
  else typing_dot_mistake(t, place->span, "here");
}

CspType *typing_expression(Typing *t, CspNode *n)
{
  CspType *type = expression_type(t, n);
  if ((csp_is(n, CSP_DOT) || csp_is(n, CSP_CALL)) && !csp_unify_reduce(&t->unifier, &type)) {
    wrong_dot(t, n);
    type = typing_plain(CSPT_UNKNOWN);
  }
  n->type = type;
  return type;
}
