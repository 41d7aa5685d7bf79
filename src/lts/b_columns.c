#include "lts/b_columns.h"

/* The integers of a range; COLUMN_ANY if it is empty or very large. */
static LtsColumn range(const Engine *e, Value low, Value high)
{
  int64_t from, to;
  bool known = int_fits(e->store, low, &from) && int_fits(e->store, high, &to);
  if (!known || from > to || !int_is_small(from) || !int_is_small(to))
    return (LtsColumn){COLUMN_ANY, 0, 0};
  return (LtsColumn){COLUMN_INT, from, (uint64_t) (to - from) + 1};
}

/* The integers of a set, as far as its text tells. */
static LtsColumn integers_of(Engine *e, const Node *set)
{
  set = node_bare(set);
  int64_t low, high;
  switch ((NodeKind) set->kind) {
  case NODE_NAT: return range(e, value_small(0), e->maxint);
  case NODE_NAT1: return range(e, value_small(1), e->maxint);
  case NODE_INT: return range(e, e->minint, e->maxint);
  case NODE_INTERVAL:
    if (!engine_literal(e, set->kids[0], &low) || !engine_literal(e, set->kids[1], &high)) break;
    return range(e, value_small(low), value_small(high));
  default: break;
  }
  return (LtsColumn){COLUMN_ANY, 0, 0};
}

static LtsColumn integer_column(Engine *e, const Symbol *variable)
{
  for (uint32_t i = 0; i < e->model->invariants.len; i++) {
    const Node *p = node_bare(e->model->invariants.data[i].node);
    if (p->kind == NODE_LABELLED) p = node_bare(p->kids[0]);
    if (p->kind != NODE_MEMBER || node_bare(p->kids[0])->symbol != variable) continue;
    LtsColumn column = integers_of(e, p->kids[1]);
    if (column.kind != COLUMN_ANY) return column;
  }
  return (LtsColumn){COLUMN_ANY, 0, 0};
}

LtsColumn b_column(Engine *e, const Symbol *variable)
{
  enum {
    FEW = 24,
    LEAF_BITS = 28
  }; /* elements of a set whose subsets are packed, or fill a leaf */
  const Shape *shape = engine_shape(e, variable->type);
  uint64_t elements = shape->kind == SHAPE_SET ? shape_element(shape)->size : 0;
  switch (shape->kind) {
  case SHAPE_BOOL:
  case SHAPE_GIVEN: return (LtsColumn){COLUMN_ATOM, 0, shape->size};
  case SHAPE_INTEGER: return integer_column(e, variable);
  case SHAPE_PAIR: return (LtsColumn){COLUMN_WIDE, 0, 0};
  case SHAPE_SET:
    if (elements && elements <= FEW) return (LtsColumn){COLUMN_BITS, 0, UINT64_C(1) << elements};
    if (elements > LEAF_BITS && elements <= IMMEDIATE_SET_LIMIT)
      return (LtsColumn){COLUMN_WIDE, 0, 0};
    break;
  default: break;
  }
  return (LtsColumn){COLUMN_ANY, 0, 0};
}
