#include <assert.h>

#include "csp/types/unify_impl.h"

/* Dotted types.  c.x : Event, where c : A => B => Event, says that A.B is the type of x: a DOTABLE
 * at the head of a list takes the elements behind it.  So
 *
 *   (values => r).xs  =  t.ts     if  r = t  and  values.ts = xs
 *
 * and lists are compared from the left: a variable takes one element, the last one all that is
 * left. */

static CspType *at(TypeList l, uint32_t i) { return csp_type_resolve(l.at[i]); }

static bool is_dotable(const CspType *t) { return type_is(t, CSPT_DOTABLE); }

bool unify_vanish(Unifier *u, TypeList l)
{
  for (uint32_t i = 0; i < l.count; i++)
    if (!type_is_star(at(l, i)) || !type_is_open(at(l, i))) return false;
  for (uint32_t i = 0; i < l.count; i++) {
    CspType *star = at(l, i);
    if (type_is(star, CSPT_VAR) && !unify_bind(u, star, (TypeList){NULL, 0})) return false;
  }
  return true;
}

/* ---------------------------------------------------------------- reduction */

typedef struct {
  TypeList values; /* that are waited for */
  CspType *result;
  TypeList rest; /* what stands behind */
  bool force;
} Application;

static bool apply_partial(Unifier *u, Application *a, CspType *inner)
{
  CspType *result;
  TypeList values = csp_type_values(u->arena, inner, &result);
  if (!unify_types(u, at(a->values, 0), result)) return false;
  a->values = type_list_join(u->arena, values, type_list_from(a->values, 1));
  a->rest.count = 0;
  return true;
}

/* A star takes one value and something more. */
static bool apply_star(Unifier *u, Application *a)
{
  TypeList two = type_list(u->arena, 2);
  two.at[0] = at(a->rest, 0);
  two.at[1] = csp_unify_star(u);
  if (!unify_bind(u, at(a->values, 0), two)) return false;
  a->values =
      type_list_join(u->arena, type_list_one(u->arena, two.at[1]), type_list_from(a->values, 1));
  a->rest = type_list_from(a->rest, 1);
  return true;
}

static bool apply_rest(Unifier *u, Application *a)
{
  CspType *value = at(a->values, 0);
  if (!unify_bind(u, value, a->rest)) return false;
  a->values.count = a->rest.count = 0;
  return true;
}

typedef enum { APPLY_FAILED, APPLY_DONE, APPLY_ON } Progress;

static Progress apply_one(Unifier *u, Application *a)
{
  CspType *value = at(a->values, 0), *x = at(a->rest, 0);
  bool last = a->rest.count == 1;
  if (value != x) {
    bool open = type_is_open(x);
    if (type_is_star(x) || (open && !a->force) || (type_is(x, CSPT_VAR) && !open))
      return APPLY_DONE;
    if (is_dotable(x)) {
      if (!last || type_is_star(value)) return APPLY_DONE;
      return apply_partial(u, a, x) ? APPLY_DONE : APPLY_FAILED;
    }
    if (type_is_star(value)) {
      if (value->rigid) return APPLY_DONE;
      return apply_star(u, a) ? APPLY_ON : APPLY_FAILED;
    }
    if (type_is_open(value)) {
      if (!a->force) return APPLY_DONE;
      if (a->values.count == 1) return apply_rest(u, a) ? APPLY_DONE : APPLY_FAILED;
    }
    if (!unify_types(u, value, x)) return APPLY_FAILED;
  }
  a->values = type_list_from(a->values, 1);
  a->rest = type_list_from(a->rest, 1);
  return APPLY_ON;
}

/* [head].rest, where rest is reduced. */
static bool apply(Unifier *u, CspType *head, TypeList *rest, bool force)
{
  Application a = {.rest = *rest, .force = force};
  a.values = csp_type_values(u->arena, head, &a.result);
  Progress progress = APPLY_ON;
  while (progress == APPLY_ON && a.values.count && a.rest.count) progress = apply_one(u, &a);
  if (progress == APPLY_FAILED) return false;
  CspType *left = csp_type_dotable(u->arena, a.values, a.result);
  *rest = type_list_join(u->arena, type_list_one(u->arena, left), a.rest);
  return true;
}

static bool reduce(Unifier *u, TypeList *l, bool force)
{
  bool any = false;
  for (uint32_t i = 0; i + 1 < l->count && !any; i++) any = is_dotable(at(*l, i));
  if (!any) return true;
  TypeList done = {NULL, 0};
  for (uint32_t i = l->count; i-- > 0;) {
    CspType *t = at(*l, i);
    if (is_dotable(t) && done.count) {
      if (!apply(u, t, &done, force)) return false;
    } else {
      done = type_list_join(u->arena, type_list_one(u->arena, t), done);
    }
  }
  *l = done;
  return true;
}

bool unify_reduce_list(Unifier *u, TypeList *l) { return reduce(u, l, false); }

bool unify_force_list(Unifier *u, TypeList *l)
{
  if (!reduce(u, l, false)) return false;
  uint32_t i = 0;
  while (i < l->count && !is_dotable(at(*l, i))) i++;
  if (i + 1 >= l->count) return true;
  CspType *last = at(*l, l->count - 1);
  if (type_is_open(last)) {
    CspType *result;
    TypeList values = csp_type_values(u->arena, at(*l, i), &result);
    uint32_t mark = unify_mark(u);
    if (unify_lists(u, values, type_list_from(*l, i + 1))) {
      *l = type_list_join(u->arena, (TypeList){l->at, i}, type_list_one(u->arena, result));
      return true;
    }
    unify_take_back(u, mark);
  }
  return reduce(u, l, true);
}

/* Can nothing be dotted to become it? */
static bool is_plain(const CspType *t)
{
  return !type_is(t, CSPT_VAR) && !type_is(t, CSPT_EVENT) && !type_is(t, CSPT_DATATYPE) &&
         !is_dotable(t);
}

bool unify_fit_list(Unifier *u, TypeList *l)
{
  if (!reduce(u, l, false)) return false;
  if (l->count < 2 || !is_dotable(at(*l, 0))) return true;
  CspType *result;
  TypeList values = csp_type_values(u->arena, at(*l, 0), &result);
  if (values.count != l->count - 1) return true;
  for (uint32_t i = 0; i < values.count; i++) {
    const CspType *x = at(*l, i + 1);
    bool clear = type_is_open(x) ? !x->star && is_plain(at(values, i)) : !is_dotable(x);
    if (!clear) return true;
  }
  return reduce(u, l, true);
}

/* --------------------------------------------------------------- comparison */

/* t1.t2… = t, where t is no DOTABLE and becomes no list. */
static bool unify_single(Unifier *u, TypeList l, CspType *t)
{
  CspType *head = at(l, 0);
  TypeList rest = type_list_from(l, 1);
  if (is_dotable(head)) {
    CspType *result;
    TypeList values = csp_type_values(u->arena, head, &result);
    return unify_types(u, result, t) && unify_lists(u, values, rest);
  }
  if (type_is_star(head) && type_is_open(head)) {
    return unify_bind(u, head, (TypeList){NULL, 0}) &&
           unify_lists(u, rest, type_list_one(u->arena, t));
  }
  if (unify_vanish(u, rest)) return unify_types(u, head, t);
  if (!type_is_open(head) || (head->limits & CSP_LIMIT_COMPLETE))
    return unify_refuse(u, UNIFY_DIFFERENT, csp_type_dot(u->arena, l), t);
  if (!unify_limit(u, t, CSP_LIMIT_YIELD))
    return unify_refuse(u, UNIFY_DIFFERENT, csp_type_dot(u->arena, l), t);
  return unify_bind(u, head, type_list_one(u->arena, csp_type_dotable(u->arena, rest, t)));
}

static bool has_star(TypeList l)
{
  for (uint32_t i = 0; i < l.count; i++)
    if (type_is_star(at(l, i))) return true;
  return false;
}

/* A star at the head, with something behind it: takes as many as the lengths allow. */
static bool unify_star_head(Unifier *u, TypeList a, TypeList b)
{
  TypeList rest = type_list_from(a, 1);
  uint32_t taken = 0;
  if (!has_star(rest) && !has_star(b) && b.count > rest.count) taken = b.count - rest.count;
  return unify_bind(u, at(a, 0), (TypeList){b.at, taken}) &&
         unify_lists(u, rest, type_list_from(b, taken));
}

/* (values => r).xs = y.ys */
static bool unify_dotable_head(Unifier *u, TypeList a, TypeList b)
{
  CspType *y = at(b, 0), *result;
  if (type_is_open(y)) {
    uint32_t before = a.count;
    if (!unify_force_list(u, &a)) return false;
    if (a.count != before) return unify_lists(u, a, b);
    return unify_types(u, at(a, 0), y) &&
           unify_lists(u, type_list_from(a, 1), type_list_from(b, 1));
  }
  TypeList values = csp_type_values(u->arena, at(a, 0), &result);
  return unify_types(u, result, y) &&
         unify_lists(u, type_list_join(u->arena, values, type_list_from(b, 1)),
                     type_list_from(a, 1));
}

/* Both have at least two elements, and the first ones differ. */
static bool unify_heads(Unifier *u, TypeList a, TypeList b)
{
  CspType *x = at(a, 0), *y = at(b, 0);
  if (type_is_star(x) && type_is_open(x)) return unify_star_head(u, a, b);
  if (type_is_star(y) && type_is_open(y)) return unify_star_head(u, b, a);
  if (is_dotable(x) && is_dotable(y)) {
    uint32_t before = a.count + b.count;
    if (!unify_force_list(u, &a) || !unify_force_list(u, &b)) return false;
    if (a.count + b.count != before) return unify_lists(u, a, b);
  } else if (is_dotable(x)) {
    return unify_dotable_head(u, a, b);
  } else if (is_dotable(y)) {
    return unify_dotable_head(u, b, a);
  }
  return unify_types(u, at(a, 0), at(b, 0)) &&
         unify_lists(u, type_list_from(a, 1), type_list_from(b, 1));
}

/* May it become a dotted list?  What a DOTABLE becomes is none. */
static bool takes_list(const CspType *t)
{
  return type_is_open(t) && !(t->limits & CSP_LIMIT_YIELD);
}

static bool unify_reduced(Unifier *u, TypeList a, TypeList b)
{
  while (a.count && b.count && at(a, 0) == at(b, 0)) {
    a = type_list_from(a, 1);
    b = type_list_from(b, 1);
  }
  if (a.count == 0 || b.count == 0) {
    TypeList more = a.count ? a : b;
    return unify_vanish(u, more) ||
           unify_refuse(u, UNIFY_LENGTH, csp_type_dot(u->arena, more), NULL);
  }
  if (a.count == 1 && b.count == 1 && !type_is_star(at(a, 0)) && !type_is_star(at(b, 0)))
    return unify_types(u, at(a, 0), at(b, 0));
  if (a.count == 1 && takes_list(at(a, 0))) return unify_bind(u, at(a, 0), b);
  if (b.count == 1 && takes_list(at(b, 0))) return unify_bind(u, at(b, 0), a);
  if (a.count > 1 && b.count > 1) return unify_heads(u, a, b);
  TypeList many = a.count > 1 ? a : b;
  CspType *one = a.count > 1 ? at(b, 0) : at(a, 0), *result = one;
  TypeList values = csp_type_values(u->arena, one, &result);
  if (values.count == 0) return unify_single(u, many, one);
  return unify_lists(u, type_list_join(u->arena, many, values), type_list_one(u->arena, result));
}

static bool has_unknown(TypeList l)
{
  for (uint32_t i = 0; i < l.count; i++)
    if (type_is(at(l, i), CSPT_UNKNOWN)) return true;
  return false;
}

bool unify_lists(Unifier *u, TypeList a, TypeList b)
{
  if (!unify_enter(u)) return false;
  if (has_unknown(a) || has_unknown(b)) {
    unify_leave(u);
    return true;
  }
  bool success = unify_reduce_list(u, &a) && unify_reduce_list(u, &b) && unify_reduced(u, a, b);
  unify_leave(u);
  return success;
}
