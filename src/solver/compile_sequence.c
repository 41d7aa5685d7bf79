#include "solver/compile.h"

/* Operators on sequences whose places are known: for each length that the sequence may have it is
 * known which element comes where. */

static const Expr unknown_expr = {NULL, LIT_FALSE};

enum { MOST_PLACES = 60 };

typedef struct {
  const Element *at; /* by place, from 0 */
  uint32_t places;
  Lit defined; /* it is a sequence */
} Sequence;

typedef struct { /* one place of the result: the value that the literal that holds gives */
  VEC(Lit) lits;
  VEC(const Term *) values;
} Spot;

static bool sequence_of(Problem *p, const Node *node, Sequence *q)
{
  Expr e = compile_expr(p, node);
  const Term *s = e.term ? term_elements(p, e.term) : NULL;
  if (s && s->count == 0) return *q = (Sequence){NULL, 0, e.defined}, true;
  Lit sequence = s && s->functional ? sequence_literal(p, s) : NO_LIT;
  if (sequence == NO_LIT) return false;
  uint32_t start;
  q->places = sequence_places(p, s, &start);
  q->at = s->elements + start;
  q->defined = net_and2(p->net, e.defined, sequence);
  return q->places <= MOST_PLACES;
}

/* Are there so many elements, where it is a sequence? */
static Lit has(const Sequence *q, uint32_t count)
{
  return count == 0 ? (Lit) LIT_TRUE : count > q->places ? (Lit) LIT_FALSE : q->at[count - 1].in;
}

/* Is that its length? */
static Lit has_length(Problem *p, const Sequence *q, uint32_t length)
{
  Lit all[] = {q->defined, has(q, length), lit_not(has(q, length + 1))};
  return net_and(p->net, all, 3);
}

static const Term *item(Problem *p, const Sequence *q, uint32_t place)
{
  return term_component(p, q->at[place].term, 1);
}

static void offer(Problem *p, Spot *spot, Lit when, const Term *value)
{
  if (lit_is_false(p->net, when)) return;
  vec_push(&spot->lits, when);
  vec_push(&spot->values, value);
}

/* The values of the place, of which at most one is chosen; frees it.  False: there is no term. */
static bool finish_spot(Problem *p, Spot *spot, Lit *some, const Term **value)
{
  *some = net_or(p->net, spot->lits.data, spot->lits.len);
  *value =
      spot->lits.len ? term_select(p, spot->lits.data, spot->values.data, spot->values.len) : NULL;
  bool known = *value || spot->lits.len == 0;
  vec_free(&spot->lits);
  vec_free(&spot->values);
  return known;
}

/* first(s), last(s) */
static Expr end_of(Problem *p, const Node *node, const Sequence *q)
{
  Spot spot = {0};
  bool first = node->kind == NODE_FIRST;
  if (q->places == 0) return (Expr){term_any(p, engine_shape(p->e, node->type)), LIT_FALSE};
  if (first) offer(p, &spot, net_and2(p->net, q->defined, has(q, 1)), item(p, q, 0));
  for (uint32_t i = 1; i <= q->places && !first; i++)
    offer(p, &spot, has_length(p, q, i), item(p, q, i - 1));
  Lit some;
  const Term *value;
  bool known = finish_spot(p, &spot, &some, &value);
  if (known && !value) return (Expr){term_any(p, engine_shape(p->e, node->type)), LIT_FALSE};
  return known ? (Expr){value, net_and2(p->net, q->defined, has(q, 1))} : unknown_expr;
}

/* What stands at a place (from 0) of the result. */
static void fill(Problem *p, const Node *node, const Sequence *a, const Sequence *b, uint32_t k,
                 Spot *spot)
{
  Lit there = net_and2(p->net, a->defined, has(a, k + 1));
  switch ((NodeKind) node->kind) {
  case NODE_TAIL:
    if (k + 1 < a->places)
      offer(p, spot, net_and2(p->net, a->defined, has(a, k + 2)), item(p, a, k + 1));
    return;
  case NODE_FRONT:
    offer(p, spot, net_and2(p->net, a->defined, has(a, k + 2)), item(p, a, k));
    return;
  case NODE_REV:
    for (uint32_t length = k + 1; length <= a->places; length++)
      offer(p, spot, has_length(p, a, length), item(p, a, length - 1 - k));
    return;
  default: break;
  }
  if (k < a->places) offer(p, spot, there, item(p, a, k)); /* a ^ b */
  for (uint32_t length = 0; length <= k && length <= a->places; length++) {
    uint32_t j = k - length;
    if (j < b->places)
      offer(p, spot,
            net_and2(p->net, has_length(p, a, length), net_and2(p->net, b->defined, has(b, j + 1))),
            item(p, b, j));
  }
}

/* The second operand of a binary operator is the sequence, or the one element, that is put at the
 * end; of e -> s it is the other way round. */
static bool operands(Problem *p, const Node *node, Sequence *a, Sequence *b, Element *single)
{
  NodeKind kind = node->kind;
  bool front = kind == NODE_INSERT_FRONT, one = front || kind == NODE_INSERT_TAIL;
  *b = (Sequence){NULL, 0, LIT_TRUE};
  if (!one)
    return sequence_of(p, node->kids[0], a) &&
           (kind != NODE_CONCAT || sequence_of(p, node->kids[1], b));
  Expr e = compile_expr(p, node->kids[!front]);
  if (!e.term) return false;
  *single = (Element){LIT_TRUE, term_pair(p, term_int(p, 1), e.term)};
  *(front ? a : b) = (Sequence){single, 1, e.defined};
  return sequence_of(p, node->kids[front], front ? b : a);
}

bool is_sequence_operator(const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_FIRST:
  case NODE_LAST: return true;
  case NODE_TAIL:
  case NODE_FRONT:
  case NODE_REV:
  case NODE_CONCAT:
  case NODE_INSERT_FRONT:
  case NODE_INSERT_TAIL: return node->type->kind == TYPE_POW;
  default: return false;
  }
}

Expr compile_sequence_operator(Problem *p, const Node *node)
{
  Sequence a = {0}, b = {0};
  Element single;
  NodeKind kind = node->kind;
  if (!operands(p, node, &a, &b, &single)) return unknown_expr;
  if (kind == NODE_FIRST || kind == NODE_LAST) return end_of(p, node, &a);
  bool shorter = kind == NODE_TAIL || kind == NODE_FRONT;
  uint32_t places = shorter ? (a.places ? a.places - 1 : 0) : a.places + b.places;
  Elements list = {0};
  bool known = places <= MOST_PLACES;
  for (uint32_t k = 0; k < places && known; k++) {
    Spot spot = {0};
    Element e;
    fill(p, node, &a, &b, k, &spot);
    known = finish_spot(p, &spot, &e.in, &e.term);
    if (!known || !e.term) continue;
    e.term = term_pair(p, term_int(p, (int64_t) k + 1), e.term);
    vec_push(&list, e);
  }
  if (!known) return vec_free(&list), unknown_expr;
  Lit all[] = {a.defined, b.defined, shorter ? has(&a, 1) : (Lit) LIT_TRUE};
  return (Expr){term_set(p, engine_shape(p->e, node->type), &list), net_and(p->net, all, 3)};
}
