#include "csp/types/typing.h"

/* Prefixes, ties of events, and statements. */

/* ---------------------------------------------------- names that are bound */

/* The patterns of one list of statements or fields. */
typedef VEC(CspNode *) Bound;

static void check_twice(Typing *t, const Bound *patterns, CspNode *p)
{
  if (csp_is(p, CSP_NAME) && p->symbol && p->symbol->kind == CSP_SYMBOL_LOCAL)
    for (uint32_t i = 0; i < patterns->len; i++)
      if (patterns->data[i]->name == p->name) {
        Diag *d = typing_mistake(t, p->span, "declared-twice", "%s is bound twice", p->name->text);
        diag_note(t->context->diags, d, patterns->data[i]->span, "it is bound here, too");
        return;
      }
  for (uint32_t i = 0; i < p->count; i++) check_twice(t, patterns, p->kids[i]);
}

static void add_bound(Bound *patterns, CspNode *p)
{
  if (csp_is(p, CSP_NAME) && p->symbol && p->symbol->kind == CSP_SYMBOL_LOCAL)
    vec_push(patterns, p);
  for (uint32_t i = 0; i < p->count; i++) add_bound(patterns, p->kids[i]);
}

static void bind_names(Typing *t, Bound *patterns, CspNode *p)
{
  check_twice(t, patterns, p);
  add_bound(patterns, p);
}

/* -------------------------------------------------------------- statements */

void typing_statements(Typing *t, CspNode *statements, CspTypeKind collection)
{
  if (csp_is(statements, CSP_ABSENT)) return;
  Bound bound = {0};
  for (uint32_t i = 0; i < statements->count; i++) {
    CspNode *n = statements->kids[i];
    if (!csp_is(n, CSP_GENERATOR)) {
      typing_expect(t, n, typing_plain(CSPT_BOOL), "a condition");
      continue;
    }
    CspType *element = csp_unify_var(&t->unifier);
    typing_expect(t, n->kids[1], csp_type_of(t->arena, collection, element),
                  "what the pattern ranges over");
    typing_expect_pattern(t, n->kids[0], element, "a pattern");
    bind_names(t, &bound, n->kids[0]);
  }
  vec_free(&bound);
}

/* What is left to extend is the same on both sides. */
void typing_pairs(Typing *t, CspNode *pairs)
{
  typing_statements(t, pairs->kids[0], CSPT_SET);
  for (uint32_t i = 1; i < pairs->count; i++) {
    CspType *star = csp_unify_star(&t->unifier);
    CspType *event =
        csp_type_dotable(t->arena, type_list_one(t->arena, star), typing_plain(CSPT_EVENT));
    CspNode *from = pairs->kids[i]->kids[0], *to = pairs->kids[i]->kids[1];
    if (typing_expect(t, from, event, "an event or channel")) {
      bool known = type_is(csp_type_resolve(event), CSPT_EVENT);
      typing_expect(t, to, event, known ? "what belongs to an event" : "what belongs to a channel");
    } else {
      typing_expression(t, to);
    }
  }
}

static CspType *input(Typing *t, CspNode *field)
{
  CspNode *pattern = field->kids[0], *set = field->kids[1];
  CspType *element = csp_unify_var(&t->unifier);
  bool given = !csp_is(set, CSP_ABSENT);
  if (given) typing_expect(t, set, typing_set(t, element), "the set of an input");
  CspType *type = typing_pattern(t, pattern);
  if (given && !csp_unify(&t->unifier, type, element))
    typing_mismatch(t, pattern, element, type, "the pattern of an input");
  typing_complete(t, pattern);
  return type;
}

static CspType *field_type(Typing *t, CspNode *field)
{
  switch ((CspKind) field->kind) {
  case CSP_OUTPUT: return typing_expression(t, field->kids[0]);
  case CSP_INPUT:
  case CSP_NONDET_INPUT: return input(t, field);
  default: return typing_plain(CSPT_UNKNOWN);
  }
}

static void wrong_event(Typing *t, const CspNode *n, CspType *found)
{
  Span span = {n->kids[0]->span.begin, n->kids[n->count - 2]->span.end};
  CspNode place = *n->kids[0];
  bool plain = n->count == 2;
  UnifyReason why = t->unifier.why;
  if (csp_unify_reduce(&t->unifier, &found)) t->unifier.why = why;
  if (!plain) {
    place.span = span;
    place.kind = CSP_PREFIX;
  }
  typing_mismatch(t, &place, typing_plain(CSPT_EVENT), found, "the event before ->");
}

static void check_fields(Typing *t, const CspNode *n)
{
  const CspNode *input = NULL;
  Bound bound = {0};
  for (uint32_t i = 1; i + 1 < n->count; i++) {
    const CspNode *field = n->kids[i];
    if (csp_is(field, CSP_OUTPUT)) continue;
    if (csp_is(field, CSP_NONDET_INPUT) && input) {
      Diag *d = typing_mistake(t, field->span, "field-order", "$ cannot stand behind ?");
      diag_note(t->context->diags, d, input->span, "this is chosen later");
    }
    if (csp_is(field, CSP_INPUT)) input = field;
    if (field->count) bind_names(t, &bound, field->kids[0]);
  }
  vec_free(&bound);
}

CspType *typing_prefix(Typing *t, CspNode *n)
{
  uint32_t fields = n->count - 2;
  check_fields(t, n);
  CspType *event = csp_type_new(t->arena, CSPT_DOT, fields + 1);
  event->args[0] = typing_expression(t, n->kids[0]);
  bool wrong = type_is(csp_type_resolve(event->args[0]), CSPT_UNKNOWN);
  for (uint32_t i = 1; i <= fields; i++) {
    event->args[i] = field_type(t, n->kids[i]);
    wrong |= type_is(csp_type_resolve(event->args[i]), CSPT_UNKNOWN);
  }
  if (!wrong && !csp_unify(&t->unifier, event, typing_plain(CSPT_EVENT))) wrong_event(t, n, event);
  typing_expect(t, n->kids[n->count - 1], typing_plain(CSPT_PROC), "the process behind ->");
  return typing_plain(CSPT_PROC);
}
