#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "prove/foreign/fol.h"

/* Quantified formulas in the form that provers find instances for: conjunctions are taken apart,
 * and a variable of which an equation says what it is gives way to that. */

enum { MOST_VALUES = 4, MOST_WRITTEN = 160 }; /* of a sort whose values are put in for a variable */
enum { MOST_COPIED = 80 }; /* nodes of a formula that may be there several times */

static bool occurs(const Fol *variable, const Fol *f)
{
  if (f->kind == FOL_VARIABLE) return f->number == variable->number;
  for (uint32_t i = 0; i < f->count; i++)
    if (occurs(variable, f->kids[i])) return true;
  return false;
}

static uint32_t size_up_to(const Fol *f, uint32_t limit)
{
  uint32_t size = 1;
  for (uint32_t i = 0; i < f->count && size < limit; i++)
    size += size_up_to(f->kids[i], limit - size);
  return size;
}

/* f with the term for the variable.  NULL: a variable of the term is bound in f. */
static const Fol *substitute(FolProblem *p, const Fol *f, const Fol *variable, const Fol *term)
{
  if (f->kind == FOL_VARIABLE) return f->number == variable->number ? term : f;
  if (f->count == 0 || !occurs(variable, f)) return f;
  if (f->kind == FOL_FORALL || f->kind == FOL_EXISTS)
    for (uint32_t i = 0; i + 1 < f->count; i++)
      if (occurs(f->kids[i], term) || f->kids[i]->number == variable->number) return NULL;
  const Fol **kids = malloc(f->count * sizeof *kids);
  if (!kids) abort();
  bool good = true;
  for (uint32_t i = 0; i < f->count && good; i++) {
    kids[i] = substitute(p, f->kids[i], variable, term);
    good = kids[i] != NULL;
  }
  const Fol *result = good ? fol_rebuilt(p, f, kids) : NULL;
  free(kids);
  return result;
}

/* ------------------------------------------------------------------- equations */

typedef struct {
  FolProblem *p;
  FolKind kind;
  VEC(const Fol *) variables;
  const Fol *premise; /* of FORALL: premise => body; of EXISTS: true */
  const Fol *body;
} Quantified;

/* The variable that the equation determines, or -1; *term is its value. */
static int determined(const Quantified *q, const Fol *equation, const Fol **term)
{
  if (equation->kind != FOL_EQUAL) return -1;
  for (uint32_t i = 0; i < q->variables.len; i++)
    for (int side = 0; side < 2; side++) {
      const Fol *variable = equation->kids[side], *other = equation->kids[1 - side];
      bool is = variable->kind == FOL_VARIABLE && variable->number == q->variables.data[i]->number;
      if (is && !occurs(variable, other)) return *term = other, (int) i;
    }
  return -1;
}

static bool eliminate(Quantified *q, const Fol *equation)
{
  const Fol *term;
  int at = determined(q, equation, &term);
  if (at < 0) return false;
  const Fol *variable = q->variables.data[at];
  const Fol *premise = substitute(q->p, q->premise, variable, term);
  const Fol *body = substitute(q->p, q->body, variable, term);
  if (!premise || !body) return false;
  q->premise = premise;
  q->body = body;
  q->variables.data[at] = q->variables.data[--q->variables.len];
  return true;
}

static bool eliminate_one(Quantified *q)
{
  const Fol *facts = q->kind == FOL_FORALL ? q->premise : q->body;
  if (facts->kind != FOL_AND) return eliminate(q, facts);
  for (uint32_t i = 0; i < facts->count; i++)
    if (eliminate(q, facts->kids[i])) return true;
  return false;
}

/* ------------------------------------------------------------------------ parts */

/* For each part of a conjunction (or of a disjunction, of EXISTS) by itself. */
static const Fol *distributed(FolProblem *p, FolKind kind, const Fol *const *variables,
                              uint32_t count, const Fol *parts, const Fol *conclusion)
{
  bool all = kind == FOL_FORALL;
  const Fol *result = all ? fol_true(p) : fol_false(p);
  for (uint32_t i = 0; i < parts->count; i++) {
    const Fol *part = parts->kids[i];
    if (conclusion) part = fol_implies(p, part, conclusion);
    part = fol_quantified(p, kind, variables, count, part);
    result = all ? fol_and(p, result, part) : fol_or(p, result, part);
  }
  return result;
}

static const Fol *distribute(FolProblem *p, FolKind kind, const Fol *const *variables,
                             uint32_t count, const Fol *body)
{
  if (kind == FOL_FORALL ? body->kind == FOL_AND : body->kind == FOL_OR)
    return distributed(p, kind, variables, count, body, NULL);
  bool cases = kind == FOL_FORALL && body->kind == FOL_IMPLIES && body->kids[0]->kind == FOL_OR;
  if (cases && size_up_to(body->kids[1], MOST_COPIED) < MOST_COPIED)
    return distributed(p, kind, variables, count, body->kids[0], body->kids[1]);
  return NULL;
}

/* a => (b => c) is a & b => c, and not(a) is a => false. */
static void take_premises(Quantified *q)
{
  while (q->kind == FOL_FORALL && q->body->kind == FOL_IMPLIES) {
    q->premise = fol_and(q->p, q->premise, q->body->kids[0]);
    q->body = q->body->kids[1];
  }
  if (q->kind == FOL_FORALL && q->body->kind == FOL_NOT) {
    q->premise = fol_and(q->p, q->premise, q->body->kids[0]);
    q->body = fol_false(q->p);
  }
}

static void drop_unused(Quantified *q)
{
  for (uint32_t i = q->variables.len; i-- > 0;)
    if (!occurs(q->variables.data[i], q->body) && !occurs(q->variables.data[i], q->premise))
      q->variables.data[i] = q->variables.data[--q->variables.len];
}

/* The values of a sort that has few of them. */
static uint32_t values_of(FolProblem *p, const FolSort *sort, const Fol **values)
{
  if (sort->kind == SORT_BOOL) {
    values[0] = fol_truth_value(p, true);
    values[1] = fol_truth_value(p, false);
    return 2;
  }
  if (sort->kind != SORT_VALUES || sort->count > MOST_VALUES) return 0;
  for (uint32_t i = 0; i < sort->count; i++) values[i] = fol_call(p, sort->values[i], NULL);
  return sort->count;
}

/* One formula for each value of a variable, if they are few and short; NULL: they are not. */
static const Fol *for_each_value(Quantified *q, const Fol *body)
{
  FolProblem *p = q->p;
  const Fol *values[MOST_VALUES];
  for (uint32_t i = 0; i < q->variables.len; i++) {
    const Fol *variable = q->variables.data[i];
    uint32_t count = values_of(p, variable->sort, values);
    if (!count || count * size_up_to(body, MOST_WRITTEN) >= MOST_WRITTEN) continue;
    bool all = q->kind == FOL_FORALL;
    const Fol *result = all ? fol_true(p) : fol_false(p);
    q->variables.data[i] = q->variables.data[--q->variables.len];
    for (uint32_t j = 0; j < count; j++) {
      const Fol *one = substitute(p, body, variable, values[j]);
      if (!one) { /* it is bound within, too */
        vec_push(&q->variables, variable);
        return NULL;
      }
      one = fol_quantified(p, q->kind, q->variables.data, q->variables.len, one);
      result = all ? fol_and(p, result, one) : fol_or(p, result, one);
    }
    return result;
  }
  return NULL;
}

const Fol *fol_quantified(FolProblem *p, FolKind kind, const Fol *const *variables, uint32_t count,
                          const Fol *body)
{
  assert(kind == FOL_FORALL || kind == FOL_EXISTS);
  if (count == 0 || body->kind == FOL_TRUE || body->kind == FOL_FALSE) return body;
  const Fol *parts = distribute(p, kind, variables, count, body);
  if (parts) return parts;
  Quantified q = {.p = p, .kind = kind, .premise = fol_true(p), .body = body};
  for (uint32_t i = 0; i < count; i++) vec_push(&q.variables, variables[i]);
  if (body->kind == kind) {
    for (uint32_t i = 0; i + 1 < body->count; i++) vec_push(&q.variables, body->kids[i]);
    q.body = body->kids[body->count - 1];
  }
  take_premises(&q);
  bool changed = false;
  while (eliminate_one(&q)) {
    changed = true;
    take_premises(&q);
  }
  drop_unused(&q);
  body = fol_implies(p, q.premise, q.body);
  const Fol *result = for_each_value(&q, body);
  if (result) changed = false;
  else if (changed) /* what is left may fall apart */
    result = fol_quantified(p, kind, q.variables.data, q.variables.len, body);
  else result = fol_binder(p, kind, q.variables.data, q.variables.len, body);
  vec_free(&q.variables);
  return result;
}
