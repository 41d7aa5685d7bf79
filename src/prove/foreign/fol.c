#include "prove/foreign/fol.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void fol_open(FolProblem *p, Arena *arena)
{
  *p = (FolProblem){.arena = arena, .table = names_new()};
}

void fol_close(FolProblem *p)
{
  vec_free(&p->sorts);
  vec_free(&p->functions);
  vec_free(&p->facts);
  vec_free(&p->losses);
  map_free(&p->names);
  names_free(p->table);
}

/* -------------------------------------------------------------------- names */

/* The wish with bytes that no notation quotes left out, and a number if it is taken. */
static const char *unique_name(FolProblem *p, const char *wish)
{
  Text text = {0};
  for (const char *c = wish; *c; c++)
    text_add_char(&text, *c == '|' || *c == '\\' || (unsigned char) *c < ' ' ? '_' : *c);
  size_t length = text.len;
  const Name *name = names_intern_string(p->table, text_string(&text));
  for (uint32_t number = 2; map_get(&p->names, name); number++) {
    if (text.data) text.data[text.len = length] = 0;
    text_printf(&text, "!%u", number);
    name = names_intern_string(p->table, text_string(&text));
  }
  text_free(&text);
  map_put(&p->names, name, p);
  return name->text;
}

/* -------------------------------------------------------------------- sorts */

static FolSort *new_sort(FolProblem *p, FolSortKind kind, const char *name)
{
  FolSort *sort = arena_new_array(p->arena, FolSort, 1);
  *sort = (FolSort){.kind = kind, .index = p->sorts.len, .name = unique_name(p, name)};
  vec_push(&p->sorts, sort);
  return sort;
}

static const FolSort *basic_sort(FolProblem *p, FolSortKind kind, const char *name)
{
  for (uint32_t i = 0; i < p->sorts.len; i++)
    if (p->sorts.data[i]->kind == kind) return p->sorts.data[i];
  return new_sort(p, kind, name);
}

const FolSort *fol_int(FolProblem *p) { return basic_sort(p, SORT_INT, "Int"); }
const FolSort *fol_bool(FolProblem *p) { return basic_sort(p, SORT_BOOL, "Bool"); }

FolSort *fol_plain_sort(FolProblem *p, const void *origin, const char *name)
{
  for (uint32_t i = 0; i < p->sorts.len; i++)
    if (p->sorts.data[i]->origin == origin) return p->sorts.data[i];
  FolSort *sort = new_sort(p, SORT_PLAIN, name);
  sort->origin = origin;
  return sort;
}

FolSort *fol_set_sort(FolProblem *p, const FolSort *const *parts, uint32_t count)
{
  for (uint32_t i = 0; i < p->sorts.len; i++) {
    FolSort *s = p->sorts.data[i];
    if (s->kind == SORT_SET && s->count == count &&
        memcmp(s->parts, parts, count * sizeof *parts) == 0)
      return s;
  }
  Text name = {0};
  text_add(&name, "set");
  for (uint32_t i = 0; i < count; i++) text_printf(&name, ".%.40s", parts[i]->name);
  FolSort *sort = new_sort(p, SORT_SET, text_string(&name));
  text_free(&name);
  sort->parts = arena_new_array(p->arena, const FolSort *, count);
  memcpy(sort->parts, parts, count * sizeof *parts);
  sort->count = count;
  return sort;
}

FolFunction *fol_function(FolProblem *p, const char *name, const FolSort *const *arguments,
                          uint32_t count, const FolSort *result)
{
  FolFunction *f = arena_new_array(p->arena, FolFunction, 1);
  *f = (FolFunction){.index = p->functions.len,
                     .name = unique_name(p, name),
                     .result = result,
                     .arguments = arena_new_array(p->arena, const FolSort *, count + 1),
                     .count = count};
  if (count) memcpy(f->arguments, arguments, count * sizeof *arguments);
  vec_push(&p->functions, f);
  return f;
}

/* -------------------------------------------------------------------- terms */

static Fol *new_fol(FolProblem *p, FolKind kind, const FolSort *sort, uint32_t count)
{
  Fol *f = arena_alloc(p->arena, sizeof *f + count * sizeof *f->kids);
  f->kind = kind;
  f->count = count;
  f->sort = sort;
  return f;
}

const Fol *fol_variable(FolProblem *p, const FolSort *sort)
{
  Fol *f = new_fol(p, FOL_VARIABLE, sort, 0);
  f->number = p->variables++;
  return f;
}

const Fol *fol_call(FolProblem *p, FolFunction *function, const Fol *const *arguments)
{
  Fol *f = new_fol(p, FOL_CALL, function->result, function->count);
  f->function = function;
  for (uint32_t i = 0; i < function->count; i++) {
    assert(arguments[i]->sort == function->arguments[i]);
    f->kids[i] = arguments[i];
  }
  return f;
}

const Fol *fol_number(FolProblem *p, const char *digits)
{
  if (*digits == '-') return fol_arithmetic(p, FOL_NEGATE, fol_number(p, digits + 1), NULL);
  Fol *f = new_fol(p, FOL_NUMBER, fol_int(p), 0);
  f->digits = digits;
  return f;
}

const Fol *fol_integer(FolProblem *p, int64_t value)
{
  return fol_number(p, arena_printf(p->arena, "%lld", (long long) value));
}

const Fol *fol_truth_value(FolProblem *p, bool value)
{
  return new_fol(p, value ? FOL_YES : FOL_NO, fol_bool(p), 0);
}

const Fol *fol_arithmetic(FolProblem *p, FolKind kind, const Fol *a, const Fol *b)
{
  assert(kind >= FOL_ADD && kind <= FOL_NEGATE && a->sort->kind == SORT_INT);
  Fol *f = new_fol(p, kind, fol_int(p), b ? 2 : 1);
  f->kids[0] = a;
  if (b) f->kids[1] = b;
  return f;
}

/* ----------------------------------------------------------------- formulas */

const Fol *fol_true(FolProblem *p) { return new_fol(p, FOL_TRUE, NULL, 0); }
const Fol *fol_false(FolProblem *p) { return new_fol(p, FOL_FALSE, NULL, 0); }

const Fol *fol_not(FolProblem *p, const Fol *a)
{
  assert(!a->sort);
  if (a->kind == FOL_TRUE) return fol_false(p);
  if (a->kind == FOL_FALSE) return fol_true(p);
  if (a->kind == FOL_NOT) return a->kids[0];
  Fol *f = new_fol(p, FOL_NOT, NULL, 1);
  f->kids[0] = a;
  return f;
}

/* AND and OR are flat. */
static const Fol *join(FolProblem *p, FolKind kind, const Fol *a, const Fol *b)
{
  assert(!a->sort && !b->sort);
  FolKind unit = kind == FOL_AND ? FOL_TRUE : FOL_FALSE;
  FolKind zero = kind == FOL_AND ? FOL_FALSE : FOL_TRUE;
  if (a->kind == unit || b->kind == zero) return b;
  if (b->kind == unit || a->kind == zero) return a;
  uint32_t m = a->kind == kind ? a->count : 1, n = b->kind == kind ? b->count : 1;
  Fol *f = new_fol(p, kind, NULL, m + n);
  memcpy(f->kids, a->kind == kind ? a->kids : &a, m * sizeof a);
  memcpy(f->kids + m, b->kind == kind ? b->kids : &b, n * sizeof b);
  return f;
}

const Fol *fol_and(FolProblem *p, const Fol *a, const Fol *b) { return join(p, FOL_AND, a, b); }
const Fol *fol_or(FolProblem *p, const Fol *a, const Fol *b) { return join(p, FOL_OR, a, b); }

static const Fol *pair(FolProblem *p, FolKind kind, const Fol *a, const Fol *b)
{
  Fol *f = new_fol(p, kind, NULL, 2);
  f->kids[0] = a;
  f->kids[1] = b;
  return f;
}

const Fol *fol_implies(FolProblem *p, const Fol *a, const Fol *b)
{
  assert(!a->sort && !b->sort);
  if (a->kind == FOL_FALSE || b->kind == FOL_TRUE) return fol_true(p);
  if (a->kind == FOL_TRUE) return b;
  if (b->kind == FOL_FALSE) return fol_not(p, a);
  return pair(p, FOL_IMPLIES, a, b);
}

const Fol *fol_iff(FolProblem *p, const Fol *a, const Fol *b)
{
  assert(!a->sort && !b->sort);
  if (a->kind == FOL_TRUE) return b;
  if (b->kind == FOL_TRUE) return a;
  if (a->kind == FOL_FALSE) return fol_not(p, b);
  if (b->kind == FOL_FALSE) return fol_not(p, a);
  return fol_same(a, b) ? fol_true(p) : pair(p, FOL_IFF, a, b);
}

/* Are they different values of one sort? */
static bool is_distinct(const Fol *a, const Fol *b)
{
  if (a->kind == FOL_CALL && b->kind == FOL_CALL)
    return a->function->value && b->function->value && a->function != b->function;
  return (a->kind == FOL_YES && b->kind == FOL_NO) || (a->kind == FOL_NO && b->kind == FOL_YES) ||
         (a->kind == FOL_NUMBER && b->kind == FOL_NUMBER && strcmp(a->digits, b->digits) != 0);
}

const Fol *fol_equal(FolProblem *p, const Fol *a, const Fol *b)
{
  assert(a->sort && a->sort == b->sort);
  if (is_distinct(a, b)) return fol_false(p);
  return fol_same(a, b) ? fol_true(p) : pair(p, FOL_EQUAL, a, b);
}

const Fol *fol_compare(FolProblem *p, FolKind kind, const Fol *a, const Fol *b)
{
  assert(a->sort->kind == SORT_INT && b->sort->kind == SORT_INT);
  assert(kind == FOL_LESS || kind == FOL_LESS_EQUAL);
  return pair(p, kind, a, b);
}

const Fol *fol_member(FolProblem *p, const Fol *const *element, const Fol *set)
{
  assert(set->sort->kind == SORT_SET);
  uint32_t count = set->sort->count;
  Fol *f = new_fol(p, FOL_MEMBER, NULL, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    assert(element[i]->sort == set->sort->parts[i]);
    f->kids[i] = element[i];
  }
  f->kids[count] = set;
  return f;
}

const Fol *fol_binder(FolProblem *p, FolKind kind, const Fol *const *variables, uint32_t count,
                      const Fol *body)
{
  if (count == 0 || body->kind == FOL_TRUE || body->kind == FOL_FALSE) return body;
  Fol *f = new_fol(p, kind, NULL, count + 1);
  memcpy(f->kids, variables, count * sizeof *variables);
  f->kids[count] = body;
  return f;
}

const Fol *fol_rebuilt(FolProblem *p, const Fol *f, const Fol *const *kids)
{
  const Fol *result = kids[0];
  switch (f->kind) {
  case FOL_NOT: return fol_not(p, kids[0]);
  case FOL_AND:
  case FOL_OR:
    for (uint32_t i = 1; i < f->count; i++) result = join(p, f->kind, result, kids[i]);
    return result;
  case FOL_IMPLIES: return fol_implies(p, kids[0], kids[1]);
  case FOL_IFF: return fol_iff(p, kids[0], kids[1]);
  case FOL_EQUAL: return fol_equal(p, kids[0], kids[1]);
  case FOL_FORALL:
  case FOL_EXISTS: return fol_quantified(p, f->kind, kids, f->count - 1, kids[f->count - 1]);
  default: break;
  }
  Fol *copy = new_fol(p, f->kind, f->sort, f->count);
  if (f->kind == FOL_CALL) copy->function = f->function;
  memcpy(copy->kids, kids, f->count * sizeof *kids);
  return copy;
}

void fol_assert(FolProblem *p, const Fol *formula, const char *label, uint32_t origin)
{
  if (formula->kind == FOL_TRUE) return;
  FolFact fact = {formula, label, origin};
  vec_push(&p->facts, fact);
}

void fol_lose(FolProblem *p, const char *what)
{
  for (uint32_t i = 0; i < p->losses.len; i++)
    if (strcmp(p->losses.data[i], what) == 0) return;
  vec_push(&p->losses, what);
}

bool fol_same(const Fol *a, const Fol *b)
{
  if (a == b) return true;
  if (a->kind != b->kind || a->count != b->count || a->sort != b->sort) return false;
  switch (a->kind) {
  case FOL_VARIABLE: return a->number == b->number;
  case FOL_NUMBER: return strcmp(a->digits, b->digits) == 0;
  case FOL_CALL:
    if (a->function != b->function) return false;
    break;
  default: break;
  }
  for (uint32_t i = 0; i < a->count; i++)
    if (!fol_same(a->kids[i], b->kids[i])) return false;
  return true;
}
