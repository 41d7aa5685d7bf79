#include "csp/types/unify_impl.h"

/* Copies of types, and types of which copies are made. */

typedef CspType *Replace(Unifier *, const CspType *generic);

static CspType *copy(Unifier *u, CspType *t, Replace *replace)
{
  t = csp_type_resolve(t);
  if (type_is(t, CSPT_VAR)) {
    if (t->level != CSP_LEVEL_GENERIC) return t;
    if (t->stamp != u->stamps) {
      t->stamp = u->stamps;
      t->copy = replace(u, t);
    }
    return t->copy;
  }
  if (type_is(t, CSPT_DATATYPE)) return t;
  CspType *changed = NULL;
  for (uint32_t i = 0; i < t->count; i++) {
    CspType *part = copy(u, t->args[i], replace);
    if (part == t->args[i] || part == csp_type_resolve(t->args[i])) {
      if (changed) changed->args[i] = part;
      continue;
    }
    if (!changed) {
      changed = csp_type_new(u->arena, (CspTypeKind) t->kind, t->count);
      for (uint32_t k = 0; k < t->count; k++) changed->args[k] = t->args[k];
    }
    changed->args[i] = part;
  }
  return changed ? changed : t;
}

static CspType *replace_open(Unifier *u, const CspType *generic)
{
  CspType *v = csp_unify_var_with(u, generic->limits);
  v->star = generic->star;
  return v;
}

static CspType *replace_rigid(Unifier *u, const CspType *generic)
{
  CspType *v = replace_open(u, generic);
  v->rigid = true;
  v->name = generic->name;
  return v;
}

CspType *csp_unify_instance(Unifier *u, CspType *t)
{
  u->stamps++;
  return copy(u, t, replace_open);
}

CspType *csp_unify_rigid(Unifier *u, CspType *t)
{
  u->stamps++;
  return copy(u, t, replace_rigid);
}

void csp_unify_generalise(Unifier *u, CspType *t, uint32_t level)
{
  t = csp_type_resolve(t);
  if (type_is(t, CSPT_VAR)) {
    if (!t->rigid && t->level > level) t->level = CSP_LEVEL_GENERIC;
  } else if (!type_is(t, CSPT_DATATYPE)) {
    for (uint32_t i = 0; i < t->count; i++) csp_unify_generalise(u, t->args[i], level);
  }
}

bool csp_unify_has_open(CspType *t, uint32_t level)
{
  t = csp_type_resolve(t);
  if (type_is(t, CSPT_VAR)) return !t->rigid && t->level > level;
  if (type_is(t, CSPT_DATATYPE)) return false;
  for (uint32_t i = 0; i < t->count; i++)
    if (csp_unify_has_open(t->args[i], level)) return true;
  return false;
}

/* ---------------------------------------------------------------- settling */

static bool settle(Unifier *u, CspType **type, bool force)
{
  CspType *t = csp_type_resolve(*type);
  *type = t;
  if (type_is(t, CSPT_DOT)) {
    TypeList l = csp_type_flatten(u->arena, t);
    if (!(force ? unify_force_list(u, &l) : unify_fit_list(u, &l))) return false;
    *type = t = csp_type_dot(u->arena, l);
  }
  if (type_is(t, CSPT_VAR) || type_is(t, CSPT_DATATYPE) || t->count == 0) return true;
  CspType *settled = csp_type_new(u->arena, (CspTypeKind) t->kind, t->count);
  for (uint32_t i = 0; i < t->count; i++) {
    bool argument = type_is(t, CSPT_FUNCTION) && i + 1 < t->count;
    settled->args[i] = t->args[i];
    if (!settle(u, &settled->args[i], force || argument)) return false;
  }
  *type = settled;
  return true;
}

bool csp_unify_settle(Unifier *u, CspType **t)
{
  bool success = settle(u, t, false);
  return unify_end(u, success);
}
