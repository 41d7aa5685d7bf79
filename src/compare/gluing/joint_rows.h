#ifndef COMPARE_GLUING_JOINT_ROWS_H
#define COMPARE_GLUING_JOINT_ROWS_H

#include "compare/space.h"
#include "value/set.h"

/* The states of two systems with their values in one store, so that they can be
 * compared.  Types correspond by the names of their sets. */
typedef struct {
  const char *name;
  const Shape *shape; /* NULL: its values cannot be used */
  bool abstract;      /* of the specification */
  bool constant;
  uint32_t twin;   /* abstract: the concrete column of the same name, or NO_COLUMN */
  uint32_t source; /* its place in the rows of its own system */
} JointColumn;

#define NO_COLUMN UINT32_MAX

typedef struct {
  Arena *arena;
  Store *store;
  ShapeTable *shapes;
  VEC(const Shape *) given; /* the given sets of both */
  VEC(JointColumn) columns; /* variables of the specification, then all of the implementation */
  uint32_t abstract;        /* how many */
  Space *impl, *spec;
  uint32_t impl_count, spec_count;
  Value *impl_rows, *spec_rows; /* by state; values of the concrete, of the abstract columns */
} JointRows;

/* Both are explored.  NULL if nothing is known of the values of one. */
JointRows *joint_rows_new(Space *impl, Space *spec);
void joint_rows_free(JointRows *); /* accepts NULL */

/* The values of a pair of states, one for each column. */
void joint_rows_pair(const JointRows *, StateId a, StateId c, Value *row);
/* Have variables of one name equal values?  `table` is a JointRows. */
bool joint_rows_twins_equal(const void *table, StateId a, StateId c);

#endif
