#ifndef CSP_TYPES_TYPE_IMPL_H
#define CSP_TYPES_TYPE_IMPL_H

#include "base/arena.h"
#include "csp/types/type.h"

/* The elements of a dotted type, resolved; lives in the arena. */
typedef struct {
  CspType **at;
  uint32_t count;
} TypeList;

static inline bool type_is(const CspType *t, CspTypeKind kind) { return t->kind == kind; }
/* May it be bound?  (The type is resolved.) */
static inline bool type_is_open(const CspType *t) { return type_is(t, CSPT_VAR) && !t->rigid; }
static inline bool type_is_star(const CspType *t) { return type_is(t, CSPT_VAR) && t->star; }

CspType *csp_type_plain(CspTypeKind); /* of UNKNOWN … EVENT: one for all, constant */
CspType *csp_type_new(Arena *, CspTypeKind, uint32_t count);
CspType *csp_type_of(Arena *, CspTypeKind, CspType *);
CspType *csp_type_dot(Arena *, TypeList);
CspType *csp_type_dotable(Arena *, TypeList values, CspType *result);

TypeList type_list(Arena *, uint32_t count);
TypeList type_list_one(Arena *, CspType *);
TypeList type_list_join(Arena *, TypeList, TypeList);
static inline TypeList type_list_from(TypeList l, uint32_t i)
{
  return (TypeList){i ? l.at + i : l.at, l.count - i};
}
/* The elements of a type, lists inside of lists and bound variables opened. */
TypeList csp_type_flatten(Arena *, CspType *);
/* The values that a DOTABLE waits for, flat, and what it becomes, which is no DOTABLE. */
TypeList csp_type_values(Arena *, CspType *dotable, CspType **result);

#endif
