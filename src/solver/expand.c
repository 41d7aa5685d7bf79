#include <string.h>

#include "engine/reference/closure/ref_bounds.h"
#include "solver/compile.h"
#include "syntax/inspect.h"

/* Binders: the candidates of the bound names are written out, each with a literal that
 * says whether the predicate holds for it. */

enum { INSTANCES_LIMIT = 60000 };

typedef struct {
  Problem *p;
  Symbol **names;
  bool *bound;
  uint32_t count;
  Conjuncts conjuncts;
  bool *done;
  bool distinct;
  Instance *instance;
  void *context;
  uint32_t instances;
} Expansion;

/* With `open`, the names of existential conjuncts are names like the others. */
static void add_conjuncts(Expansion *x, const Node *node, bool open)
{
  node = node_bare(node);
  if (node->kind == NODE_AND)
    for (uint32_t i = 0; i < node->count; i++) add_conjuncts(x, node->kids[i], open);
  else if (open && node->kind == NODE_EXISTS) {
    for (uint32_t i = 0; i < node->kids[0]->count; i++)
      x->names[x->count++] = node_bare(node->kids[0]->kids[i])->symbol;
    add_conjuncts(x, node->kids[1], open);
  } else vec_push(&x->conjuncts, node);
}

static uint32_t count_hidden(const Node *node)
{
  uint32_t count = 0;
  node = node_bare(node);
  if (node->kind == NODE_AND)
    for (uint32_t i = 0; i < node->count; i++) count += count_hidden(node->kids[i]);
  if (node->kind == NODE_EXISTS) count = node->kids[0]->count + count_hidden(node->kids[1]);
  return count;
}

static uint32_t unbound_index(const Expansion *x, const Symbol *symbol)
{
  uint32_t i = 0;
  while (i < x->count && (x->names[i] != symbol || x->bound[i])) i++;
  return i;
}

static bool mentions_unbound(const Expansion *x, const Node *node)
{
  if (node->kind == NODE_IDENT && unbound_index(x, node->symbol) < x->count) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mentions_unbound(x, node->kids[i])) return true;
  return false;
}

/* Unbound names, expressions without such, and pairs of patterns. */
static bool is_pattern(const Expansion *x, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_IDENT && unbound_index(x, node->symbol) < x->count) return true;
  if (node->kind == NODE_MAPLET)
    return is_pattern(x, node->kids[0]) && is_pattern(x, node->kids[1]);
  return !mentions_unbound(x, node);
}

/* Binds the names of the pattern to the parts of the term, and restricts the guard to
 * where the expressions in it have the values of theirs.  False: not possible. */
static bool bind_pattern(Expansion *x, const Node *pattern, const Term *term, Lit *guard)
{
  Problem *p = x->p;
  pattern = node_bare(pattern);
  uint32_t i = pattern->kind == NODE_IDENT ? unbound_index(x, pattern->symbol) : x->count;
  if (i < x->count) {
    x->bound[i] = true;
    scope_push(p, pattern->symbol, term);
    return true;
  }
  if (pattern->kind != NODE_MAPLET || !mentions_unbound(x, pattern)) {
    Expr e = compile_expr(p, pattern);
    Lit equal = e.term ? term_equal(p, e.term, term) : NO_LIT;
    if (equal == NO_LIT) return false;
    *guard = net_and2(p->net, *guard, net_and2(p->net, e.defined, equal));
    return true;
  }
  const Term *a = term_component(p, term, 0), *b = term_component(p, term, 1);
  return a && b && bind_pattern(x, pattern->kids[0], a, guard) &&
         bind_pattern(x, pattern->kids[1], b, guard);
}

static void unbind(Expansion *x, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    const Symbol *symbol = x->p->scope.data[x->p->scope.len - 1].symbol;
    for (uint32_t j = 0; j < x->count; j++)
      if (x->names[j] == symbol) x->bound[j] = false;
    scope_pop(x->p, 1);
  }
}

static bool step(Expansion *x, Lit guard);

static bool try_term(Expansion *x, const Node *pattern, const Term *term, Lit guard)
{
  uint32_t before = x->p->scope.len;
  bool fine = bind_pattern(x, pattern, term, &guard) && step(x, guard);
  unbind(x, x->p->scope.len - before);
  return fine;
}

static bool try_elements(Expansion *x, const Node *pattern, const Term *set, Lit guard)
{
  for (uint32_t i = 0; i < set->count; i++) {
    Lit in = net_and2(x->p->net, guard, set->elements[i].in);
    if (!lit_is_false(x->p->net, in) && !try_term(x, pattern, set->elements[i].term, in))
      return false;
  }
  return true;
}

/* ----------------------------------------------------------------- generators */

typedef struct {
  uint32_t conjunct;
  const Node *pattern;
  const Term *one; /* or */
  const Term *set;
  Lit defined;
} Origin;

static bool is_open_pattern(const Expansion *x, const Node *node)
{
  return is_pattern(x, node) && mentions_unbound(x, node);
}

static bool from_equation(Expansion *x, uint32_t i, Origin *s)
{
  const Node *c = x->conjuncts.data[i];
  for (uint32_t side = 0; side < 2; side++) {
    if (!is_open_pattern(x, c->kids[side]) || mentions_unbound(x, c->kids[1 - side])) continue;
    Expr e = compile_expr(x->p, c->kids[1 - side]);
    if (!e.term) continue;
    *s = (Origin){i, c->kids[side], e.term, NULL, e.defined};
    return true;
  }
  return false;
}

static bool from_members(Expansion *x, uint32_t i, Origin *s)
{
  const Node *c = x->conjuncts.data[i];
  if (!is_open_pattern(x, c->kids[0]) || mentions_unbound(x, c->kids[1])) return false;
  Lit defined = LIT_TRUE;
  const View *v = view_of_node(x->p, c->kids[1], &defined);
  const Term *set = v ? view_elements(x->p, v) : NULL;
  if (set && x->distinct && set->count > 1) set = term_keyed(x->p, set);
  if (!set) return false;
  if (s->set && s->set->count <= set->count) return true;
  *s = (Origin){i, c->kids[0], NULL, set, defined};
  return true;
}

static const Range everything = {NO_LOW, NO_HIGH};

static Range hull_of(Range a, Range b)
{
  if (a.low > a.high) return b;
  if (b.low > b.high) return a;
  return (Range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/* The values that an integer name may have where the predicate holds. */
static Range range_from(Expansion *x, const Node *c, const Symbol *name)
{
  c = node_bare(c);
  Range range = everything;
  if (c->kind == NODE_AND || c->kind == NODE_OR) {
    range = range_from(x, c->kids[0], name);
    for (uint32_t i = 1; i < c->count; i++) {
      Range next = range_from(x, c->kids[i], name);
      range = c->kind == NODE_AND ? range_common(range, next) : hull_of(range, next);
    }
    return range;
  }
  bool compared = kind_is_order(c->kind);
  if (!compared && c->kind != NODE_MEMBER) return range;
  for (uint32_t side = 0; side < (compared ? 2u : 1u); side++) {
    const Node *mine = node_bare(c->kids[side]), *other = c->kids[1 - side];
    if (mine->kind != NODE_IDENT || mine->symbol != name || mentions_unbound(x, other)) continue;
    range =
        range_common(range, compared ? range_of_comparison(x->p, (NodeKind) c->kind, side, other)
                                     : range_of_set(x->p, other));
  }
  return range;
}

static bool from_bounds(Expansion *x, uint32_t name, int64_t *low, int64_t *high)
{
  Range range = everything;
  for (uint32_t i = 0; i < x->conjuncts.len; i++)
    range = range_common(range, range_from(x, x->conjuncts.data[i], x->names[name]));
  *low = range.low;
  *high = range.high;
  return *low != NO_LOW && *high != NO_HIGH && *high - *low < INSTANCES_LIMIT;
}

/* What all the conjuncts together say of the integers, by interval arithmetic. */
static bool from_all_bounds(Expansion *x, uint32_t *name, int64_t *low, int64_t *high)
{
  Reference *r = x->p->r;
  Bounds *bounds = arena_new_array(x->p->arena, Bounds, x->count + 1);
  VEC(const Node *)
  usable = {0}; /* names whose values are not known have none for `r`, or old ones */
  for (uint32_t i = 0; i < x->conjuncts.len; i++)
    if (!is_open_node(x->p, x->conjuncts.data[i])) vec_push(&usable, x->conjuncts.data[i]);
  bool possible = bounds_narrow(&(BoundsProblem){.r = r,
                                                 .names = x->names,
                                                 .bound = x->bound,
                                                 .count = x->count,
                                                 .conjuncts = usable.data,
                                                 .conjunct_count = usable.len,
                                                 .bounds = bounds});
  vec_free(&usable);
  bool found = false;
  for (uint32_t i = 0; i < x->count; i++) {
    if (x->bound[i] || engine_shape(x->p->e, x->names[i]->type)->kind != SHAPE_INTEGER) continue;
    if (!possible) bounds[i] = (Bounds){0, -1};
    if (bounds[i].low == BOUND_BELOW || bounds[i].high == BOUND_ABOVE) continue;
    if (bounds[i].high - bounds[i].low >= INSTANCES_LIMIT) continue;
    if (found && bounds[i].high - bounds[i].low >= *high - *low) continue;
    *name = i;
    *low = bounds[i].low;
    *high = bounds[i].high;
    found = true;
  }
  return found;
}

static bool try_range(Expansion *x, uint32_t name, int64_t low, int64_t high, Lit guard)
{
  bool fine = true;
  for (int64_t v = low; v <= high && fine; v++) {
    x->bound[name] = true;
    scope_push(x->p, x->names[name], term_int(x->p, v));
    fine = step(x, guard);
    unbind(x, 1);
  }
  return fine;
}

static bool try_type(Expansion *x, uint32_t name, Lit guard)
{
  const Shape *shape = engine_shape(x->p->e, x->names[name]->type);
  if (!shape_is_indexed(shape) || shape->size > 4096) return false;
  bool fine = true;
  for (uint64_t i = 0; i < shape->size && fine; i++) {
    x->bound[name] = true;
    scope_push(x->p, x->names[name], term_const(x->p, shape, value_at(x->p->store, shape, i)));
    fine = step(x, guard);
    unbind(x, 1);
  }
  return fine;
}

static bool generate(Expansion *x, Lit guard)
{
  Origin s = {.conjunct = UINT32_MAX};
  for (uint32_t i = 0; i < x->conjuncts.len && !s.one; i++) {
    if (x->done[i]) continue;
    NodeKind kind = x->conjuncts.data[i]->kind;
    if (kind == NODE_EQUAL) from_equation(x, i, &s);
    else if (kind == NODE_MEMBER) from_members(x, i, &s);
  }
  if (s.one || s.set) {
    x->done[s.conjunct] = true;
    guard = net_and2(x->p->net, guard, s.defined);
    bool fine =
        s.one ? try_term(x, s.pattern, s.one, guard) : try_elements(x, s.pattern, s.set, guard);
    x->done[s.conjunct] = false;
    return fine;
  }
  for (uint32_t i = 0; i < x->count; i++) {
    int64_t low, high;
    if (x->bound[i] || engine_shape(x->p->e, x->names[i]->type)->kind != SHAPE_INTEGER) continue;
    if (from_bounds(x, i, &low, &high)) return try_range(x, i, low, high, guard);
  }
  uint32_t name = 0;
  int64_t low = 0, high = 0;
  if (from_all_bounds(x, &name, &low, &high)) return try_range(x, name, low, high, guard);
  for (uint32_t i = 0; i < x->count; i++)
    if (!x->bound[i]) return try_type(x, i, guard);
  return false;
}

/* Takes the conjuncts whose names are all bound into the guard; goes on. */
static bool step(Expansion *x, Lit guard)
{
  Problem *p = x->p;
  VEC(uint32_t) taken = {0};
  for (uint32_t i = 0; i < x->conjuncts.len && !lit_is_false(p->net, guard); i++) {
    if (x->done[i] || mentions_unbound(x, x->conjuncts.data[i])) continue;
    guard = net_and2(p->net, guard, compile_pred(p, x->conjuncts.data[i]).yes);
    x->done[i] = true;
    vec_push(&taken, i);
  }
  bool complete = true, fine = true;
  for (uint32_t i = 0; i < x->count; i++) complete &= x->bound[i];
  if (lit_is_false(p->net, guard)) fine = true;
  else if (p->net->too_large || p->net->expired) fine = false;
  else if (!complete) fine = generate(x, guard);
  else fine = ++x->instances <= INSTANCES_LIMIT && x->instance(x->context, p, guard);
  for (uint32_t i = 0; i < taken.len; i++) x->done[taken.data[i]] = false;
  vec_free(&taken);
  return fine && engine_spend(p->e);
}

static bool expand_once(Problem *p, const Node *names, const Node *predicate, bool open,
                        Expansion x)
{
  uint32_t most = names->count + (open ? count_hidden(predicate) : 0);
  x.count = names->count;
  x.names = arena_new_array(p->arena, Symbol *, most + 1);
  x.bound = arena_new_array(p->arena, bool, most + 1);
  for (uint32_t i = 0; i < names->count; i++) x.names[i] = node_bare(names->kids[i])->symbol;
  add_conjuncts(&x, predicate, open);
  x.done = arena_new_array(p->arena, bool, x.conjuncts.len + 1);
  bool fine = step(&x, LIT_TRUE);
  vec_free(&x.conjuncts);
  return fine;
}

/* Where the names get no candidates, #y.(Q) may bring some: a candidate is then met once for each
 * y, and some have been met before, which is one too many only where they are to be distinct. */
bool expand(Problem *p, const Node *names, const Node *predicate, bool distinct, Instance *instance,
            void *context)
{
  Expansion x = {.p = p, .distinct = distinct, .instance = instance, .context = context};
  if (expand_once(p, names, predicate, false, x)) return true;
  bool again = !distinct && !p->net->too_large && !p->net->expired && count_hidden(predicate) > 0;
  return again && expand_once(p, names, predicate, true, x);
}

/* ---------------------------------------------------------------- quantifiers */

typedef struct {
  const Node *conclusion;
  VEC(Lit) yes, no;
  bool partial;
} Universal;

static bool universal_instance(void *context, Problem *p, Lit guard)
{
  Universal *u = context;
  Pred q = compile_pred(p, u->conclusion);
  u->partial |= q.no != lit_not(q.yes);
  vec_push(&u->yes, net_or2(p->net, lit_not(guard), q.yes));
  vec_push(&u->no, net_and2(p->net, guard, q.no));
  return !p->net->too_large;
}

static bool existential_instance(void *context, Problem *p, Lit guard)
{
  Universal *u = context;
  vec_push(&u->yes, guard);
  return !p->net->too_large;
}

Pred compile_quantifier(Problem *p, const Node *node)
{
  Node *premise, *conclusion;
  bool universal = node->kind == NODE_FORALL, known;
  Universal u = {0};
  Pred result = {0, 0};
  if (universal) node = ref_merged_universal(p->arena, node);
  if (universal && !ref_universal_parts(p->arena, node, &premise, &conclusion))
    return wait_pred(p, node);
  if (universal) {
    u.conclusion = conclusion;
    known = expand(p, node->kids[0], premise, false, universal_instance, &u);
    if (known) {
      result.yes = net_and(p->net, u.yes.data, u.yes.len);
      result.no = u.partial ? net_or(p->net, u.no.data, u.no.len) : lit_not(result.yes);
    }
  } else {
    known = expand(p, node->kids[0], node->kids[1], false, existential_instance, &u);
    if (known) {
      result.yes = net_or(p->net, u.yes.data, u.yes.len);
      result.no = lit_not(result.yes);
    }
  }
  vec_free(&u.yes);
  vec_free(&u.no);
  return known ? result : wait_pred(p, node);
}

/* -------------------------------------------------------------------- binders */

typedef struct {
  const Node *node;
  const Node *value; /* the expression, or NULL: the names */
  Elements elements;
  Sum sum;
  Cell product;
  Lit defined;
} Collected;

static const Term *tuple_of_names(Problem *p, const Node *names)
{
  const Term *t = scope_find(p, node_bare(names->kids[0])->symbol);
  for (uint32_t i = 1; i < names->count; i++)
    t = term_pair(p, t, scope_find(p, node_bare(names->kids[i])->symbol));
  return t;
}

static bool collect_element(void *context, Problem *p, Lit guard)
{
  Collected *c = context;
  Expr e = {NULL, LIT_TRUE};
  bool lambda = c->node->kind == NODE_LAMBDA;
  if (c->value) {
    e = compile_expr(p, c->value);
    if (!e.term) return false;
    /* a candidate whose value is not defined makes the whole undefined */
    c->defined = net_and2(p->net, c->defined, net_or2(p->net, lit_not(guard), e.defined));
  }
  const Term *term = e.term;
  if (lambda) term = term_pair(p, tuple_of_names(p, c->node->kids[0]), e.term);
  else if (!c->value) term = tuple_of_names(p, c->node->kids[0]);
  if (c->node->kind == NODE_QUANT_UNION) {
    const Term *set = term_elements(p, term);
    for (uint32_t i = 0; set && i < set->count; i++) {
      Element element = {net_and2(p->net, guard, set->elements[i].in), set->elements[i].term};
      vec_push(&c->elements, element);
    }
    return set && c->elements.len < ELEMENTS_LIMIT;
  }
  Element element = {guard, term};
  vec_push(&c->elements, element);
  return c->elements.len < ELEMENTS_LIMIT;
}

static bool collect_sum(void *context, Problem *p, Lit guard)
{
  Collected *c = context;
  if (guard & 1) guard = net_positive(p->net, guard);
  Sum part = {0};
  Lit defined = LIT_TRUE;
  bool known = compile_sum(p, c->value, 1, &part, &defined);
  if (known) {
    c->defined = net_and2(p->net, c->defined, net_or2(p->net, lit_not(guard), defined));
    if (lit_is_true(p->net, guard)) sum_add_sum(&c->sum, 1, &part);
    else if (part.cells.len == 0) sum_add_literal(&c->sum, part.constant, guard);
    else {
      Cell value = net_sum_cell(p->net, &part);
      sum_add(&c->sum, 1, net_times(p->net, lit_cell(guard), value));
    }
  }
  sum_free(&part);
  return known && !c->sum.overflow;
}

/* Does it mention no name whose value is looked for? */
static bool is_fixed(const Problem *p, const Node *node)
{
  if (node->kind == NODE_IDENT && node->symbol && scope_find(p, node->symbol)) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_fixed(p, node->kids[i])) return false;
  return true;
}

/* Each factor is the value of the expression for a candidate that is surely one: products of
 * factors that may not count say too little for what they cost. */
static bool collect_product(void *context, Problem *p, Lit guard)
{
  Collected *c = context;
  Net *n = p->net;
  Sum part = {0};
  Lit defined = LIT_TRUE;
  bool known =
      lit_is_true(n, guard) && compile_sum(p, c->value, 1, &part, &defined) && !part.overflow;
  if (known) {
    Cell factor = net_sum_cell(n, &part);
    c->defined = net_and2(n, c->defined, defined);
    c->product = c->product == CELL_TRUE ? factor : net_times(n, c->product, factor);
  }
  sum_free(&part);
  return known;
}

Expr compile_binder(Problem *p, const Node *node)
{
  Collected c = {.node = node, .product = CELL_TRUE, .defined = LIT_TRUE};
  const Shape *shape = engine_shape(p->e, node->type);
  c.value = node->kind == NODE_COMPREHENSION ? NULL : node->kids[2];
  Expr result = {NULL, LIT_FALSE};
  switch ((NodeKind) node->kind) {
  case NODE_COMPREHENSION:
  case NODE_IMAGE_SET:
  case NODE_LAMBDA:
  case NODE_QUANT_UNION:
    if (expand(p, node->kids[0], node->kids[1], false, collect_element, &c))
      result = (Expr){term_set(p, shape, &c.elements), c.defined};
    break;
  case NODE_SIGMA:
    if (shape->kind != SHAPE_INTEGER) break;
    if (expand(p, node->kids[0], node->kids[1], true, collect_sum, &c))
      result = (Expr){term_cell(p, shape, net_sum_cell(p->net, &c.sum)), c.defined};
    break;
  case NODE_PRODUCT:
    if (shape->kind != SHAPE_INTEGER || !is_fixed(p, node->kids[1])) break;
    if (expand(p, node->kids[0], node->kids[1], true, collect_product, &c))
      result = (Expr){term_cell(p, shape, c.product), c.defined};
    break;
  default: break;
  }
  vec_free(&c.elements);
  sum_free(&c.sum);
  return result;
}
