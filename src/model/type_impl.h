#ifndef MODEL_TYPE_IMPL_H
#define MODEL_TYPE_IMPL_H

#include "model/type.h"

/* What inference needs of types beyond type.h. */

/* Fixed types go to the table, the others into `open`.  Record fields must be
 * ascending (type_sort_fields). */
Type *type_make(TypeTable *, Arena *open, TypeKind, struct Symbol *, const Name *const *names,
                Type *const *args, uint32_t count);
Type *type_instance_in(TypeTable *, Arena *open, const Type *, Type *const *values);
/* An unbound variable; `id` is the caller's. */
Type *type_variable(Arena *open, uint32_t id);
/* Sorts fields by name, in place; the index of a repeated name, or -1. */
int64_t type_sort_fields(const Name **names, Type **args, uint32_t count);
int type_compare_names(const Name *, const Name *);

#endif
