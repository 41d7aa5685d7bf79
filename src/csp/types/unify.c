#include "csp/types/unify.h"

#include <assert.h>

#include "csp/types/unify_impl.h"

enum { DEPTH_LIMIT = 20000, STEP_LIMIT = 20000000 };

/* --------------------------------------------------------------- variables */

CspType *csp_unify_var(Unifier *u)
{
  CspType *v = csp_type_new(u->arena, CSPT_VAR, 0);
  v->level = u->level;
  return v;
}

CspType *csp_unify_star(Unifier *u)
{
  CspType *v = csp_unify_var(u);
  v->star = true;
  return v;
}

CspType *csp_unify_var_with(Unifier *u, unsigned limits)
{
  CspType *v = csp_unify_var(u);
  v->limits = (uint8_t) limits;
  if (limits & CSP_LIMIT_ORD) v->limits |= CSP_LIMIT_EQ | CSP_LIMIT_SET;
  if (limits & CSP_LIMIT_EQ) v->limits |= CSP_LIMIT_SET;
  return v;
}

void csp_unifier_free(Unifier *u) { vec_free(&u->trail); }

/* ------------------------------------------------------------------- steps */

uint32_t unify_mark(const Unifier *u) { return u->trail.len; }

void unify_remember(Unifier *u, CspType *t)
{
  UnifyUndo undo = {t, t->link, t->limits, t->level};
  vec_push(&u->trail, undo);
}

void unify_take_back(Unifier *u, uint32_t mark)
{
  while (u->trail.len > mark) {
    UnifyUndo undo = u->trail.data[--u->trail.len];
    undo.var->link = undo.link;
    undo.var->limits = undo.limits;
    undo.var->level = undo.level;
  }
}

bool unify_refuse(Unifier *u, UnifyReason why, CspType *a, CspType *b)
{
  u->why = why;
  u->a = a;
  u->b = b;
  return false;
}

bool unify_enter(Unifier *u)
{
  u->depth++;
  if (u->depth < DEPTH_LIMIT && ++u->steps < STEP_LIMIT) return true;
  return unify_refuse(u, UNIFY_LARGE, NULL, NULL);
}

void unify_leave(Unifier *u) { u->depth--; }

bool unify_end(Unifier *u, bool success)
{
  if (!success) unify_take_back(u, 0);
  u->trail.len = 0;
  u->depth = 0;
  return success;
}

bool csp_unify(Unifier *u, CspType *a, CspType *b) { return unify_end(u, unify_types(u, a, b)); }

bool csp_unify_limit(Unifier *u, CspType *t, CspLimit limit)
{
  return unify_end(u, unify_limit(u, t, limit));
}

bool csp_unify_reduce(Unifier *u, CspType **t)
{
  CspType *type = csp_type_resolve(*t);
  if (!type_is(type, CSPT_DOT)) return true;
  TypeList l = csp_type_flatten(u->arena, type);
  bool success = unify_reduce_list(u, &l);
  if (success) *t = csp_type_dot(u->arena, l);
  return unify_end(u, success);
}

/* ----------------------------------------------------------------- binding */

/* Brings the variables of t to the level of v; false: v occurs in it, or a variable of an
 * annotation would leave its scope. */
static bool adjust(Unifier *u, const CspType *v, CspType *t)
{
  if (!unify_enter(u)) return false;
  t = csp_type_resolve(t);
  bool fits = true;
  if (t == v) {
    fits = unify_refuse(u, UNIFY_CYCLE, t, NULL);
  } else if (type_is(t, CSPT_VAR)) {
    if (t->level > v->level && t->rigid) fits = unify_refuse(u, UNIFY_ESCAPE, t, NULL);
    else if (t->level > v->level) {
      unify_remember(u, t);
      t->level = v->level;
    }
  } else if (!type_is(t, CSPT_DATATYPE)) {
    for (uint32_t i = 0; i < t->count && fits; i++) fits = adjust(u, v, t->args[i]);
  }
  unify_leave(u);
  return fits;
}

static bool limit_all(Unifier *u, uint8_t limits, CspType *t)
{
  for (uint32_t bit = 1; bit <= CSP_LIMIT_YIELD; bit <<= 1)
    if ((limits & bit) && !unify_limit(u, t, (CspLimit) bit)) return false;
  return true;
}

bool unify_bind(Unifier *u, CspType *v, TypeList l)
{
  assert(type_is_open(v) && !v->link);
  if (l.count == 0 && (!v->star || v->limits)) return unify_refuse(u, UNIFY_EMPTY, v, NULL);
  CspType *t = csp_type_dot(u->arena, l);
  if (csp_type_resolve(t) == v) return true;
  uint32_t mark = unify_mark(u);
  if (!adjust(u, v, t)) {
    if (u->why != UNIFY_CYCLE || l.count < 2) return false;
    unify_take_back(u, mark); /* it may vanish when values are applied */
    if (!unify_force_list(u, &l) || l.count > 1) return unify_refuse(u, UNIFY_CYCLE, v, t);
    return unify_types(u, v, l.at[0]);
  }
  unify_remember(u, v);
  v->link = t;
  return l.count == 0 || limit_all(u, v->limits, t);
}

/* ------------------------------------------------------------------- types */

static bool unify_parts(Unifier *u, const CspType *a, const CspType *b)
{
  for (uint32_t i = 0; i < a->count; i++)
    if (!unify_types(u, a->args[i], b->args[i])) return false;
  return true;
}

/* A DOTABLE with something else: it must wait for nothing. */
static bool unify_complete(Unifier *u, CspType *dotable, CspType *t)
{
  CspType *result;
  TypeList values = csp_type_values(u->arena, dotable, &result);
  if (!unify_vanish(u, values)) {
    if (type_is(t, CSPT_VAR)) return unify_refuse(u, UNIFY_RIGID, t, dotable);
    return unify_refuse(u, UNIFY_DIFFERENT, dotable, t);
  }
  return unify_types(u, result, t);
}

static bool unify_dotables(Unifier *u, CspType *a, CspType *b)
{
  CspType *ra, *rb;
  TypeList va = csp_type_values(u->arena, a, &ra), vb = csp_type_values(u->arena, b, &rb);
  return unify_types(u, ra, rb) && unify_lists(u, va, vb);
}

static bool unify_one(Unifier *u, CspType *a, CspType *b)
{
  if (type_is_open(a) && (!a->star || !type_is_open(b)))
    return unify_bind(u, a, type_list_one(u->arena, b));
  if (type_is_open(b)) return unify_bind(u, b, type_list_one(u->arena, a));
  bool dotable_a = type_is(a, CSPT_DOTABLE), dotable_b = type_is(b, CSPT_DOTABLE);
  if (dotable_a && dotable_b) return unify_dotables(u, a, b);
  if (dotable_a) return unify_complete(u, a, b);
  if (dotable_b) return unify_complete(u, b, a);
  if (type_is(a, CSPT_VAR)) return unify_refuse(u, UNIFY_RIGID, a, b);
  if (type_is(b, CSPT_VAR)) return unify_refuse(u, UNIFY_RIGID, b, a);
  if (a->kind != b->kind || a->count != b->count || type_is(a, CSPT_DATATYPE))
    return unify_refuse(u, UNIFY_DIFFERENT, a, b);
  return unify_parts(u, a, b);
}

/* One of them is UNKNOWN: nothing more is said of the other, either. */
static bool forgive(Unifier *u, CspType *a, CspType *b)
{
  CspType *v = type_is(a, CSPT_UNKNOWN) ? b : a;
  if (!type_is_open(v)) return true;
  unify_remember(u, v);
  v->link = csp_type_plain(CSPT_UNKNOWN);
  return true;
}

bool unify_types(Unifier *u, CspType *a, CspType *b)
{
  if (!unify_enter(u)) return false;
  a = csp_type_resolve(a);
  b = csp_type_resolve(b);
  bool success;
  if (a == b) success = true;
  else if (type_is(a, CSPT_UNKNOWN) || type_is(b, CSPT_UNKNOWN)) success = forgive(u, a, b);
  else if (type_is(a, CSPT_DOT) || type_is(b, CSPT_DOT))
    success = unify_lists(u, csp_type_flatten(u->arena, a), csp_type_flatten(u->arena, b));
  else success = unify_one(u, a, b);
  unify_leave(u);
  return success;
}
