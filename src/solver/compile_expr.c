#include <string.h>

#include "solver/compile.h"

/* Expressions: arithmetic, names, application, conditionals; sets are in compile_set.c. */

static const Expr unknown_expr = {NULL, LIT_FALSE};

static const Shape *shape_at(Problem *p, const Node *node)
{
  return engine_shape(p->e, node->type);
}

static Expr closed_expr(Problem *p, const Node *node)
{
  const Shape *shape = shape_at(p, node);
  Value v = ref_eval(p->r, node);
  if (value_same(v, VALUE_FAULT)) return (Expr){term_any(p, shape), LIT_FALSE};
  return value_is_none(v) ? unknown_expr : (Expr){term_const(p, shape, v), LIT_TRUE};
}

/* ----------------------------------------------------------------- arithmetic */

static bool constant_of(Problem *p, const Node *node, int64_t *number)
{
  if (is_open_node(p, node)) return false;
  Value v = ref_eval(p->r, node);
  return !value_is_none(v) && int_fits(p->store, v, number) &&
         *number<INT32_MAX && * number> - INT32_MAX;
}

static bool add_cell(Problem *p, const Node *node, int64_t factor, Sum *s, Lit *defined)
{
  Expr e = compile_expr(p, node);
  Cell c;
  int64_t number;
  if (!e.term) return false;
  *defined = net_and2(p->net, *defined, e.defined);
  if (e.term->kind == TERM_CONST) {
    if (!term_code(p, e.term->shape, e.term->value, &number)) return false;
    Sum constant = {.constant = number};
    sum_add_sum(s, factor, &constant);
    return true;
  }
  if (!term_as_cell(p, e.term, &c)) return false;
  sum_add(s, factor, c);
  return true;
}

static bool add_card(Problem *p, const Node *node, int64_t factor, Sum *s, Lit *defined)
{
  if (shape_at(p, node->kids[0])->kind != SHAPE_SET) return add_cell(p, node, factor, s, defined);
  Expr e = compile_expr(p, node->kids[0]);
  Sum card = {0};
  bool known = e.term && term_card(p, e.term, &card);
  if (known && node->kind == NODE_SIZE) {
    const Term *elements = term_elements(p, e.term);
    Lit sequence = elements ? sequence_literal(p, elements) : NO_LIT;
    known = sequence != NO_LIT;
    if (known) *defined = net_and2(p->net, *defined, sequence);
  }
  if (known) {
    *defined = net_and2(p->net, *defined, e.defined);
    sum_add_sum(s, factor, &card);
  }
  sum_free(&card);
  return known;
}

bool compile_sum(Problem *p, const Node *node, int64_t factor, Sum *s, Lit *defined)
{
  node = node_bare(node);
  int64_t number;
  if (factor > INT32_MAX || factor < -INT32_MAX) return false;
  if (!is_open_node(p, node) || p->depth > 380) return add_cell(p, node, factor, s, defined);
  bool known;
  p->depth++;
  switch ((NodeKind) node->kind) {
  case NODE_ADD:
    known = compile_sum(p, node->kids[0], factor, s, defined) &&
            compile_sum(p, node->kids[1], factor, s, defined);
    break;
  case NODE_MINUS:
    known = compile_sum(p, node->kids[0], factor, s, defined) &&
            compile_sum(p, node->kids[1], -factor, s, defined);
    break;
  case NODE_NEGATE: known = compile_sum(p, node->kids[0], -factor, s, defined); break;
  case NODE_TIMES:
    if (constant_of(p, node->kids[0], &number))
      known = compile_sum(p, node->kids[1], factor * number, s, defined);
    else if (constant_of(p, node->kids[1], &number))
      known = compile_sum(p, node->kids[0], factor * number, s, defined);
    else known = add_cell(p, node, factor, s, defined);
    break;
  case NODE_CARD:
  case NODE_SIZE: known = add_card(p, node, factor, s, defined); break;
  default: known = add_cell(p, node, factor, s, defined); break;
  }
  p->depth--;
  return known;
}

static Expr sum_expr(Problem *p, const Node *node)
{
  Sum s = {0};
  Lit defined = LIT_TRUE;
  bool known = compile_sum(p, node, 1, &s, &defined) && !s.overflow;
  Expr e = unknown_expr;
  if (known) e = (Expr){term_cell(p, shape_at(p, node), net_sum_cell(p->net, &s)), defined};
  sum_free(&s);
  return e;
}

static bool operand_cell(Problem *p, const Node *node, Cell *c, Lit *defined)
{
  Expr e = compile_expr(p, node);
  if (!e.term || !term_as_cell(p, e.term, c)) return false;
  *defined = net_and2(p->net, *defined, e.defined);
  return true;
}

static Lit at_least(Problem *p, Cell c, int64_t number)
{
  Sum s = {0};
  sum_add(&s, -1, c);
  sum_add_constant(&s, number);
  Lit l = net_sum_at_most(p->net, &s);
  sum_free(&s);
  return l;
}

static Expr product_expr(Problem *p, const Node *node)
{
  int64_t number;
  if (constant_of(p, node->kids[0], &number) || constant_of(p, node->kids[1], &number))
    return sum_expr(p, node);
  Cell x, y;
  Lit defined = LIT_TRUE;
  if (!operand_cell(p, node->kids[0], &x, &defined)) return unknown_expr;
  if (node_equal(node->kids[0], node->kids[1])) y = x;
  else if (!operand_cell(p, node->kids[1], &y, &defined)) return unknown_expr;
  return (Expr){term_cell(p, shape_at(p, node), net_times(p->net, x, y)), defined};
}

/* x = c*q + r, for z = q or r: what propagation does not see where x has no bounds. */
static void relate_division(Problem *p, PropKind kind, Lit own, Cell z, Cell x, int64_t c)
{
  Net *n = p->net;
  Cell q = kind == PROP_DIVIDE ? z : net_cell(n, NO_LOW, NO_HIGH);
  Cell r = kind == PROP_DIVIDE ? net_cell(n, -(c - 1), c - 1) : z;
  Sum s = {0};
  sum_add(&s, 1, x);
  sum_add(&s, -c, q);
  sum_add(&s, -1, r);
  net_post_sum(n, own, PROP_LINEAR_ROW, &s);
  sum_free(&s);
  if (kind != PROP_DIVIDE) return;
  net_implies(n, at_least(p, x, 0), at_least(p, r, 0));
  net_implies(n, lit_not(at_least(p, x, 1)), lit_not(at_least(p, r, 1)));
}

static Expr partial_expr(Problem *p, const Node *node)
{
  Cell x, y;
  Lit defined = LIT_TRUE;
  if (!operand_cell(p, node->kids[0], &x, &defined) ||
      !operand_cell(p, node->kids[1], &y, &defined))
    return unknown_expr;
  PropKind kind = PROP_DIVIDE;
  Lit own = lit_not(net_is(p->net, y, 0));
  if (node->kind == NODE_MODULO) {
    kind = PROP_MODULO;
    own = net_and2(p->net, at_least(p, x, 0), at_least(p, y, 1));
  } else if (node->kind == NODE_POWER) {
    kind = PROP_POWER;
    own = at_least(p, y, 0);
  }
  uint32_t cells = p->net->cells.len;
  Cell z = net_partial(p->net, kind, own, x, y);
  const Domain *d = net_domain(p->net, y);
  bool constant = d->low == d->high && d->low > 1 && d->low < INT32_MAX;
  if (kind != PROP_POWER && constant && z >= cells && !net_is_finite(p->net, x))
    relate_division(p, kind, own, z, x, d->low);
  return (Expr){term_cell(p, shape_at(p, node), z), net_and2(p->net, defined, own)};
}

/* max(S): above all elements that are in, and one of them. */
static Expr extreme_expr(Problem *p, const Node *node)
{
  Expr e = compile_expr(p, node->kids[0]);
  const Term *s = e.term ? term_elements(p, e.term) : NULL;
  if (!s || s->count == 0 || shape_at(p, node)->kind != SHAPE_INTEGER) return unknown_expr;
  Net *n = p->net;
  int64_t sign = node->kind == NODE_MAX ? 1 : -1, low = NO_HIGH, high = NO_LOW;
  VEC(Lit) some = {0}, in = {0};
  Cell *cells = arena_new_array(p->arena, Cell, s->count);
  bool known = true;
  for (uint32_t i = 0; i < s->count && known; i++) {
    known = term_as_cell(p, s->elements[i].term, &cells[i]);
    if (!known) break;
    const Domain *d = net_domain(n, cells[i]);
    if (d->low < low) low = d->low;
    if (d->high > high) high = d->high;
    vec_push(&in, s->elements[i].in);
  }
  Expr result = unknown_expr;
  if (known) {
    Cell z = net_cell(n, low, high);
    Lit nonempty = net_or(n, in.data, in.len);
    vec_push(&some, lit_not(nonempty));
    for (uint32_t i = 0; i < s->count; i++) {
      Sum above = {0}; /* sign * (cell - z) <= 0 */
      sum_add(&above, sign, cells[i]);
      sum_add(&above, -sign, z);
      net_post_sum(n, s->elements[i].in, PROP_LINEAR_LE, &above);
      sum_free(&above);
      vec_push(&some, net_and2(n, s->elements[i].in, net_equal(n, cells[i], z)));
    }
    net_clause(n, some.data, some.len);
    result = (Expr){term_cell(p, shape_at(p, node), z), net_and2(n, e.defined, nonempty)};
  }
  vec_free(&some);
  vec_free(&in);
  return result;
}

/* ---------------------------------------------------------------- application */

typedef struct {
  VEC(Lit) lits;
  VEC(const Term *) values;
} Choices;

/* The values of f at a known place. */
static const Term *apply_constant(Problem *p, const Term *f, Value x, Lit *defined)
{
  uint32_t low = 0, high = f->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    const Term *key = term_component(p, f->elements[middle].term, 0);
    int order = value_compare(p->store, key->value, x);
    if (order == 0) {
      *defined = f->elements[middle].in;
      return term_component(p, f->elements[middle].term, 1);
    }
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  *defined = LIT_FALSE;
  return term_any(p, shape_element(f->shape)->args[1]);
}

const Term *apply_term(Problem *p, const Term *function, const Term *x, Lit *defined)
{
  Net *n = p->net;
  const Term *f = term_elements(p, function);
  if (!f) return NULL;
  if (f->functional && x->kind == TERM_CONST && !is_lazy(x->value))
    return apply_constant(p, f, x->value, defined);
  Choices c = {{0}, {0}};
  bool known = true;
  for (uint32_t i = 0; i < f->count && known; i++) {
    const Term *key = term_component(p, f->elements[i].term, 0);
    Lit equal = key ? term_equal(p, x, key) : NO_LIT;
    known = equal != NO_LIT;
    Lit chosen = known ? net_and2(n, f->elements[i].in, equal) : NO_LIT;
    if (!known || lit_is_false(n, chosen)) continue;
    vec_push(&c.lits, chosen);
    vec_push(&c.values, term_component(p, f->elements[i].term, 1));
  }
  const Term *result = NULL;
  bool scalar = f->functional || shape_element(f->shape)->args[1]->kind != SHAPE_SET;
  if (known && c.lits.len == 0) {
    *defined = LIT_FALSE;
    result = term_any(p, shape_element(f->shape)->args[1]);
  } else if (known && scalar) {
    Lit some = net_or(n, c.lits.data, c.lits.len);
    if (f->functional) result = term_select(p, c.lits.data, c.values.data, c.values.len);
    else { /* several values: not defined, so nothing may follow from the choice */
      *defined = net_literal(n);
      net_implies(n, *defined, some);
      for (uint32_t i = 0; i < c.lits.len; i++)
        c.lits.data[i] = net_and2(n, c.lits.data[i], *defined);
      result = term_select(p, c.lits.data, c.values.data, c.values.len);
    }
    if (f->functional) *defined = some;
  }
  vec_free(&c.lits);
  vec_free(&c.values);
  return result;
}

/* Gives the first `count` names their parts of x; false: x has no such parts. */
static bool push_arguments(Problem *p, const Node *names, uint32_t count, const Term *x)
{
  for (uint32_t i = count; i-- > 0;) {
    const Term *part = i == 0 ? x : term_component(p, x, 1);
    if (!part) return false;
    scope_push(p, node_bare(names->kids[i])->symbol, part);
    if (i > 0 && !(x = term_component(p, x, 0))) return false;
  }
  return true;
}

/* f(x) for a function that is not written out, %x.(P|E) or {x,y|P}: its body with x put in.
 * The value of a comprehension is a new one for which the predicate holds. */
static Expr apply_body(Problem *p, const Node *node, const Term *x)
{
  const Node *names = node->kids[0];
  bool lambda = node->kind == NODE_LAMBDA;
  if (p->depth > 60) return unknown_expr;
  if (!lambda && (node->kind != NODE_COMPREHENSION || names->count < 2)) return unknown_expr;
  const Symbol *last = node_bare(names->kids[names->count - 1])->symbol;
  Expr result = {lambda ? NULL : term_fresh(p, engine_shape(p->e, last->type)), LIT_FALSE};
  if (!lambda && !result.term) return unknown_expr;
  uint32_t before = p->scope.len;
  if (push_arguments(p, names, lambda ? names->count : names->count - 1, x)) {
    if (!lambda) scope_push(p, last, result.term);
    Pred in = compile_pred(p, node->kids[1]);
    if (lambda) {
      result = compile_expr(p, node->kids[2]);
      if (result.term) result.defined = net_and2(p->net, result.defined, in.yes);
    } else {
      result.defined = net_literal(p->net);
      net_implies(p->net, result.defined, in.yes);
    }
  } else result = unknown_expr;
  scope_pop(p, p->scope.len - before);
  return result;
}

static Lit in_set(Problem *p, const Term *x, Value set)
{
  const View *v = view_of_value(p, shape_set(p->e->shapes, x->shape), set);
  return v ? view_member(p, x, v) : NO_LIT;
}

/* prj1(A,B)(x|->y), prj2, id(A)(x); where the argument is none of A*B, A, it is not defined. */
static Expr apply_projection(Problem *p, Value f, const Term *x)
{
  uint32_t what = lazy_what(p->store, f);
  if (what == LAZY_ID) {
    Lit in = in_set(p, x, lazy_part(p->store, f, 0));
    return in == NO_LIT ? unknown_expr : (Expr){x, in};
  }
  if (what != LAZY_PRJ1 && what != LAZY_PRJ2) return unknown_expr;
  const Term *parts[] = {term_component(p, x, 0), term_component(p, x, 1)};
  if (!parts[0] || !parts[1]) return unknown_expr;
  Lit in[] = {in_set(p, parts[0], lazy_part(p->store, f, 0)),
              in_set(p, parts[1], lazy_part(p->store, f, 1))};
  if (in[0] == NO_LIT || in[1] == NO_LIT) return unknown_expr;
  return (Expr){parts[what == LAZY_PRJ2], net_and2(p->net, in[0], in[1])};
}

/* The same for a value, with what it has captured. */
static Expr apply_closure(Problem *p, Value f, const Term *x)
{
  uint32_t what = lazy_what(p->store, f);
  if (what < LAZY_CLOSURE) return apply_projection(p, f, x);
  const Closure *c = p->e->closures.data[what - LAZY_CLOSURE];
  uint32_t before = p->scope.len;
  for (uint32_t i = 0; i < c->captured_count; i++)
    scope_push(p, c->captured[i],
               term_const(p, engine_shape(p->e, c->captured[i]->type), lazy_part(p->store, f, i)));
  Expr result = apply_body(p, node_bare(c->node), x);
  scope_pop(p, p->scope.len - before);
  return result;
}

/* f(x) for a relation without bounds: a value that x is related to.  Wherever it is defined it is
 * the only one, so that it has one term. */
static Expr apply_open(Problem *p, const Term *f, const Term *x)
{
  for (uint32_t i = 0; i < p->applications.len; i++) {
    const Application *a = &p->applications.data[i];
    if (a->function == f && term_same(a->argument, x)) return (Expr){a->value, a->defined};
  }
  const Term *y = term_fresh(p, shape_element(f->shape)->args[1]);
  Lit in = y ? term_member(p, term_pair(p, x, y), f) : NO_LIT;
  if (in == NO_LIT) return unknown_expr;
  Application fresh = {f, x, y, net_literal(p->net)};
  net_implies(p->net, fresh.defined, in);
  vec_push(&p->applications, fresh);
  return (Expr){y, fresh.defined};
}

static Expr apply_expr(Problem *p, const Node *node)
{
  const Node *inner = node_bare(node->kids[0]);
  Expr x = compile_expr(p, node->kids[1]);
  for (uint32_t i = 2; i < node->count && x.term; i++) {
    Expr next = compile_expr(p, node->kids[i]);
    if (!next.term) return unknown_expr;
    x.term = term_pair(p, x.term, next.term);
    x.defined = net_and2(p->net, x.defined, next.defined);
  }
  if (!x.term) return unknown_expr;
  Expr f = compile_expr(p, inner);
  if (!f.term) return unknown_expr;
  Expr result = {NULL, LIT_TRUE};
  if (f.term->kind == TERM_CONST && is_lazy(f.term->value))
    result = apply_closure(p, f.term->value, x.term);
  else if (f.term->body) result = apply_body(p, f.term->body, x.term);
  else if (f.term->kind == TERM_SET && f.term->open) result = apply_open(p, f.term, x.term);
  else result.term = apply_term(p, f.term, x.term, &result.defined);
  if (!result.term) return unknown_expr;
  Lit all[] = {f.defined, x.defined, result.defined};
  result.defined = net_and(p->net, all, 3);
  return result;
}

/* --------------------------------------------------------------- other shapes */

static Expr bool_expr(Problem *p, const Node *node)
{
  Pred q = compile_pred(p, node->kids[0]);
  const Shape *shape = shape_at(p, node);
  if (lit_is_true(p->net, q.yes)) return (Expr){term_const(p, shape, VALUE_TRUE), LIT_TRUE};
  if (lit_is_true(p->net, q.no)) return (Expr){term_const(p, shape, VALUE_FALSE), LIT_TRUE};
  Lit defined = q.no == lit_not(q.yes) ? (Lit) LIT_TRUE : net_or2(p->net, q.yes, q.no);
  return (Expr){term_cell(p, shape, lit_cell(net_positive(p->net, q.yes))), defined};
}

static Expr pair_expr(Problem *p, const Node *node)
{
  Expr a = compile_expr(p, node->kids[0]), b = a.term ? compile_expr(p, node->kids[1]) : a;
  if (!a.term || !b.term) return unknown_expr;
  return (Expr){term_pair(p, a.term, b.term), net_and2(p->net, a.defined, b.defined)};
}

static Expr record_expr(Problem *p, const Node *node)
{
  const Shape *shape = shape_at(p, node);
  const Term **kids = arena_new_array(p->arena, const Term *, shape->count);
  Lit defined = LIT_TRUE;
  for (uint32_t i = 0; i < shape->count; i++)
    for (uint32_t j = 0; j < node->count; j++) {
      if (strcmp(node->kids[j]->name->text, shape->names[i])) continue;
      Expr e = compile_expr(p, node->kids[j]->kids[0]);
      if (!e.term) return unknown_expr;
      kids[i] = e.term;
      defined = net_and2(p->net, defined, e.defined);
    }
  return (Expr){term_tuple(p, shape, kids, shape->count), defined};
}

static Expr field_expr(Problem *p, const Node *node)
{
  Expr e = compile_expr(p, node->kids[0]);
  if (!e.term) return unknown_expr;
  const Shape *shape = e.term->shape;
  for (uint32_t i = 0; i < shape->count; i++)
    if (!strcmp(shape->names[i], node->name->text))
      return (Expr){term_component(p, e.term, i), e.defined};
  return unknown_expr;
}

/* IF P THEN E ELSIF … ELSE F END */
static Expr conditional_expr(Problem *p, const Node *node)
{
  VEC(Lit) lits = {0};
  VEC(const Term *) terms = {0};
  VEC(Lit) defined = {0};
  Lit before = LIT_TRUE; /* all conditions so far are false */
  bool known = true;
  for (uint32_t i = 0; i < node->count && known; i += 2) {
    bool last = i + 1 == node->count;
    Lit here = before;
    if (!last) {
      Pred q = compile_pred(p, node->kids[i]);
      here = net_and2(p->net, before, q.yes);
      before = net_and2(p->net, before, q.no);
    }
    if (lit_is_false(p->net, here)) continue;
    Expr e = compile_expr(p, node->kids[last ? i : i + 1]);
    known = e.term != NULL;
    vec_push(&lits, here);
    vec_push(&terms, e.term);
    vec_push(&defined, net_and2(p->net, here, e.defined));
  }
  Expr result = unknown_expr;
  if (known && terms.len) {
    result.term = term_select(p, lits.data, terms.data, terms.len);
    result.defined = net_or(p->net, defined.data, defined.len);
  } else if (known) result = (Expr){term_any(p, shape_at(p, node)), LIT_FALSE};
  vec_free(&lits);
  vec_free(&terms);
  vec_free(&defined);
  return result;
}

static Expr projection_expr(Problem *p, const Node *node)
{
  if (node->count != 1 || shape_at(p, node->kids[0])->kind != SHAPE_PAIR) return unknown_expr;
  Expr e = compile_expr(p, node->kids[0]);
  if (e.term) e.term = term_component(p, e.term, node->kind == NODE_PRJ2);
  return e;
}

static Expr open_expr(Problem *p, const Node *node)
{
  const Shape *shape = shape_at(p, node);
  bool integer = shape->kind == SHAPE_INTEGER;
  switch ((NodeKind) node->kind) {
  case NODE_IDENT: return (Expr){scope_find(p, node->symbol), LIT_TRUE};
  case NODE_MAPLET: return pair_expr(p, node);
  case NODE_TYPED: return compile_expr(p, node->kids[0]);
  case NODE_ADD:
  case NODE_NEGATE: return integer ? sum_expr(p, node) : unknown_expr;
  case NODE_CARD:
  case NODE_SIZE: return integer ? sum_expr(p, node) : unknown_expr;
  case NODE_MINUS:
    if (integer) return sum_expr(p, node);
    return shape->kind == SHAPE_SET ? compile_set_operator(p, node) : unknown_expr;
  case NODE_TIMES:
    if (integer) return product_expr(p, node);
    return shape->kind == SHAPE_SET ? compile_set_operator(p, node) : unknown_expr;
  case NODE_DIVIDE:
  case NODE_MODULO:
  case NODE_POWER: return integer ? partial_expr(p, node) : unknown_expr;
  case NODE_MAX:
  case NODE_MIN: return extreme_expr(p, node);
  case NODE_APPLY: return apply_expr(p, node);
  case NODE_FIELD: return field_expr(p, node);
  case NODE_REC: return record_expr(p, node);
  case NODE_BOOL_OF: return bool_expr(p, node);
  case NODE_IF_EXPR: return conditional_expr(p, node);
  case NODE_PRJ1:
  case NODE_PRJ2: return projection_expr(p, node);
  case NODE_COMPREHENSION:
  case NODE_IMAGE_SET:
  case NODE_LAMBDA:
  case NODE_SIGMA:
  case NODE_PRODUCT:
  case NODE_QUANT_UNION: return compile_binder(p, node);
  default: return compile_set_operator(p, node);
  }
}

Expr compile_expr(Problem *p, const Node *node)
{
  node = node_bare(node);
  if (!is_open_node(p, node)) return closed_expr(p, node);
  if (p->depth > 400 || p->net->too_large) return unknown_expr;
  p->depth++;
  Expr e = open_expr(p, node);
  if (!e.term) e = wait_expr(p, node);
  p->depth--;
  return e;
}
