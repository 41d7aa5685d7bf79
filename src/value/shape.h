#ifndef VALUE_SHAPE_H
#define VALUE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "value/immediate.h"

/* A Shape is what values know of their type: enough to choose a representation,
 * to enumerate and to print.  Shapes are made once per model, when the sizes of
 * the given sets are fixed; equal types have one Shape (pointer equality). */
typedef enum {
  SHAPE_INTEGER,
  SHAPE_BOOL,
  SHAPE_STRING,
  SHAPE_REAL,
  SHAPE_GIVEN, /* an element of a given set: index 0 … size-1           */
  SHAPE_FREE,  /* a value of a free type                                 */
  SHAPE_SET,   /* args[0]: the elements                                  */
  SHAPE_PAIR,  /* args[0], args[1]                                       */
  SHAPE_RECORD /* args[i] is the shape of the field names[i], ascending  */
} ShapeKind;

typedef struct Shape Shape;
struct Shape {
  ShapeKind kind;
  uint32_t id;    /* 0, 1, 2 … within its table */
  uint32_t count; /* of args (fields, constructors of a free type) */
  /* An indexed shape has finitely many values with a computable bijection to
   * 0 … size-1: BOOL, given sets, pairs, records and sets of indexed shapes, as
   * long as size <= SHAPE_INDEX_LIMIT.  0: not indexed. */
  uint64_t size;
  const char *name;               /* of a given set or free type */
  const char *const *names;       /* elements of a given set (NULL: S1, S2 …), fields of a
                                     record, constructors of a free type */
  const Shape *const *args;       /* constructors without argument have NULL here */
  const void *origin;             /* the owner's business: which type this is */
  const Shape *const *parameters; /* of a free type */
  uint32_t parameter_count;
  bool sequence; /* of relations with integers: the model speaks of them as sequences */
  const ImmediateRelation *immediate; /* of pairs, if size <= IMMEDIATE_SET_LIMIT, else NULL */
};

#define SHAPE_INDEX_LIMIT (UINT64_C(1) << 32)
enum {
  IMMEDIATE_SET_LIMIT = 61, /* sets over at most that many values are one word      */
  BITSET_LIMIT = 4096       /* sets over at most that many values are bit sets      */
};

typedef struct ShapeTable ShapeTable;
ShapeTable *shapes_new(Arena *);
void shapes_free(ShapeTable *); /* accepts NULL; the shapes are the arena's */

const Shape *shape_integer(ShapeTable *);
const Shape *shape_bool(ShapeTable *);
const Shape *shape_string(ShapeTable *);
const Shape *shape_real(ShapeTable *);
/* One shape per origin; the first call fixes size and names. */
const Shape *shape_given(ShapeTable *, const void *origin, const char *name,
                         const char *const *element_names, uint64_t size);
const Shape *shape_set(ShapeTable *, const Shape *element);
const Shape *shape_pair(ShapeTable *, const Shape *, const Shape *);
const Shape *shape_record(ShapeTable *, const char *const *names, const Shape *const *fields,
                          uint32_t count);
/* One shape per origin and parameters.  A free type may be recursive, so its constructors are
 * given afterwards. */
Shape *shape_free(ShapeTable *, const void *origin, const char *name,
                  const Shape *const *parameters, uint32_t count);
void shape_set_constructors(ShapeTable *, Shape *, const char *const *names,
                            const Shape *const *arguments, uint32_t count);

/* From now on its values are printed as sequences where the style leaves that to the shape. */
void shape_mark_sequence(const Shape *relation);

static inline bool shape_is_indexed(const Shape *s) { return s->size != 0; }
static inline const Shape *shape_element(const Shape *set) { return set->args[0]; }
static inline bool shape_is_atom(const Shape *s) /* its values have the tag ATOM */
{
  return s->kind == SHAPE_GIVEN || s->kind == SHAPE_BOOL;
}
static inline bool shape_is_relation(const Shape *s)
{
  return s->kind == SHAPE_SET && s->args[0]->kind == SHAPE_PAIR;
}

#endif
