#include "solver/compile.h"

/* Operators on sets, relations and sequences, element by element. */

static const Expr unknown_expr = {NULL, LIT_FALSE};

typedef struct {
  Problem *p;
  const Shape *shape; /* of the result */
  const Term *a, *b;  /* elements of the operands */
  Lit defined;
  Elements out;
  bool failed;
} SetOperation;

static void put(SetOperation *o, Lit in, const Term *t)
{
  Element e = {in, t};
  if (!t || in == NO_LIT || o->out.len > ELEMENTS_LIMIT) o->failed = true;
  else if (!lit_is_false(o->p->net, in)) vec_push(&o->out, e);
}

static const Term *part(SetOperation *o, const Element *e, uint32_t i)
{
  const Term *t = term_component(o->p, e->term, i);
  if (!t) o->failed = true;
  return t;
}

/* The pairs with one component in the set (or not). */
static void filter(SetOperation *o, const Term *from, uint32_t component, const Term *by,
                   bool wanted)
{
  for (uint32_t i = 0; i < from->count && !o->failed; i++) {
    const Element *e = &from->elements[i];
    const Term *x = part(o, e, component);
    Lit in = x ? term_member(o->p, x, by) : NO_LIT;
    if (in == NO_LIT) o->failed = true;
    else put(o, net_and2(o->p->net, e->in, wanted ? in : lit_not(in)), e->term);
  }
}

/* The pair of both; NULL if one is not known. */
static const Term *pair_of(SetOperation *o, const Term *a, const Term *b)
{
  return a && b ? term_pair(o->p, a, b) : NULL;
}

static const Term *component_set(SetOperation *o, const Term *r, uint32_t component)
{
  Elements list = {0};
  for (uint32_t i = 0; i < r->count && !o->failed; i++) {
    Element e = {r->elements[i].in, part(o, &r->elements[i], component)};
    if (!o->failed) vec_push(&list, e);
  }
  const Shape *element = shape_element(r->shape)->args[component];
  return term_elements(o->p, term_set(o->p, shape_set(o->p->e->shapes, element), &list));
}

static void product(SetOperation *o)
{
  for (uint32_t i = 0; i < o->a->count && !o->failed; i++)
    for (uint32_t j = 0; j < o->b->count && !o->failed; j++)
      put(o, net_and2(o->p->net, o->a->elements[i].in, o->b->elements[j].in),
          term_pair(o->p, o->a->elements[i].term, o->b->elements[j].term));
}

/* (a;b): pairs that meet in the middle */
static void compose(SetOperation *o, const Term *a, const Term *b, bool direct)
{
  Problem *p = o->p;
  for (uint32_t i = 0; i < a->count && !o->failed; i++)
    for (uint32_t j = 0; j < b->count && !o->failed; j++) {
      const Term *meet = part(o, &a->elements[i], direct ? 0 : 1);
      const Term *with = part(o, &b->elements[j], 0);
      if (o->failed) return;
      Lit equal = term_equal(p, meet, with);
      if (equal == NO_LIT) {
        o->failed = true;
        return;
      }
      Lit all[] = {a->elements[i].in, b->elements[j].in, equal};
      const Term *first = part(o, &a->elements[i], 0), *last = part(o, &b->elements[j], 1);
      if (lit_is_false(p->net, equal)) continue;
      if (direct) last = pair_of(o, part(o, &a->elements[i], 1), last);
      put(o, net_and(p->net, all, 3), pair_of(o, first, last));
    }
}

static void parallel(SetOperation *o)
{
  Problem *p = o->p;
  for (uint32_t i = 0; i < o->a->count && !o->failed; i++)
    for (uint32_t j = 0; j < o->b->count && !o->failed; j++) {
      const Element *x = &o->a->elements[i], *y = &o->b->elements[j];
      put(o, net_and2(p->net, x->in, y->in),
          pair_of(o, pair_of(o, part(o, x, 0), part(o, y, 0)),
                  pair_of(o, part(o, x, 1), part(o, y, 1))));
    }
}

/* Functions over constants: where both have a value, the second one's. */
static void override_values(SetOperation *o)
{
  Problem *p = o->p;
  uint32_t i = 0, j = 0;
  while ((i < o->a->count || j < o->b->count) && !o->failed) {
    const Element *a = i < o->a->count ? &o->a->elements[i] : NULL;
    const Element *b = j < o->b->count ? &o->b->elements[j] : NULL;
    int order = !a ? 1 : !b ? -1 : 0;
    if (a && b) order = value_compare(p->store, part(o, a, 0)->value, part(o, b, 0)->value);
    i += order <= 0;
    j += order >= 0;
    if (order != 0) {
      put(o, order < 0 ? a->in : b->in, order < 0 ? a->term : b->term);
      continue;
    }
    Lit lits[] = {b->in, net_and2(p->net, a->in, lit_not(b->in))};
    const Term *values[] = {part(o, b, 1), part(o, a, 1)};
    const Term *value = o->failed ? NULL : term_select(p, lits, values, 2);
    put(o, net_or2(p->net, a->in, b->in), value ? term_pair(p, part(o, a, 0), value) : NULL);
  }
}

static void override(SetOperation *o)
{
  if (o->a->functional && o->b->functional) {
    override_values(o);
    return;
  }
  const Term *keys = component_set(o, o->b, 0);
  if (!o->failed) filter(o, o->a, 0, keys, false);
  for (uint32_t i = 0; i < o->b->count; i++) put(o, o->b->elements[i].in, o->b->elements[i].term);
}

/* The elements of r whose first component is in S, second components only. */
static void image(SetOperation *o)
{
  for (uint32_t i = 0; i < o->a->count && !o->failed; i++) {
    const Element *e = &o->a->elements[i];
    const Term *x = part(o, e, 0);
    Lit in = x ? term_member(o->p, x, o->b) : NO_LIT;
    if (in == NO_LIT) o->failed = true;
    else put(o, net_and2(o->p->net, e->in, in), part(o, e, 1));
  }
}

static void unite_members(SetOperation *o)
{
  for (uint32_t i = 0; i < o->a->count && !o->failed; i++) {
    const Term *inner = term_elements(o->p, o->a->elements[i].term);
    if (!inner) o->failed = true;
    for (uint32_t j = 0; inner && j < inner->count && !o->failed; j++)
      put(o, net_and2(o->p->net, o->a->elements[i].in, inner->elements[j].in),
          inner->elements[j].term);
  }
}

static const Term *operand(Problem *p, const Node *node, Lit *defined)
{
  Lit own = LIT_TRUE;
  const View *v = view_of_node(p, node, &own);
  *defined = net_and2(p->net, *defined, own);
  return v ? view_elements(p, v) : NULL;
}

static void apply_set_term(SetOperation *o, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_TIMES:
  case NODE_CARTESIAN: product(o); break;
  case NODE_DOM_RESTRICT: filter(o, o->b, 0, o->a, true); break;
  case NODE_DOM_SUBTRACT: filter(o, o->b, 0, o->a, false); break;
  case NODE_RAN_RESTRICT: filter(o, o->a, 1, o->b, true); break;
  case NODE_RAN_SUBTRACT: filter(o, o->a, 1, o->b, false); break;
  case NODE_OVERRIDE: override(o); break;
  case NODE_COMPOSE: compose(o, o->a, o->b, false); break;
  case NODE_CIRC: compose(o, o->b, o->a, false); break;
  case NODE_DIRECT_PRODUCT: compose(o, o->a, o->b, true); break;
  case NODE_PARALLEL: parallel(o); break;
  case NODE_IMAGE: image(o); break;
  case NODE_DOM:
    for (uint32_t i = 0; i < o->a->count && !o->failed; i++)
      put(o, o->a->elements[i].in, part(o, &o->a->elements[i], 0));
    break;
  case NODE_RAN:
    for (uint32_t i = 0; i < o->a->count && !o->failed; i++)
      put(o, o->a->elements[i].in, part(o, &o->a->elements[i], 1));
    break;
  case NODE_INVERSE:
    for (uint32_t i = 0; i < o->a->count && !o->failed; i++)
      put(o, o->a->elements[i].in,
          pair_of(o, part(o, &o->a->elements[i], 1), part(o, &o->a->elements[i], 0)));
    break;
  case NODE_ID:
    for (uint32_t i = 0; i < o->a->count && !o->failed; i++)
      put(o, o->a->elements[i].in, term_pair(o->p, o->a->elements[i].term, o->a->elements[i].term));
    break;
  case NODE_GEN_UNION: unite_members(o); break;
  default: o->failed = true; break;
  }
}

static Expr finish(SetOperation *o)
{
  if (o->failed) {
    vec_free(&o->out);
    return unknown_expr;
  }
  return (Expr){term_set(o->p, o->shape, &o->out), o->defined};
}

/* {a,b,…}, [a,b,…] */
static Expr extension(Problem *p, const Node *node)
{
  SetOperation o = {.p = p, .shape = engine_shape(p->e, node->type), .defined = LIT_TRUE};
  for (uint32_t i = 0; i < node->count && !o.failed; i++) {
    Expr e = compile_expr(p, node->kids[i]);
    const Term *t = e.term;
    o.defined = net_and2(p->net, o.defined, e.defined);
    if (t && node->kind == NODE_SEQ_EXT) t = term_pair(p, term_int(p, (int64_t) i + 1), t);
    put(&o, LIT_TRUE, t);
  }
  return finish(&o);
}

/* What its view says: intervals, unions … */
static Expr by_view(Problem *p, const Node *node)
{
  Lit defined = LIT_TRUE;
  const View *v = view_of_node(p, node, &defined);
  const Term *t = v ? view_elements(p, v) : NULL;
  return t ? (Expr){t, defined} : unknown_expr;
}

Expr compile_set_operator(Problem *p, const Node *node)
{
  NodeKind kind = node->kind;
  if (kind == NODE_SET_EXT || kind == NODE_SEQ_EXT) return extension(p, node);
  if (kind == NODE_INTERVAL) return by_view(p, node);
  if (is_sequence_operator(node)) return compile_sequence_operator(p, node);
  if (kind == NODE_UNION || kind == NODE_INTERSECTION || kind == NODE_MINUS ||
      kind == NODE_SET_MINUS)
    return by_view(p, node); /* one side may be infinite */
  bool binary = kind == NODE_TIMES || kind == NODE_CARTESIAN || kind == NODE_DOM_RESTRICT ||
                kind == NODE_DOM_SUBTRACT || kind == NODE_RAN_RESTRICT ||
                kind == NODE_RAN_SUBTRACT || kind == NODE_OVERRIDE || kind == NODE_COMPOSE ||
                kind == NODE_CIRC || kind == NODE_DIRECT_PRODUCT || kind == NODE_PARALLEL ||
                kind == NODE_IMAGE;
  bool unary = kind == NODE_DOM || kind == NODE_RAN || kind == NODE_INVERSE || kind == NODE_ID ||
               kind == NODE_GEN_UNION;
  if (!binary && !unary) return unknown_expr;
  SetOperation o = {.p = p, .shape = engine_shape(p->e, node->type), .defined = LIT_TRUE};
  o.a = operand(p, node->kids[0], &o.defined);
  o.b = o.a && binary ? operand(p, node->kids[1], &o.defined) : NULL;
  if (!o.a || (binary && !o.b)) return unknown_expr;
  apply_set_term(&o, node);
  return finish(&o);
}
