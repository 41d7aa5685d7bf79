#include "csp/types/unify_impl.h"

/* What is asked of types: see CspLimit. */

static bool refuse_limit(Unifier *u, CspType *t, CspLimit limit)
{
  u->limit = limit;
  return unify_refuse(u, UNIFY_LIMIT, t, NULL);
}

static bool limit_parts(Unifier *u, const CspType *t, CspLimit limit)
{
  for (uint32_t i = 0; i < t->count; i++)
    if (!unify_limit(u, t->args[i], limit)) return false;
  return true;
}

static uint8_t implied(CspLimit limit)
{
  if (limit == CSP_LIMIT_ORD) return CSP_LIMIT_ORD | CSP_LIMIT_EQ | CSP_LIMIT_SET;
  if (limit == CSP_LIMIT_EQ) return CSP_LIMIT_EQ | CSP_LIMIT_SET;
  return (uint8_t) limit;
}

static bool limit_var(Unifier *u, CspType *t, CspLimit limit)
{
  if (t->limits & limit) return true;
  if (t->star && limit == CSP_LIMIT_COMPLETE) return true;
  if (t->rigid) return refuse_limit(u, t, limit);
  unify_remember(u, t);
  t->limits |= implied(limit);
  return true;
}

/* Equality is asked of all that a datatype is made of; what is not known yet is asked later. */
static bool limit_datatype(Unifier *u, CspType *t, CspLimit limit)
{
  if (limit == CSP_LIMIT_ORD) return refuse_limit(u, t, limit);
  if (limit != CSP_LIMIT_EQ || (t->limits & limit)) return true;
  unify_remember(u, t);
  t->limits |= (uint8_t) limit;
  for (uint32_t i = 0; i < t->count; i++) {
    CspType *result;
    if (!t->args[i]) continue;
    TypeList values = csp_type_values(u->arena, t->args[i], &result);
    for (uint32_t k = 0; k < values.count; k++)
      if (!unify_limit(u, values.at[k], limit)) return refuse_limit(u, t, limit);
  }
  return true;
}

static bool limit_dotable(Unifier *u, CspType *t, CspLimit limit)
{
  CspType *result;
  TypeList values = csp_type_values(u->arena, t, &result);
  switch (limit) {
  case CSP_LIMIT_COMPLETE:
  case CSP_LIMIT_YIELD:
    if (!unify_vanish(u, values)) return refuse_limit(u, t, limit);
    return unify_limit(u, result, limit);
  case CSP_LIMIT_ORD: return refuse_limit(u, t, limit);
  default: break;
  }
  for (uint32_t i = 0; i < values.count; i++)
    if (!type_is_star(values.at[i]) && !unify_limit(u, values.at[i], limit)) return false;
  return unify_limit(u, result, limit);
}

/* Of a dotted type that is complete, the last element is; the others may be waiting for it. */
static bool limit_list(Unifier *u, CspType *t, CspLimit limit)
{
  TypeList l = csp_type_flatten(u->arena, t);
  if (limit == CSP_LIMIT_COMPLETE || limit == CSP_LIMIT_YIELD) {
    if (!unify_force_list(u, &l)) return false;
    if (l.count == 1) return unify_limit(u, l.at[0], limit);
    if (limit == CSP_LIMIT_YIELD || l.count == 0) return refuse_limit(u, t, limit);
    return unify_limit(u, l.at[l.count - 1], limit);
  }
  if (!unify_reduce_list(u, &l)) return false;
  for (uint32_t i = 0; i < l.count; i++)
    if (!unify_limit(u, l.at[i], limit)) return false;
  return l.count > 0 || refuse_limit(u, t, limit);
}

static bool limit_type(Unifier *u, CspType *t, CspLimit limit)
{
  bool data = limit == CSP_LIMIT_SET || limit == CSP_LIMIT_EQ;
  switch ((CspTypeKind) t->kind) {
  case CSPT_UNKNOWN: return true;
  case CSPT_VAR: return limit_var(u, t, limit);
  case CSPT_DATATYPE: return limit_datatype(u, t, limit);
  case CSPT_DOT: return limit_list(u, t, limit);
  case CSPT_DOTABLE: return limit_dotable(u, t, limit);
  case CSPT_EVENT: return limit != CSP_LIMIT_ORD || refuse_limit(u, t, limit);
  default: break;
  }
  if (limit == CSP_LIMIT_COMPLETE) return true;
  if (limit == CSP_LIMIT_YIELD) return refuse_limit(u, t, limit);
  switch ((CspTypeKind) t->kind) {
  case CSPT_INT:
  case CSPT_CHAR: return true;
  case CSPT_BOOL: return data || refuse_limit(u, t, limit);
  case CSPT_PROC: return limit == CSP_LIMIT_SET || refuse_limit(u, t, limit);
  case CSPT_FUNCTION: return refuse_limit(u, t, limit);
  case CSPT_TUPLE: return limit_parts(u, t, limit);
  default: /* collections are ordered by what they contain */
    return limit_parts(u, t, limit == CSP_LIMIT_ORD ? CSP_LIMIT_EQ : limit);
  }
}

bool unify_limit(Unifier *u, CspType *t, CspLimit limit)
{
  if (!unify_enter(u)) return false;
  bool success = limit_type(u, csp_type_resolve(t), limit);
  unify_leave(u);
  return success;
}
