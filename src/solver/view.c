#include <assert.h>
#include <string.h>

#include "solver/compile.h"

/* Sets as far as they need not be written out: POW(S), A --> B, NATURAL … */

static View *new_view(Problem *p, ViewKind kind, const Shape *element)
{
  assert(element);
  View *v = arena_alloc(p->arena, sizeof *v);
  v->kind = kind;
  v->element = element;
  v->closure = VALUE_UNDEFINED;
  v->longest = -1;
  return v;
}

static View *with_parts(Problem *p, View *v, const View *a, const View *b)
{
  v->count = b ? 2 : 1;
  v->parts = arena_new_array(p->arena, const View *, 2);
  v->parts[0] = a;
  v->parts[1] = b;
  return a ? v : NULL;
}

static const View *set_view(Problem *p, const Term *set)
{
  assert(set->shape->kind == SHAPE_SET);
  View *v = new_view(p, VIEW_SET, shape_element(set->shape));
  v->set = set;
  return v;
}

static const View *range_view(Problem *p, const Term *low, const Term *high)
{
  View *v = new_view(p, VIEW_RANGE, shape_integer(p->e->shapes));
  v->low = low;
  v->high = high;
  return v;
}

/* ----------------------------------------------------------------- from values */

static const View *part_view(Problem *p, const Shape *element, Value lazy_set, uint32_t i)
{
  return view_of_value(p, shape_set(p->e->shapes, element), lazy_part(p->store, lazy_set, i));
}

static const View *arrow_of_value(Problem *p, const Shape *relation, Value v, LazyKind kind)
{
  View *view = new_view(p, VIEW_ARROW, relation);
  view->demands = ref_arrow_demands(kind);
  const Shape *pair = shape_element(relation);
  const View *a = part_view(p, pair->args[0], v, 0), *b = part_view(p, pair->args[1], v, 1);
  return a && b ? with_parts(p, view, a, b) : NULL;
}

static const View *sequences_of(Problem *p, const Shape *sequence, LazyKind kind, const View *over)
{
  View *view = new_view(p, VIEW_SEQ, sequence);
  view->nonempty = kind == LAZY_SEQ1 || kind == LAZY_ISEQ1;
  view->injective = kind == LAZY_ISEQ || kind == LAZY_ISEQ1 || kind == LAZY_PERM;
  view->permutation = kind == LAZY_PERM;
  return over ? with_parts(p, view, over, NULL) : NULL;
}

static const View *operator_of_value(Problem *p, const Shape *set, Value v, ViewKind kind)
{
  const View *a = view_of_value(p, set, lazy_part(p->store, v, 0));
  const View *b = view_of_value(p, set, lazy_part(p->store, v, 1));
  return a && b ? with_parts(p, new_view(p, kind, shape_element(set)), a, b) : NULL;
}

static const View *struct_of_value(Problem *p, const Shape *record, Value v)
{
  View *view = new_view(p, VIEW_STRUCT, record);
  view->count = record->count;
  view->parts = arena_new_array(p->arena, const View *, record->count);
  for (uint32_t i = 0; i < record->count; i++)
    if (!(view->parts[i] = part_view(p, record->args[i], v, i))) return NULL;
  return view;
}

const View *view_of_value(Problem *p, const Shape *set, Value v)
{
  const Shape *element = shape_element(set);
  if (!is_lazy(v)) return set_view(p, term_const(p, set, v));
  uint32_t what = lazy_what(p->store, v);
  if (what >= LAZY_CLOSURE) {
    const Closure *c = p->e->closures.data[what - LAZY_CLOSURE];
    const Node *node = node_bare(c->node);
    if (node->kind != NODE_COMPREHENSION && node->kind != NODE_LAMBDA) return NULL;
    View *view = new_view(p, VIEW_BODY, element);
    view->body = node;
    view->closure = v;
    return view;
  }
  LazyKind kind = (LazyKind) what;
  if (lazy_is_arrow(kind)) return arrow_of_value(p, element, v, kind);
  switch (kind) {
  case LAZY_INTEGER: return range_view(p, NULL, NULL);
  case LAZY_FROM: return range_view(p, term_const(p, element, lazy_part(p->store, v, 0)), NULL);
  case LAZY_UPTO: return range_view(p, NULL, term_const(p, element, lazy_part(p->store, v, 0)));
  case LAZY_STRING:
  case LAZY_REAL:
  case LAZY_FREETYPE: return new_view(p, VIEW_ALL, element);
  case LAZY_POW:
  case LAZY_POW1:
  case LAZY_FIN:
  case LAZY_FIN1: {
    View *view = new_view(p, VIEW_POW, element);
    view->nonempty = kind == LAZY_POW1 || kind == LAZY_FIN1;
    view->finite = kind == LAZY_FIN || kind == LAZY_FIN1;
    return with_parts(p, view, view_of_value(p, element, lazy_part(p->store, v, 0)), NULL);
  }
  case LAZY_SEQ:
  case LAZY_SEQ1:
  case LAZY_ISEQ:
  case LAZY_ISEQ1:
  case LAZY_PERM:
    return sequences_of(p, element, kind, part_view(p, shape_element(element)->args[1], v, 0));
  case LAZY_PRODUCT: {
    const View *a = part_view(p, element->args[0], v, 0);
    const View *b = part_view(p, element->args[1], v, 1);
    return a && b ? with_parts(p, new_view(p, VIEW_PRODUCT, element), a, b) : NULL;
  }
  case LAZY_STRUCT: return struct_of_value(p, element, v);
  case LAZY_UNION: return operator_of_value(p, set, v, VIEW_UNION);
  case LAZY_INTERSECTION: return operator_of_value(p, set, v, VIEW_INTERSECTION);
  case LAZY_DIFFERENCE: return operator_of_value(p, set, v, VIEW_DIFFERENCE);
  default: return NULL;
  }
}

/* ------------------------------------------------------------------ from nodes */

static const View *both(Problem *p, const Node *node, ViewKind kind, const Shape *element,
                        Lit *defined)
{
  Lit first = LIT_TRUE, second = LIT_TRUE;
  const View *a = view_of_node(p, node->kids[0], &first);
  const View *b = a ? view_of_node(p, node->kids[1], &second) : NULL;
  *defined = net_and2(p->net, first, second);
  return a && b ? with_parts(p, new_view(p, kind, element), a, b) : NULL;
}

static const View *interval(Problem *p, const Node *node, Lit *defined)
{
  Expr a = compile_expr(p, node->kids[0]), b = compile_expr(p, node->kids[1]);
  if (!a.term || !b.term) return NULL;
  *defined = net_and2(p->net, a.defined, b.defined);
  return range_view(p, a.term, b.term);
}

static const View *records(Problem *p, const Node *node, const Shape *record, Lit *defined)
{
  View *v = new_view(p, VIEW_STRUCT, record);
  v->count = record->count;
  v->parts = arena_new_array(p->arena, const View *, record->count);
  for (uint32_t i = 0; i < record->count; i++)
    for (uint32_t j = 0; j < node->count; j++) {
      Lit part = LIT_TRUE;
      if (strcmp(node->kids[j]->name->text, record->names[i])) continue;
      if (!(v->parts[i] = view_of_node(p, node->kids[j]->kids[0], &part))) return NULL;
      *defined = net_and2(p->net, *defined, part);
    }
  return v;
}

static const View *default_view(Problem *p, const Node *node, Lit *defined)
{
  if (!is_open_node(p, node)) {
    Value v = ref_eval(p->r, node);
    if (value_same(v, VALUE_FAULT)) {
      *defined = LIT_FALSE;
      return set_view(p, term_any(p, engine_shape(p->e, node->type)));
    }
    return value_is_none(v) ? NULL : view_of_value(p, engine_shape(p->e, node->type), v);
  }
  if (node->kind == NODE_COMPREHENSION) {
    View *v = new_view(p, VIEW_BODY, engine_element_shape(p->e, node->type));
    v->body = node;
    return v;
  }
  Expr e = compile_expr(p, node);
  *defined = e.defined;
  if (!e.term) return NULL;
  if (e.term->kind == TERM_CONST) return view_of_value(p, e.term->shape, e.term->value);
  return set_view(p, e.term);
}

const View *view_of_node(Problem *p, const Node *node, Lit *defined)
{
  node = node_bare(node);
  *defined = LIT_TRUE;
  if (node->kind == NODE_IDENT) return default_view(p, node, defined);
  const Shape *element = engine_element_shape(p->e, node->type);
  NodeKind kind = node->kind;
  if (kind_is_arrow(kind)) {
    View *v = (View *) both(p, node, VIEW_ARROW, element, defined);
    if (v) v->demands = ref_arrow_demands(lazy_of_operator(kind));
    return v;
  }
  switch (kind) {
  case NODE_INTEGER: return range_view(p, NULL, NULL);
  case NODE_NATURAL: return range_view(p, term_int(p, 0), NULL);
  case NODE_NATURAL1: return range_view(p, term_int(p, 1), NULL);
  case NODE_INTERVAL: return interval(p, node, defined);
  case NODE_POW:
  case NODE_POW1:
  case NODE_FIN:
  case NODE_FIN1: {
    View *v = new_view(p, VIEW_POW, element);
    v->nonempty = kind == NODE_POW1 || kind == NODE_FIN1;
    v->finite = kind == NODE_FIN || kind == NODE_FIN1;
    return with_parts(p, v, view_of_node(p, node->kids[0], defined), NULL);
  }
  case NODE_SEQ:
  case NODE_SEQ1:
  case NODE_ISEQ:
  case NODE_ISEQ1:
  case NODE_PERM:
    return sequences_of(p, element, lazy_of_operator(kind),
                        view_of_node(p, node->kids[0], defined));
  case NODE_CARTESIAN:
  case NODE_TIMES: return both(p, node, VIEW_PRODUCT, element, defined);
  case NODE_UNION: return both(p, node, VIEW_UNION, element, defined);
  case NODE_INTERSECTION: return both(p, node, VIEW_INTERSECTION, element, defined);
  case NODE_MINUS:
  case NODE_SET_MINUS: return both(p, node, VIEW_DIFFERENCE, element, defined);
  case NODE_STRUCT: return records(p, node, element, defined);
  default: return default_view(p, node, defined);
  }
}
