#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "csp/types/typing.h"

/* What inference says about mistakes: what was expected, what was found, where it comes from. */

enum { TYPE_TEXT_LIMIT = 120 };

Diag *typing_mistake(Typing *t, Span span, const char *code, const char *format, ...)
{
  va_list args;
  Text text = {0};
  char buffer[2000];
  va_start(args, format);
  vsnprintf(buffer, sizeof buffer, format, args);
  va_end(args);
  text_add(&text, buffer);
  Diags *diags = t->context->diags;
  Diag *d = t->strictness == CSP_TYPES_WANTED
                ? diag_warning(diags, span, code, "%s", text_string(&text))
                : diag_error(diags, span, code, "%s", text_string(&text));
  t->mistakes++;
  text_free(&text);
  for (const Unit *i = t->instance; i; i = i->instance)
    diag_note(t->context->diags, d, i->node->span, "in the instance %s of the module %s",
              i->node->name->text, i->node->kids[0]->name->text);
  return d;
}

static const char *shown(Typing *t, const CspType *type)
{
  Text text = {0};
  csp_type_print_cut(&text, type, TYPE_TEXT_LIMIT);
  const char *copy = arena_copy(t->arena, text_string(&text), text.len);
  text_free(&text);
  return copy;
}

/* Says "a set" rather than {a}. */
static const char *described(Typing *t, CspType *type)
{
  type = csp_type_resolve(type);
  bool open = type->count == 1 && type_is_open(csp_type_resolve(type->args[0])) &&
              !type_is(type, CSPT_DOTABLE);
  if (open && type_is(type, CSPT_SET)) return "a set";
  if (open && type_is(type, CSPT_SEQ)) return "a sequence";
  if (type_is(type, CSPT_MAP) && type_is_open(csp_type_resolve(type->args[0]))) return "a map";
  return shown(t, type);
}

static const char *joint(const char *what)
{
  if (!what) return "";
  return strncmp(what, "in ", 3) ? " as " : " ";
}

/* ------------------------------------------------- where things come from */

static void explain_name(Typing *t, Diag *d, const CspNode *node)
{
  if (!csp_is(node, CSP_NAME) || !node->symbol || node->symbol->kind == CSP_SYMBOL_BUILTIN) return;
  const SymbolInfo *info = typing_info(t, node->symbol);
  if (!info->scheme.type) return;
  const char *type = shown(t, info->scheme.type), *name = node->symbol->name->text;
  if (span_known(info->origin) && !span_equal(info->origin, node->span))
    diag_note(t->context->diags, d, info->origin, "%s got its type %s here", name, type);
  else if (span_known(node->symbol->span) && !span_equal(node->symbol->span, node->span))
    diag_note(t->context->diags, d, node->symbol->span, "%s has the type %s", name, type);
}

/* One mistake about a name is enough. */
static bool is_excused(Typing *t, const CspNode *node)
{
  if (!csp_is(node, CSP_NAME) || !node->symbol || node->symbol->kind != CSP_SYMBOL_LOCAL)
    return false;
  SymbolInfo *info = typing_info(t, node->symbol);
  bool excused = info->excused;
  info->excused = true;
  return excused;
}

/* ------------------------------------------------------------------ limits */

static const char *limit_words(CspLimit limit)
{
  switch (limit) {
  case CSP_LIMIT_SET: return "cannot be in a set";
  case CSP_LIMIT_EQ: return "cannot be compared";
  case CSP_LIMIT_ORD: return "have no order";
  case CSP_LIMIT_COMPLETE: return "are incomplete";
  case CSP_LIMIT_YIELD: return "cannot be extended to events or values of a datatype";
  }
  return "";
}

static const char *limit_name(CspLimit limit)
{
  switch (limit) {
  case CSP_LIMIT_SET: return "Set";
  case CSP_LIMIT_EQ: return "Eq";
  case CSP_LIMIT_ORD: return "Ord";
  case CSP_LIMIT_COMPLETE: return "Complete";
  case CSP_LIMIT_YIELD: return "Yieldable";
  }
  return "";
}

static void explain_limit(Typing *t, Diag *d)
{
  const CspType *a = t->unifier.a;
  if (type_is(a, CSPT_VAR) && a->rigid && a->name)
    diag_hint(t->context->diags, d, "the annotation must say so: %s %s => …",
              limit_name(t->unifier.limit), a->name->text);
  else if (t->unifier.limit == CSP_LIMIT_COMPLETE)
    diag_hint(t->context->diags, d, "values are missing behind a dot");
}

static Diag *report_limit(Typing *t, const CspNode *node, CspType *type, const char *what)
{
  const CspType *part = t->unifier.a;
  bool whole = csp_type_resolve(type) == part;
  Diag *d = typing_mistake(t, node->span, "type-limit", "values of the type %s %s%s%s%s",
                           shown(t, part), limit_words(t->unifier.limit), what ? " (" : "",
                           what ? what : "", what ? ")" : "");
  if (!whole) diag_note(t->context->diags, d, node->span, "this is %s", shown(t, type));
  explain_limit(t, d);
  return d;
}

void typing_limit_mistake(Typing *t, const CspNode *node, CspType *type, const char *what)
{
  if (is_excused(t, node)) return;
  if (t->unifier.why != UNIFY_LIMIT) {
    typing_mistake(t, node->span, "type-mismatch", "dotted values do not fit");
    return;
  }
  explain_name(t, report_limit(t, node, type, what), node);
}

/* -------------------------------------------------------------- mismatches */

static bool is_whole(const CspType *t)
{
  return type_is(t, CSPT_EVENT) || type_is(t, CSPT_DATATYPE);
}

/* A dotted type where one value is expected. */
static void explain_dots(Typing *t, Diag *d, CspType *whole, CspType *dotted)
{
  CspType *result;
  TypeList l = csp_type_flatten(t->arena, dotted);
  if (!is_whole(whole)) return;
  if (type_is(l.at[0], CSPT_VAR)) {
    diag_hint(t->context->diags, d,
              "a value of %s is taken apart by its channel or constructor only", shown(t, whole));
    return;
  }
  TypeList values = csp_type_values(t->arena, l.at[0], &result);
  if (result != whole || l.count - 1 <= values.count) return;
  diag_hint(t->context->diags, d, "no more than .%s can follow",
            shown(t, csp_type_dot(t->arena, values)));
}

static void explain_missing(Typing *t, Diag *d, CspType *expected, CspType *found)
{
  expected = csp_type_resolve(expected);
  found = csp_type_resolve(found);
  CspType *result;
  if (type_is(found, CSPT_DOT)) explain_dots(t, d, expected, found);
  if (type_is(expected, CSPT_DOT)) explain_dots(t, d, found, expected);
  if (!type_is(found, CSPT_DOTABLE) || type_is(expected, CSPT_DOTABLE)) return;
  TypeList values = csp_type_values(t->arena, found, &result);
  if (result == expected && values.count)
    diag_hint(t->context->diags, d, "%s missing: .%s",
              values.count == 1 ? "a value is" : "values are",
              shown(t, csp_type_dot(t->arena, values)));
}

static Diag *report_reason(Typing *t, const CspNode *node, CspType *expected, CspType *found,
                           const char *what)
{
  const Unifier *u = &t->unifier;
  const char *as = joint(what), *e = described(t, expected), *f = described(t, found);
  if (!what) what = "";
  switch (u->why) {
  case UNIFY_CYCLE:
    return typing_mistake(t, node->span, "type-cycle",
                          "expected %s, found %s%s%s; a type cannot contain itself", e, f, as,
                          what);
  case UNIFY_LARGE:
    return typing_mistake(t, node->span, "type-too-deep",
                          "the types here are too large to be inferred");
  case UNIFY_LIMIT: return report_limit(t, node, found, what[0] ? what : NULL);
  case UNIFY_RIGID:
  case UNIFY_ESCAPE: {
    Diag *d =
        typing_mistake(t, node->span, "type-mismatch", "expected %s, found %s%s%s", e, f, as, what);
    if (u->a->name)
      diag_hint(t->context->diags, d, "%s of the annotation stands for any type, not for this one",
                u->a->name->text);
    return d;
  }
  default: break;
  }
  Diag *d =
      typing_mistake(t, node->span, "type-mismatch", "expected %s, found %s%s%s", e, f, as, what);
  explain_missing(t, d, expected, found);
  return d;
}

void typing_dot_mistake(Typing *t, Span span, const char *where)
{
  const Unifier *u = &t->unifier;
  if (u->why == UNIFY_DIFFERENT)
    typing_mistake(t, span, "type-mismatch", "expected %s, found %s as a value behind a dot %s",
                   described(t, u->a), described(t, u->b), where);
  else typing_mistake(t, span, "type-mismatch", "dotted values do not fit %s", where);
}

void typing_mismatch(Typing *t, const CspNode *node, CspType *expected, CspType *found,
                     const char *what)
{
  if (is_excused(t, node)) return;
  Diag *d = report_reason(t, node, expected, found, what);
  explain_name(t, d, node);
}
