#include "csp/types/type_impl.h"

#include <assert.h>

#include "base/vec.h"

CspType *csp_type_plain(CspTypeKind kind)
{
  static const CspType PLAIN[] = {{.kind = CSPT_UNKNOWN}, {.kind = CSPT_INT},
                                  {.kind = CSPT_BOOL},    {.kind = CSPT_CHAR},
                                  {.kind = CSPT_PROC},    {.kind = CSPT_EVENT}};
  assert(kind <= CSPT_EVENT);
  return (CspType *) (uintptr_t) &PLAIN[kind];
}

CspType *csp_type_new(Arena *arena, CspTypeKind kind, uint32_t count)
{
  CspType *t = arena_alloc(arena, sizeof *t + count * sizeof t->args[0]);
  t->kind = (uint8_t) kind;
  t->count = count;
  return t;
}

CspType *csp_type_of(Arena *arena, CspTypeKind kind, CspType *element)
{
  CspType *t = csp_type_new(arena, kind, 1);
  t->args[0] = element;
  return t;
}

/* ------------------------------------------------------------------- lists */

TypeList type_list(Arena *arena, uint32_t count)
{
  return (TypeList){arena_new_array(arena, CspType *, count ? count : 1), count};
}

TypeList type_list_one(Arena *arena, CspType *t)
{
  TypeList l = type_list(arena, 1);
  l.at[0] = t;
  return l;
}

TypeList type_list_join(Arena *arena, TypeList a, TypeList b)
{
  TypeList l = type_list(arena, a.count + b.count);
  for (uint32_t i = 0; i < a.count; i++) l.at[i] = a.at[i];
  for (uint32_t i = 0; i < b.count; i++) l.at[a.count + i] = b.at[i];
  return l;
}

CspType *csp_type_dot(Arena *arena, TypeList l)
{
  if (l.count == 1) return l.at[0];
  CspType *t = csp_type_new(arena, CSPT_DOT, l.count);
  for (uint32_t i = 0; i < l.count; i++) t->args[i] = l.at[i];
  return t;
}

CspType *csp_type_dotable(Arena *arena, TypeList values, CspType *result)
{
  if (values.count == 0) return result;
  CspType *t = csp_type_new(arena, CSPT_DOTABLE, values.count + 1);
  for (uint32_t i = 0; i < values.count; i++) t->args[i] = values.at[i];
  t->args[values.count] = result;
  return t;
}

/* --------------------------------------------------------------- resolution */

static const CspType *follow(const CspType *t)
{
  while (type_is(t, CSPT_VAR) && t->link) t = t->link;
  return t;
}

/* How many elements the list has, and the last of them. */
static uint32_t elements(const CspType *t, const CspType **last)
{
  t = follow(t);
  if (!type_is(t, CSPT_DOT)) {
    *last = t;
    return 1;
  }
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->count; i++) n += elements(t->args[i], last);
  return n;
}

CspType *csp_type_resolve(const CspType *t)
{
  for (;;) {
    const CspType *one = NULL;
    t = follow(t);
    if (type_is(t, CSPT_DOT)) {
      if (elements(t, &one) != 1) break;
      t = one;
    } else if (type_is(t, CSPT_DOTABLE)) {
      uint32_t n = 0;
      for (uint32_t i = 0; i + 1 < t->count; i++) n += elements(t->args[i], &one);
      if (n) break;
      t = t->args[t->count - 1];
    } else {
      break;
    }
  }
  return (CspType *) (uintptr_t) t;
}

static uint32_t fill(CspType **at, CspType *t)
{
  t = csp_type_resolve(t);
  if (!type_is(t, CSPT_DOT)) {
    *at = t;
    return 1;
  }
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->count; i++) n += fill(at + n, t->args[i]);
  return n;
}

TypeList csp_type_flatten(Arena *arena, CspType *t)
{
  const CspType *last = NULL;
  TypeList l = type_list(arena, elements(t, &last));
  l.count = fill(l.at, t);
  return l;
}

TypeList csp_type_values(Arena *arena, CspType *t, CspType **result)
{
  TypeList all = {NULL, 0};
  for (t = csp_type_resolve(t); type_is(t, CSPT_DOTABLE);
       t = csp_type_resolve(t->args[t->count - 1]))
    for (uint32_t i = 0; i + 1 < t->count; i++)
      all = type_list_join(arena, all, csp_type_flatten(arena, t->args[i]));
  *result = t;
  return all;
}

/* -------------------------------------------------------------------- data */

typedef VEC(const CspType *) Datatypes;

/* Datatypes that were met hold, unless a part that is no data ends it all. */
static bool is_data(const CspType *t, Datatypes *met)
{
  t = csp_type_resolve(t);
  switch ((CspTypeKind) t->kind) {
  case CSPT_INT:
  case CSPT_BOOL:
  case CSPT_CHAR:
  case CSPT_EVENT: return true;
  case CSPT_UNKNOWN:
  case CSPT_PROC:
  case CSPT_FUNCTION:
  case CSPT_VAR: return false;
  default: break;
  }
  if (type_is(t, CSPT_DATATYPE)) {
    for (uint32_t i = 0; i < met->len; i++)
      if (met->data[i] == t) return true;
    vec_push(met, t);
  }
  for (uint32_t i = 0; i < t->count; i++)
    if (!t->args[i] || !is_data(t->args[i], met)) return false;
  return true;
}

bool csp_type_is_data(const CspType *t)
{
  Datatypes met = {0};
  bool data = is_data(t, &met);
  vec_free(&met);
  return data;
}
