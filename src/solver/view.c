#include <string.h>

#include "solver/compile.h"

/* Sets as far as they need not be written out: POW(S), A --> B, NATURAL … */

static View *new_view(Problem *p, ViewKind kind, const Shape *element)
{
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
  view->demands = arrow_demands(kind);
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
  if (kind >= LAZY_RELATION && kind <= LAZY_TOTAL_SURJ_REL)
    return arrow_of_value(p, element, v, kind);
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
    Value v = eval(p->r, node);
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
  if (kind >= NODE_RELATION && kind <= NODE_TOTAL_SURJ_REL) {
    View *v = (View *) both(p, node, VIEW_ARROW, element, defined);
    if (v) v->demands = arrow_demands((LazyKind) (LAZY_RELATION + (kind - NODE_RELATION)));
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
    return sequences_of(p, element, (LazyKind) (LAZY_SEQ + (kind - NODE_SEQ)),
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

/* ------------------------------------------------------------------- contents */

bool view_is_infinite(const View *v)
{
  switch (v->kind) {
  case VIEW_RANGE: return !v->low || !v->high;
  case VIEW_ALL: return v->element->kind == SHAPE_STRING || v->element->kind == SHAPE_REAL;
  case VIEW_SET: return false;
  default: return false;
  }
}

static const Term *range_elements(Problem *p, const View *v)
{
  Cell low, high;
  if (!v->low || !v->high) return NULL;
  if (!term_as_cell(p, v->low, &low) || !term_as_cell(p, v->high, &high)) return NULL;
  int64_t from = net_domain(p->net, low)->low, to = net_domain(p->net, high)->high;
  if (from == NO_LOW || to == NO_HIGH || to - from >= ELEMENTS_LIMIT) return NULL;
  Elements list = {0};
  for (int64_t k = from; k <= to; k++) {
    Sum above = {0}, below = {0};
    sum_add(&above, 1, low), sum_add_constant(&above, -k);
    sum_add(&below, -1, high), sum_add_constant(&below, k);
    Lit in = net_and2(p->net, net_sum_at_most(p->net, &above), net_sum_at_most(p->net, &below));
    sum_free(&above), sum_free(&below);
    Element e = {in, term_int(p, k)};
    vec_push(&list, e);
  }
  return term_set(p, shape_set(p->e->shapes, v->element), &list);
}

static const Term *product_elements(Problem *p, const View *v)
{
  const Term *a = view_elements(p, v->parts[0]), *b = a ? view_elements(p, v->parts[1]) : NULL;
  if (!a || !b || (uint64_t) a->count * b->count > ELEMENTS_LIMIT) return NULL;
  Elements list = {0};
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++) {
      Element e = {net_and2(p->net, a->elements[i].in, b->elements[j].in),
                   term_pair(p, a->elements[i].term, b->elements[j].term)};
      vec_push(&list, e);
    }
  return term_elements(p, term_set(p, shape_set(p->e->shapes, v->element), &list));
}

/* The elements of one side that are, or are not, in the other; or of both. */
static const Term *combined_elements(Problem *p, const View *v)
{
  const Term *a = view_elements(p, v->parts[0]);
  const Term *b = v->kind == VIEW_UNION && a ? view_elements(p, v->parts[1]) : NULL;
  if (!a && v->kind == VIEW_INTERSECTION) {
    View turned = *v;
    const View *parts[] = {v->parts[1], v->parts[0]};
    if (!view_elements(p, v->parts[1])) return NULL;
    turned.parts = parts;
    return combined_elements(p, &turned);
  }
  if (!a || (v->kind == VIEW_UNION && !b)) return NULL;
  Elements list = {0};
  bool known = true;
  for (uint32_t i = 0; i < a->count && known; i++) {
    Element e = a->elements[i];
    if (v->kind != VIEW_UNION) {
      Lit other = view_member(p, e.term, v->parts[1]);
      known = other != NO_LIT;
      if (!known) break;
      e.in = net_and2(p->net, e.in, v->kind == VIEW_INTERSECTION ? other : lit_not(other));
    }
    vec_push(&list, e);
  }
  for (uint32_t i = 0; b && i < b->count; i++) vec_push(&list, b->elements[i]);
  if (!known) {
    vec_free(&list);
    return NULL;
  }
  return term_elements(p, term_set(p, shape_set(p->e->shapes, v->element), &list));
}

/* What was captured by a closure, bound while its body is looked at. */
static uint32_t bind_captured(Problem *p, const View *v)
{
  if (value_is_none(v->closure)) return 0;
  const Closure *c = p->e->closures.data[lazy_what(p->store, v->closure) - LAZY_CLOSURE];
  for (uint32_t i = 0; i < c->captured_count; i++)
    scope_push(p, c->captured[i],
               term_const(p, engine_shape(p->e, c->captured[i]->type),
                          lazy_part(p->store, v->closure, i)));
  return c->captured_count;
}

const Term *view_elements(Problem *p, const View *v)
{
  switch (v->kind) {
  case VIEW_SET: return term_elements(p, v->set);
  case VIEW_RANGE: {
    const Term *t = range_elements(p, v);
    return t ? term_elements(p, t) : NULL;
  }
  case VIEW_PRODUCT: return product_elements(p, v);
  case VIEW_UNION:
  case VIEW_INTERSECTION:
  case VIEW_DIFFERENCE: return combined_elements(p, v);
  case VIEW_BODY: {
    uint32_t captured = bind_captured(p, v);
    Expr e = compile_binder(p, v->body);
    scope_pop(p, captured);
    bool usable = e.term && lit_is_true(p->net, e.defined);
    return usable ? term_elements(p, e.term) : NULL;
  }
  default: break;
  }
  const Shape *shape = v->element;
  bool small = shape_is_indexed(shape) && shape->size <= 1024;
  bool known = v->kind == VIEW_ALL || v->kind == VIEW_POW || v->kind == VIEW_ARROW;
  if (!small || !known) return NULL;
  Elements list = {0};
  for (uint64_t i = 0; i < shape->size; i++) {
    const Term *t = term_const(p, shape, value_at(p->store, shape, i));
    Lit in = view_member(p, t, v);
    if (in == NO_LIT) {
      vec_free(&list);
      return NULL;
    }
    Element e = {in, t};
    vec_push(&list, e);
  }
  return term_elements(p, term_set(p, shape_set(p->e->shapes, shape), &list));
}

/* ----------------------------------------------------------------- membership */

static Lit in_range(Problem *p, const Term *x, const View *v)
{
  Cell c, end;
  Lit above = LIT_TRUE, below = LIT_TRUE;
  if (!term_as_cell(p, x, &c)) return NO_LIT;
  if (v->low) {
    Sum s = {0};
    if (!term_as_cell(p, v->low, &end)) return NO_LIT;
    sum_add(&s, 1, end), sum_add(&s, -1, c);
    above = net_sum_at_most(p->net, &s);
    sum_free(&s);
  }
  if (v->high) {
    Sum s = {0};
    if (!term_as_cell(p, v->high, &end)) return NO_LIT;
    sum_add(&s, 1, c), sum_add(&s, -1, end);
    below = net_sum_at_most(p->net, &s);
    sum_free(&s);
  }
  return net_and2(p->net, above, below);
}

typedef struct {
  VEC(Lit) lits;
  bool failed;
} All;

static void add_lit(All *all, Lit l)
{
  if (l == NO_LIT) all->failed = true;
  else vec_push(&all->lits, l);
}

static Lit all_of(Problem *p, All *all)
{
  Lit result = all->failed ? NO_LIT : net_and(p->net, all->lits.data, all->lits.len);
  vec_free(&all->lits);
  return result;
}

/* if `in`, then l */
static void add_if(Problem *p, All *all, Lit in, Lit l)
{
  add_lit(all, l == NO_LIT ? NO_LIT : net_or2(p->net, lit_not(in), l));
}

/* Among the elements with equal constants in one component at most one is in. */
static void at_most_one_each(Problem *p, All *all, const Term *r, uint32_t component)
{
  bool *seen = arena_new_array(p->arena, bool, r->count + 1);
  for (uint32_t i = 0; i < r->count; i++) {
    if (seen[i]) continue;
    Sum sum = {0};
    Value key = term_component(p, r->elements[i].term, component)->value;
    uint32_t count = 0;
    for (uint32_t j = i; j < r->count; j++) {
      if (!value_same(term_component(p, r->elements[j].term, component)->value, key)) continue;
      seen[j] = true;
      sum_add_literal(&sum, 1, r->elements[j].in);
      count++;
    }
    sum_add_constant(&sum, -1);
    if (count > 1) add_lit(all, net_sum_at_most(p->net, &sum));
    sum_free(&sum);
  }
}

/* Elements that agree in one component agree in the other. */
static void single_valued(Problem *p, All *all, const Term *r, uint32_t from)
{
  if (r->keyed) {
    at_most_one_each(p, all, r, from);
    return;
  }
  if (from == 0 && r->functional) return;
  if (from == 1 && r->functional) { /* keys differ: so must the values */
    const Term **values = arena_new_array(p->arena, const Term *, r->count + 1);
    Lit *in = arena_new_array(p->arena, Lit, r->count + 1);
    for (uint32_t i = 0; i < r->count; i++) {
      values[i] = term_component(p, r->elements[i].term, 1);
      in[i] = r->elements[i].in;
    }
    add_lit(all, term_all_different(p, values, in, r->count));
    return;
  }
  if (r->count > 60) {
    all->failed = true;
    return;
  }
  for (uint32_t i = 0; i < r->count && !all->failed; i++)
    for (uint32_t j = 0; j < i && !all->failed; j++) {
      const Term *a = r->elements[i].term, *b = r->elements[j].term;
      Lit same = term_equal(p, term_component(p, a, from), term_component(p, b, from));
      Lit other = term_equal(p, term_component(p, a, 1 - from), term_component(p, b, 1 - from));
      if (same == NO_LIT || other == NO_LIT) {
        all->failed = true;
        return;
      }
      Lit clause[] = {lit_not(r->elements[i].in), lit_not(r->elements[j].in), lit_not(same), other};
      add_lit(all, net_or(p->net, clause, 4));
    }
}

/* Each element of the set is the component of some pair. */
static void covers(Problem *p, All *all, const Term *r, uint32_t component, const View *v)
{
  if (view_is_infinite(v)) {
    add_lit(all, LIT_FALSE);
    return;
  }
  const Term *set = view_elements(p, v);
  if (!set || (uint64_t) set->count * r->count > 400000) {
    all->failed = true;
    return;
  }
  VEC(Lit) any = {0};
  for (uint32_t i = 0; i < set->count && !all->failed; i++) {
    any.len = 0;
    for (uint32_t j = 0; j < r->count && !all->failed; j++) {
      Lit equal =
          term_equal(p, set->elements[i].term, term_component(p, r->elements[j].term, component));
      if (equal == NO_LIT) all->failed = true;
      else vec_push(&any, net_and2(p->net, r->elements[j].in, equal));
    }
    if (!all->failed) add_if(p, all, set->elements[i].in, net_or(p->net, any.data, any.len));
  }
  vec_free(&any);
}

static Lit in_arrow(Problem *p, const Term *x, const View *v)
{
  const Term *r = term_elements(p, x);
  if (!r) return NO_LIT;
  All all = {0};
  for (uint32_t i = 0; i < r->count && !all.failed; i++) {
    const Term *a = term_component(p, r->elements[i].term, 0);
    const Term *b = term_component(p, r->elements[i].term, 1);
    if (!a || !b) all.failed = true;
    else {
      add_if(p, &all, r->elements[i].in, view_member(p, a, v->parts[0]));
      add_if(p, &all, r->elements[i].in, view_member(p, b, v->parts[1]));
    }
  }
  if (!all.failed && v->demands.total) covers(p, &all, r, 0, v->parts[0]);
  if (!all.failed && v->demands.functional) single_valued(p, &all, r, 0);
  if (!all.failed && v->demands.injective) single_valued(p, &all, r, 1);
  if (!all.failed && v->demands.surjective) covers(p, &all, r, 1, v->parts[1]);
  return all_of(p, &all);
}

uint32_t sequence_places(Problem *p, const Term *s, uint32_t *first)
{
  int64_t key, wanted = 1;
  *first = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    const Term *k = term_component(p, s->elements[i].term, 0);
    bool here = term_code(p, k->shape, k->value, &key) && key == wanted;
    if (wanted == 1) *first = i;
    if (here) wanted++;
    else if (wanted > 1) break;
  }
  return (uint32_t) (wanted - 1);
}

Lit sequence_literal(Problem *p, const Term *s)
{
  if (s->count == 0) return LIT_TRUE;
  if (!s->functional) return NO_LIT;
  All all = {0};
  uint32_t first, places = sequence_places(p, s, &first);
  for (uint32_t i = 0; i < s->count; i++) {
    bool place = i >= first && i < first + places;
    if (!place) add_lit(&all, lit_not(s->elements[i].in)); /* its predecessor is missing */
    else if (i > first) add_if(p, &all, s->elements[i].in, s->elements[i - 1].in);
  }
  return all_of(p, &all);
}

static Lit in_sequences(Problem *p, const Term *x, const View *v)
{
  const Term *s = term_elements(p, x);
  if (!s) return NO_LIT;
  All all = {0};
  add_lit(&all, sequence_literal(p, s));
  for (uint32_t i = 0; i < s->count && !all.failed; i++)
    add_if(p, &all, s->elements[i].in,
           view_member(p, term_component(p, s->elements[i].term, 1), v->parts[0]));
  if (!all.failed && v->nonempty) {
    uint32_t first, places = sequence_places(p, s, &first);
    add_lit(&all, places ? s->elements[first].in : (Lit) LIT_FALSE);
  }
  if (!all.failed && v->injective) single_valued(p, &all, s, 1);
  if (!all.failed && v->permutation) covers(p, &all, s, 1, v->parts[0]);
  return all_of(p, &all);
}

static Lit in_body(Problem *p, const Term *x, const View *v)
{
  const Node *names = v->body->kids[0];
  if (v->body->kind != NODE_COMPREHENSION) {
    const Term *set = view_elements(p, v);
    return set ? term_member(p, x, set) : NO_LIT;
  }
  const Term **parts = arena_new_array(p->arena, const Term *, names->count + 1);
  for (uint32_t i = names->count; i-- > 1;) {
    parts[i] = term_component(p, x, 1);
    x = term_component(p, x, 0);
    if (!x || !parts[i]) return NO_LIT;
  }
  parts[0] = x;
  uint32_t captured = bind_captured(p, v);
  for (uint32_t i = 0; i < names->count; i++)
    scope_push(p, node_bare(names->kids[i])->symbol, parts[i]);
  Pred in = compile_pred(p, v->body->kids[1]);
  scope_pop(p, names->count + captured);
  return in.yes; /* where the predicate is not defined, there is no element */
}

Lit view_includes(Problem *p, const Term *x, const View *v)
{
  if (v->kind == VIEW_ALL || (v->kind == VIEW_RANGE && !v->low && !v->high)) return LIT_TRUE;
  if (v->kind == VIEW_SET) return term_subset(p, x, v->set);
  const Term *s = term_elements(p, x);
  if (!s) return NO_LIT;
  All all = {0};
  for (uint32_t i = 0; i < s->count && !all.failed; i++)
    add_if(p, &all, s->elements[i].in, view_member(p, s->elements[i].term, v));
  return all_of(p, &all);
}

Lit view_member(Problem *p, const Term *x, const View *v)
{
  All all = {0};
  switch (v->kind) {
  case VIEW_SET: return term_member(p, x, v->set);
  case VIEW_RANGE: return in_range(p, x, v);
  case VIEW_ALL: return LIT_TRUE;
  case VIEW_POW: {
    if (v->finite && x->kind == TERM_CONST && is_lazy(x->value)) return NO_LIT;
    Lit in = view_includes(p, x, v->parts[0]);
    const Term *s = v->nonempty && in != NO_LIT ? term_elements(p, x) : NULL;
    if (!v->nonempty || in == NO_LIT) return in;
    if (!s) return NO_LIT;
    VEC(Lit) any = {0};
    for (uint32_t i = 0; i < s->count; i++) vec_push(&any, s->elements[i].in);
    Lit some = net_or(p->net, any.data, any.len);
    vec_free(&any);
    return net_and2(p->net, in, some);
  }
  case VIEW_ARROW: return in_arrow(p, x, v);
  case VIEW_SEQ: return in_sequences(p, x, v);
  case VIEW_PRODUCT:
  case VIEW_STRUCT:
    for (uint32_t i = 0; i < v->count && !all.failed; i++) {
      const Term *part = term_component(p, x, i);
      add_lit(&all, part ? view_member(p, part, v->parts[i]) : NO_LIT);
    }
    return all_of(p, &all);
  case VIEW_UNION:
  case VIEW_INTERSECTION:
  case VIEW_DIFFERENCE: {
    Lit a = view_member(p, x, v->parts[0]);
    Lit b = a == NO_LIT ? NO_LIT : view_member(p, x, v->parts[1]);
    if (b == NO_LIT) return NO_LIT;
    return v->kind == VIEW_UNION ? net_or2(p->net, a, b)
                                 : net_and2(p->net, a, v->kind == VIEW_DIFFERENCE ? lit_not(b) : b);
  }
  case VIEW_BODY: return in_body(p, x, v);
  }
  return NO_LIT;
}

/* ------------------------------------------------------------------- skeletons */

/* The values that elements of the set may have. */
static const Term *universe(Problem *p, const View *v)
{
  const Term *set = view_elements(p, v);
  if (set && !set->keyed) set = term_keyed(p, set);
  return set && set->keyed && set->count <= UNIVERSE_LIMIT ? set : NULL;
}

static const Term *subset_skeleton(Problem *p, const Term *of)
{
  Elements list = {0};
  for (uint32_t i = 0; i < of->count; i++) {
    Element e = {net_literal(p->net), of->elements[i].term};
    vec_push(&list, e);
  }
  return term_set(p, of->shape, &list);
}

static const Term *function_skeleton(Problem *p, const View *v)
{
  const Term *keys = universe(p, v->parts[0]);
  if (!keys) return NULL;
  Elements list = {0};
  for (uint32_t i = 0; i < keys->count; i++) {
    const Term *value = view_skeleton(p, v->parts[1]);
    if (!value || p->net->too_large) {
      vec_free(&list);
      return NULL;
    }
    bool always = v->demands.total && lit_is_true(p->net, keys->elements[i].in);
    Element e = {always ? (Lit) LIT_TRUE : net_literal(p->net),
                 term_pair(p, keys->elements[i].term, value)};
    vec_push(&list, e);
  }
  return term_set(p, v->element, &list);
}

static const Term *relation_skeleton(Problem *p, const View *v)
{
  const Term *a = universe(p, v->parts[0]), *b = a ? universe(p, v->parts[1]) : NULL;
  if (!a || !b || (uint64_t) a->count * b->count > UNIVERSE_LIMIT) return NULL;
  Elements list = {0};
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++) {
      Element e = {net_literal(p->net), term_pair(p, a->elements[i].term, b->elements[j].term)};
      vec_push(&list, e);
    }
  return term_set(p, v->element, &list);
}

static const Term *sequence_skeleton(Problem *p, const View *v)
{
  enum { LONGEST = 500 };
  const Term *values = v->injective ? universe(p, v->parts[0]) : NULL;
  int64_t places = values ? values->count : v->longest;
  if (values && v->longest >= 0 && v->longest < places) places = v->longest;
  if (places < 0 || places > LONGEST) return NULL; /* no bound on its length */
  Elements list = {0};
  for (int64_t i = 0; i < places; i++) {
    const Term *value = view_skeleton(p, v->parts[0]);
    bool always = v->permutation && values && lit_is_true(p->net, values->elements[i].in);
    if (!value) {
      vec_free(&list);
      return NULL;
    }
    Element e = {always ? (Lit) LIT_TRUE : net_literal(p->net),
                 term_pair(p, term_int(p, i + 1), value)};
    vec_push(&list, e);
  }
  return term_set(p, v->element, &list);
}

static const Term *range_skeleton(Problem *p, const View *v)
{
  int64_t low = NO_LOW, high = NO_HIGH;
  Cell c;
  if (v->low && term_as_cell(p, v->low, &c)) low = net_domain(p->net, c)->low;
  if (v->high && term_as_cell(p, v->high, &c)) high = net_domain(p->net, c)->high;
  if (low > high) return NULL;
  return term_cell(p, v->element, net_cell(p->net, low, high));
}

/* The hull of the elements of an explicit set. */
static const Term *member_skeleton(Problem *p, const Term *set)
{
  const Shape *element = shape_element(set->shape);
  Value low, high;
  int64_t from, to;
  if (element->kind == SHAPE_INTEGER && set->kind == TERM_CONST &&
      integer_bounds(p->r, set->value, &low, &high) && term_code(p, element, low, &from) &&
      term_code(p, element, high, &to))
    return term_cell(p, element, net_cell(p->net, from, to));
  const Term *s = term_elements(p, set);
  if (!s || s->count == 0) return term_fresh(p, element);
  if (element->kind == SHAPE_PAIR) {
    Elements parts[2] = {{0}, {0}};
    const Term *kids[2];
    for (uint32_t i = 0; i < s->count; i++)
      for (uint32_t k = 0; k < 2; k++) {
        Element e = {s->elements[i].in, term_component(p, s->elements[i].term, k)};
        vec_push(&parts[k], e);
      }
    for (uint32_t k = 0; k < 2; k++)
      kids[k] =
          member_skeleton(p, term_set(p, shape_set(p->e->shapes, element->args[k]), &parts[k]));
    return kids[0] && kids[1] ? term_tuple(p, element, kids, 2) : NULL;
  }
  if (element->kind == SHAPE_SET) { /* its elements are among those of the members */
    Elements list = {0};
    for (uint32_t i = 0; i < s->count; i++) {
      const Term *inner = term_elements(p, s->elements[i].term);
      if (inner && !inner->keyed) inner = term_keyed(p, inner);
      if (!inner || !inner->keyed || list.len + inner->count > ELEMENTS_LIMIT) {
        vec_free(&list);
        return NULL;
      }
      for (uint32_t j = 0; j < inner->count; j++) vec_push(&list, inner->elements[j]);
    }
    const Term *all = term_elements(p, term_set(p, element, &list));
    return all && all->keyed && all->count <= UNIVERSE_LIMIT ? subset_skeleton(p, all) : NULL;
  }
  if (element->kind == SHAPE_STRING) { /* only codes of its elements */
    int64_t code;
    VEC(int64_t) codes = {0};
    const Term *result = NULL;
    bool known = true;
    for (uint32_t i = 0; i < s->count && known; i++) {
      known = s->elements[i].term->kind == TERM_CONST &&
              term_code(p, element, s->elements[i].term->value, &code);
      vec_push(&codes, code);
    }
    if (known && s->count <= HOLES_LIMIT) {
      Cell c = net_cell(p->net, 0, (int64_t) p->codes.len - 1);
      for (int64_t v = 0; v < (int64_t) p->codes.len; v++) {
        bool found = false;
        for (uint32_t i = 0; i < codes.len && !found; i++) found = codes.data[i] == v;
        if (!found) net_remove(p->net, c, v);
      }
      result = term_cell(p, element, c);
    }
    vec_free(&codes);
    return result;
  }
  return term_fresh(p, element);
}

const Term *view_skeleton(Problem *p, const View *v)
{
  switch (v->kind) {
  case VIEW_SET: return member_skeleton(p, v->set);
  case VIEW_RANGE: return range_skeleton(p, v);
  case VIEW_ALL: return term_fresh(p, v->element);
  case VIEW_POW: {
    const Term *of = universe(p, v->parts[0]);
    return of ? subset_skeleton(p, of) : NULL;
  }
  case VIEW_ARROW: return v->demands.functional ? function_skeleton(p, v) : relation_skeleton(p, v);
  case VIEW_SEQ: return sequence_skeleton(p, v);
  case VIEW_PRODUCT:
  case VIEW_STRUCT: {
    const Term **kids = arena_new_array(p->arena, const Term *, v->count);
    for (uint32_t i = 0; i < v->count; i++)
      if (!(kids[i] = view_skeleton(p, v->parts[i]))) return NULL;
    return term_tuple(p, v->element, kids, v->count);
  }
  case VIEW_INTERSECTION: {
    const Term *t = view_skeleton(p, v->parts[0]);
    return t ? t : view_skeleton(p, v->parts[1]);
  }
  case VIEW_DIFFERENCE: return view_skeleton(p, v->parts[0]);
  case VIEW_UNION:
  case VIEW_BODY: {
    const Term *set = view_elements(p, v);
    return set ? member_skeleton(p, set) : term_fresh(p, v->element);
  }
  }
  return NULL;
}
