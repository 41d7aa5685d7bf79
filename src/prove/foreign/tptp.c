#include "prove/foreign/tptp.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  Text *out;
  VEC(const char *) numbers;  /* that occur, ascending */
  bool kinds[FOL_MEMBER + 1]; /* that occur */
  uint32_t formulas;
} Tptp;

static void put_sort(Text *out, const FolSort *s)
{
  if (s->kind == SORT_INT) text_add(out, "int");
  else if (s->kind == SORT_BOOL) text_add(out, "bool");
  else text_printf(out, "s%u", s->index);
}

static void put(Text *, const Fol *);

static void put_call(Text *out, const Fol *const *kids, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    text_add_char(out, i ? ',' : '(');
    put(out, kids[i]);
  }
  if (count) text_add_char(out, ')');
}

static void put_joined(Text *out, const Fol *f, const char *operator)
{
  text_add_char(out, '(');
  for (uint32_t i = 0; i < f->count; i++) {
    if (i) text_add(out, operator);
    put(out, f->kids[i]);
  }
  text_add_char(out, ')');
}

static void put_quantified(Text *out, const Fol *f)
{
  text_add(out, f->kind == FOL_FORALL ? "(! [" : "(? [");
  for (uint32_t i = 0; i + 1 < f->count; i++) {
    text_printf(out, "%sX%u: ", i ? "," : "", f->kids[i]->number);
    put_sort(out, f->kids[i]->sort);
  }
  text_add(out, "]: ");
  put(out, f->kids[f->count - 1]);
  text_add_char(out, ')');
}

static void put(Text *out, const Fol *f)
{
  static const char *const functions[] = {
      [FOL_ADD] = "plus",      [FOL_SUBTRACT] = "minus", [FOL_MULTIPLY] = "times",
      [FOL_DIVIDE] = "divide", [FOL_MODULO] = "modulo",  [FOL_NEGATE] = "negative",
      [FOL_LESS] = "less",     [FOL_LESS_EQUAL] = "le"};
  switch (f->kind) {
  case FOL_VARIABLE: text_printf(out, "X%u", f->number); return;
  case FOL_NUMBER: text_printf(out, "n%s", f->digits); return;
  case FOL_YES: text_add(out, "yes"); return;
  case FOL_NO: text_add(out, "no"); return;
  case FOL_TRUE: text_add(out, "$true"); return;
  case FOL_FALSE: text_add(out, "$false"); return;
  case FOL_CALL:
    text_printf(out, "f%u", f->function->index);
    put_call(out, f->kids, f->count);
    return;
  case FOL_NOT:
    text_add(out, "(~ ");
    put(out, f->kids[0]);
    text_add_char(out, ')');
    return;
  case FOL_AND: put_joined(out, f, " & "); return;
  case FOL_OR: put_joined(out, f, " | "); return;
  case FOL_IMPLIES: put_joined(out, f, " => "); return;
  case FOL_IFF: put_joined(out, f, " <=> "); return;
  case FOL_EQUAL: put_joined(out, f, " = "); return;
  case FOL_FORALL:
  case FOL_EXISTS: put_quantified(out, f); return;
  case FOL_MEMBER:
    text_printf(out, "in%u", f->kids[f->count - 1]->sort->index);
    put_call(out, f->kids, f->count);
    return;
  default: text_add(out, functions[f->kind]); put_call(out, f->kids, f->count);
  }
}

/* ----------------------------------------------------------------- what occurs */

static int compare_digits(const char *a, const char *b)
{
  size_t m = strlen(a), n = strlen(b);
  return m != n ? (m < n ? -1 : 1) : strcmp(a, b);
}

static void add_number(Tptp *t, const char *digits)
{
  uint32_t at = 0;
  while (at < t->numbers.len && compare_digits(t->numbers.data[at], digits) < 0) at++;
  if (at < t->numbers.len && strcmp(t->numbers.data[at], digits) == 0) return;
  vec_push(&t->numbers, digits);
  memmove(t->numbers.data + at + 1, t->numbers.data + at,
          (t->numbers.len - 1 - at) * sizeof *t->numbers.data);
  t->numbers.data[at] = digits;
}

static void collect(Tptp *t, const Fol *f)
{
  t->kinds[f->kind] = true;
  if (f->kind == FOL_NUMBER) add_number(t, f->digits);
  for (uint32_t i = 0; i < f->count; i++) collect(t, f->kids[i]);
}

/* ---------------------------------------------------------------- declarations */

static void declare_sorts(Tptp *t, const FolProblem *p)
{
  text_add(t->out, "tff(int, type, int: $tType).\ntff(bool, type, bool: $tType).\n"
                   "tff(yes, type, yes: bool).\ntff(no, type, no: bool).\n");
  for (uint32_t i = 0; i < p->sorts.len; i++) {
    const FolSort *s = p->sorts.data[i];
    if (s->kind != SORT_INT && s->kind != SORT_BOOL)
      text_printf(t->out, "tff(s%u, type, s%u: $tType).\n", i, i);
  }
}

static void declare(Tptp *t, const char *letter, uint32_t index, const FolSort *const *arguments,
                    uint32_t count, const FolSort *last, const FolSort *result)
{
  text_printf(t->out, "tff(%s%u, type, %s%u: ", letter, index, letter, index);
  if (count + (last != NULL)) text_add_char(t->out, '(');
  for (uint32_t i = 0; i < count; i++) {
    if (i) text_add(t->out, " * ");
    put_sort(t->out, arguments[i]);
  }
  if (last) {
    text_add(t->out, " * ");
    put_sort(t->out, last);
  }
  if (count + (last != NULL)) text_add(t->out, ") > ");
  if (result) put_sort(t->out, result);
  else text_add(t->out, "$o");
  text_add(t->out, ").\n");
}

static void declare_functions(Tptp *t, const FolProblem *p)
{
  for (uint32_t i = 0; i < p->sorts.len; i++) {
    const FolSort *s = p->sorts.data[i];
    if (s->kind == SORT_SET) declare(t, "in", i, s->parts, s->count, s, NULL);
  }
  for (uint32_t i = 0; i < p->functions.len; i++) {
    const FolFunction *f = p->functions.data[i];
    declare(t, "f", i, f->arguments, f->count, NULL, f->result);
  }
}

/* ---------------------------------------------------------------------- axioms */

static void axiom(Tptp *t, const char *text)
{
  text_printf(t->out, "tff(a%u, axiom, %s).\n", t->formulas++, text);
}

/* A sort with these values only, which differ. */
static void enumerate(Tptp *t, const FolSort *s)
{
  for (uint32_t i = 0; i < s->count; i++)
    for (uint32_t j = 0; j < i; j++)
      text_printf(t->out, "tff(a%u, axiom, f%u != f%u).\n", t->formulas++, s->values[i]->index,
                  s->values[j]->index);
  text_printf(t->out, "tff(a%u, axiom, ! [X: s%u]: (", t->formulas++, s->index);
  for (uint32_t i = 0; i < s->count; i++)
    text_printf(t->out, "%sX = f%u", i ? " | " : "", s->values[i]->index);
  text_add(t->out, ")).\n");
}

static bool is_successor(const char *a, const char *b)
{
  return strlen(a) < 10 && strlen(b) < 10 && atol(a) + 1 == atol(b);
}

static void order_numbers(Tptp *t)
{
  for (uint32_t i = 0; i < t->numbers.len; i++) {
    const char *n = t->numbers.data[i],
               *next = i + 1 < t->numbers.len ? t->numbers.data[i + 1] : NULL;
    if (!next) continue;
    text_printf(t->out, "tff(a%u, axiom, less(n%s,n%s)).\n", t->formulas++, n, next);
    if (is_successor(n, next))
      text_printf(t->out, "tff(a%u, axiom, plus(n%s,n1) = n%s).\n", t->formulas++, n, next);
  }
}

static void declare_numbers(Tptp *t)
{
  add_number(t, "0");
  add_number(t, "1");
  for (uint32_t i = 0; i < t->numbers.len; i++)
    text_printf(t->out, "tff(n%s, type, n%s: int).\n", t->numbers.data[i], t->numbers.data[i]);
  static const char *const binary[] = {"plus", "minus", "times", "divide", "modulo"};
  for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
    text_printf(t->out, "tff(%s, type, %s: (int * int) > int).\n", binary[i], binary[i]);
  text_add(t->out, "tff(negative, type, negative: int > int).\n"
                   "tff(less, type, less: (int * int) > $o).\n"
                   "tff(le, type, le: (int * int) > $o).\n");
}

/* The order is one without gaps; addition preserves it. */
static void integer_axioms(Tptp *t)
{
  if (t->kinds[FOL_LESS] || t->kinds[FOL_LESS_EQUAL] || t->numbers.len > 2) {
    axiom(t, "! [X: int]: ~ less(X,X)");
    axiom(t, "! [X: int, Y: int, Z: int]: ((less(X,Y) & less(Y,Z)) => less(X,Z))");
    axiom(t, "! [X: int, Y: int]: (less(X,Y) | X = Y | less(Y,X))");
    axiom(t, "! [X: int, Y: int]: (le(X,Y) <=> ~ less(Y,X))");
    order_numbers(t);
  }
  bool sums = t->kinds[FOL_ADD] || t->kinds[FOL_SUBTRACT] || t->kinds[FOL_NEGATE];
  if (!sums) return;
  axiom(t, "! [X: int, Y: int]: plus(X,Y) = plus(Y,X)");
  axiom(t, "! [X: int, Y: int, Z: int]: plus(X,plus(Y,Z)) = plus(plus(X,Y),Z)");
  axiom(t, "! [X: int]: plus(X,n0) = X");
  axiom(t, "! [X: int, Y: int]: minus(X,Y) = plus(X,negative(Y))");
  axiom(t, "! [X: int]: plus(X,negative(X)) = n0");
  axiom(t, "! [X: int, Y: int, Z: int]: (less(X,Y) => less(plus(X,Z),plus(Y,Z)))");
  axiom(t, "! [X: int, Y: int]: (less(X,Y) <=> ~ less(Y,plus(X,n1)))");
}

void tptp_print(Text *out, const FolProblem *p)
{
  Tptp t = {.out = out};
  for (uint32_t i = 0; i < p->facts.len; i++) collect(&t, p->facts.data[i].formula);
  declare_sorts(&t, p);
  declare_numbers(&t);
  declare_functions(&t, p);
  axiom(&t, "yes != no");
  axiom(&t, "! [X: bool]: (X = yes | X = no)");
  for (uint32_t i = 0; i < p->sorts.len; i++)
    if (p->sorts.data[i]->kind == SORT_VALUES) enumerate(&t, p->sorts.data[i]);
  integer_axioms(&t);
  for (uint32_t i = 0; i < p->facts.len; i++) {
    bool goal = p->facts.data[i].origin == FOL_GOAL;
    text_printf(out, "tff(h%u, %s, ", i, goal ? "negated_conjecture" : "axiom");
    put(out, p->facts.data[i].formula);
    text_add(out, ").\n");
  }
  vec_free(&t.numbers);
}
