#include "prove/foreign/smt.h"

#include <string.h>

/* All names of ours begin with $, so that they are none of SMT-LIB and no bound variable. */

static void put_sort(Text *out, const FolSort *s)
{
  if (s->kind == SORT_INT) text_add(out, "Int");
  else if (s->kind == SORT_BOOL) text_add(out, "Bool");
  else text_printf(out, "|$%s|", s->name);
}

static void put(Text *, const Fol *);

static void put_list(Text *out, const char *operator, const Fol * f)
{
  text_printf(out, "(%s", operator);
  for (uint32_t i = 0; i < f->count; i++) {
    text_add_char(out, ' ');
    put(out, f->kids[i]);
  }
  text_add_char(out, ')');
}

static void put_quantified(Text *out, const Fol *f)
{
  text_printf(out, "(%s (", f->kind == FOL_FORALL ? "forall" : "exists");
  for (uint32_t i = 0; i + 1 < f->count; i++) {
    text_printf(out, "(x%u ", f->kids[i]->number);
    put_sort(out, f->kids[i]->sort);
    text_add_char(out, ')');
  }
  text_add(out, ") ");
  put(out, f->kids[f->count - 1]);
  text_add_char(out, ')');
}

/* The predicate of membership has the set first. */
static void put_member(Text *out, const Fol *f)
{
  const Fol *set = f->kids[f->count - 1];
  text_printf(out, "(|$in %s| ", set->sort->name);
  put(out, set);
  for (uint32_t i = 0; i + 1 < f->count; i++) {
    text_add_char(out, ' ');
    put(out, f->kids[i]);
  }
  text_add_char(out, ')');
}

static void put(Text *out, const Fol *f)
{
  static const char *const operators[] = {
      [FOL_ADD] = "+",      [FOL_SUBTRACT] = "-",   [FOL_MULTIPLY] = "*", [FOL_DIVIDE] = "b.div",
      [FOL_MODULO] = "mod", [FOL_NEGATE] = "-",     [FOL_NOT] = "not",    [FOL_AND] = "and",
      [FOL_OR] = "or",      [FOL_IMPLIES] = "=>",   [FOL_IFF] = "=",      [FOL_EQUAL] = "=",
      [FOL_LESS] = "<",     [FOL_LESS_EQUAL] = "<="};
  switch (f->kind) {
  case FOL_VARIABLE: text_printf(out, "x%u", f->number); return;
  case FOL_NUMBER: text_add(out, f->digits); return;
  case FOL_YES:
  case FOL_TRUE: text_add(out, "true"); return;
  case FOL_NO:
  case FOL_FALSE: text_add(out, "false"); return;
  case FOL_FORALL:
  case FOL_EXISTS: put_quantified(out, f); return;
  case FOL_MEMBER: put_member(out, f); return;
  case FOL_CALL: {
    Text name = {0};
    text_printf(&name, "|$%s|", f->function->name);
    if (f->count) put_list(out, text_string(&name), f);
    else text_add(out, text_string(&name));
    text_free(&name);
    return;
  }
  default: put_list(out, operators[f->kind], f);
  }
}

static void put_sorts(Text *out, const FolProblem *p)
{
  for (uint32_t i = 0; i < p->sorts.len; i++) {
    const FolSort *s = p->sorts.data[i];
    if (s->kind == SORT_PLAIN || s->kind == SORT_SET)
      text_printf(out, "(declare-sort |$%s| 0)\n", s->name);
    if (s->kind != SORT_VALUES) continue;
    text_printf(out, "(declare-datatypes ((|$%s| 0)) ((", s->name);
    for (uint32_t j = 0; j < s->count; j++)
      text_printf(out, "%s(|$%s|)", j ? " " : "", s->values[j]->name);
    text_add(out, ")))\n");
  }
  for (uint32_t i = 0; i < p->sorts.len; i++) {
    const FolSort *s = p->sorts.data[i];
    if (s->kind != SORT_SET) continue;
    text_printf(out, "(declare-fun |$in %s| (|$%s|", s->name, s->name);
    for (uint32_t j = 0; j < s->count; j++) {
      text_add_char(out, ' ');
      put_sort(out, s->parts[j]);
    }
    text_add(out, ") Bool)\n");
  }
}

static void put_functions(Text *out, const FolProblem *p)
{
  for (uint32_t i = 0; i < p->functions.len; i++) {
    const FolFunction *f = p->functions.data[i];
    if (f->value) continue;
    text_printf(out, "(declare-fun |$%s| (", f->name);
    for (uint32_t j = 0; j < f->count; j++) {
      if (j) text_add_char(out, ' ');
      put_sort(out, f->arguments[j]);
    }
    text_add(out, ") ");
    if (f->result) put_sort(out, f->result);
    else text_add(out, "Bool");
    text_add(out, ")\n");
  }
}

static bool uses(const Fol *f, FolKind kind)
{
  if (f->kind == kind) return true;
  for (uint32_t i = 0; i < f->count; i++)
    if (uses(f->kids[i], kind)) return true;
  return false;
}

/* For who finds a model. */
static void put_losses(Text *out, const FolProblem *p)
{
  for (uint32_t i = 0; i < p->losses.len; i++)
    text_printf(out, "%s%s", i ? ", " : "; says less than the obligation: ", p->losses.data[i]);
  if (p->losses.len) text_add(out, "\n");
}

void smt_print(Text *out, const FolProblem *p, SmtStyle style)
{
  bool division = false;
  for (uint32_t i = 0; i < p->facts.len; i++)
    division |= uses(p->facts.data[i].formula, FOL_DIVIDE);
  if (style.comments) put_losses(out, p);
  if (style.commands) text_add(out, "(set-logic ALL)\n");
  put_sorts(out, p);
  if (division) /* towards zero, while that of SMT-LIB has a remainder that is not negative */
    text_add(out, "(define-fun b.div ((a Int) (b Int)) Int\n"
                  "  (ite (>= a 0) (div a b) (- (div (- a) b))))\n");
  put_functions(out, p);
  for (uint32_t i = 0; i < p->facts.len; i++) {
    const FolFact *fact = &p->facts.data[i];
    if (style.comments && (i == 0 || strcmp(fact->label, fact[-1].label) != 0)) {
      text_add(out, "; ");
      for (const char *c = fact->label; *c; c++)
        text_add_char(out, (unsigned char) *c < ' ' ? ' ' : *c);
      text_add_char(out, '\n');
    }
    text_add(out, style.names ? "(assert (! " : "(assert ");
    put(out, fact->formula);
    if (style.names) text_printf(out, " :named f%u", i);
    text_add(out, style.names ? "))\n" : ")\n");
  }
  if (style.commands) text_add(out, "(check-sat)\n");
}
