#include "csp/types/typing.h"

static bool binds(const CspNode *p)
{
  if (csp_is(p, CSP_WILDCARD)) return true;
  if (!csp_is(p, CSP_NAME) || !p->symbol) return false;
  return p->symbol->kind == CSP_SYMBOL_LOCAL || p->symbol->kind == CSP_SYMBOL_DEFINED;
}

static CspType *pattern_name(Typing *t, CspNode *p)
{
  if (!p->symbol) return typing_plain(CSPT_UNKNOWN);
  if (!binds(p)) return typing_name(t, p);
  SymbolInfo *info = typing_info(t, p->symbol);
  if (!info->scheme.type) info->scheme.type = csp_unify_var(&t->unifier);
  return info->annotation ? typing_enter(t, info->scheme.type) : info->scheme.type;
}

static CspType *pattern_all(Typing *t, CspNode *p, CspTypeKind kind, unsigned limits)
{
  CspType *element = csp_unify_var_with(&t->unifier, limits);
  for (uint32_t i = 0; i < p->count; i++)
    typing_expect_pattern(t, p->kids[i], element,
                          kind == CSPT_SET ? "the element of a set" : "an element of a sequence");
  return csp_type_of(t->arena, kind, element);
}

static CspType *pattern_tuple(Typing *t, CspNode *p)
{
  CspType *tuple = csp_type_new(t->arena, CSPT_TUPLE, p->count);
  for (uint32_t i = 0; i < p->count; i++) tuple->args[i] = typing_pattern(t, p->kids[i]);
  return tuple;
}

void typing_complete(Typing *t, const CspNode *p)
{
  CspType *type = (CspType *) (uintptr_t) p->type;
  if (binds(p)) {
    if (!csp_unify_limit(&t->unifier, type, CSP_LIMIT_COMPLETE))
      typing_limit_mistake(t, p, type, "an input");
  } else if (csp_is(p, CSP_DOT) || csp_is(p, CSP_BOTH)) {
    for (uint32_t i = 0; i < p->count; i++) typing_complete(t, p->kids[i]);
  }
}

/* a.b.c: names before a dot stand for something complete. */
static CspType *pattern_dot(Typing *t, CspNode *p)
{
  CspType *dot = csp_type_new(t->arena, CSPT_DOT, 2);
  dot->args[0] = typing_pattern(t, p->kids[0]);
  typing_complete(t, p->kids[0]);
  dot->args[1] = typing_pattern(t, p->kids[1]);
  return dot;
}

static CspType *pattern_concat(Typing *t, CspNode *p)
{
  CspType *seq = typing_seq(t, csp_unify_var(&t->unifier));
  for (uint32_t i = 0; i < 2; i++) typing_expect_pattern(t, p->kids[i], seq, "an operand of ^");
  return seq;
}

static CspType *pattern_both(Typing *t, CspNode *p)
{
  CspType *type = typing_pattern(t, p->kids[0]);
  typing_expect_pattern(t, p->kids[1], type, "the second pattern of @@");
  return type;
}

static CspType *pattern_type(Typing *t, CspNode *p)
{
  switch ((CspKind) p->kind) {
  case CSP_NAME: return pattern_name(t, p);
  case CSP_WILDCARD: return csp_unify_var(&t->unifier);
  case CSP_INT:
  case CSP_NEGATE: return typing_plain(CSPT_INT);
  case CSP_CHAR: return typing_plain(CSPT_CHAR);
  case CSP_STRING: return typing_seq(t, typing_plain(CSPT_CHAR));
  case CSP_TUPLE: return pattern_tuple(t, p);
  case CSP_SEQ: return pattern_all(t, p, CSPT_SEQ, 0);
  case CSP_SET: return pattern_all(t, p, CSPT_SET, CSP_LIMIT_EQ);
  case CSP_CONCAT: return pattern_concat(t, p);
  case CSP_DOT: return pattern_dot(t, p);
  case CSP_BOTH: return pattern_both(t, p);
  default: return typing_plain(CSPT_UNKNOWN);
  }
}

CspType *typing_pattern(Typing *t, CspNode *p)
{
  CspType *type = pattern_type(t, p);
  if (!csp_unify_reduce(&t->unifier, &type)) {
    typing_dot_mistake(t, p->span, "in this pattern");
    type = typing_plain(CSPT_UNKNOWN);
  }
  p->type = type;
  return type;
}

bool typing_expect_pattern(Typing *t, CspNode *p, CspType *expected, const char *what)
{
  CspType *found = typing_pattern(t, p);
  if (csp_unify(&t->unifier, found, expected)) return true;
  typing_mismatch(t, p, expected, found, what);
  return false;
}
