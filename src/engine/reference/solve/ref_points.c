#include <assert.h>

#include "engine/reference/solve/ref_solve_impl.h"

#include "syntax/inspect.h"

/* A function whose values follow one from the other:
 *
 *     f : 0..n --> INTEGER & f(0) = 1 & !x.(x : 1..n => f(x) = x * f(x-1))
 *
 * The equations are read as rules: with a part of f known, f(E) = F gives f one more value as soon
 * as E and F have values.  F uses f by application only and not below a binder, so it has the same
 * value for every function that contains the part; so each point belongs to every solution.  Where
 * the points fill the domain, they are the one candidate.
 *
 * Values of f that are functions or sequences may be given place by place, f(E)(D) = F: such a row
 * is a value of f when it has as many places as size(f(E)) = F or card(f(E)) = F says. */

enum { MOST_POINTS = 4096 };

typedef struct {
  Solver *s;
  const Symbol *f;
  const Shape *relation;
  const Shape *row;  /* of a value of f, if that is a relation, else NULL */
  const Shape *size; /* of a pair in `sizes` */
  Value known;       /* the points so far */
  Value rows;        /* these, and those whose value is known in places */
  Value sizes;       /* of rows */
  uint64_t steps;    /* things found out so far */
  const Node *conclusion;
} Points;

typedef enum { NO_RULE, RULE_POINT, RULE_PLACE, RULE_SIZE } Rule;

static bool is_f(const Points *p, const Node *node) { return node_is_name(node, p->f); }

static bool is_application(const Points *p, const Node *node)
{
  return node->kind == NODE_APPLY && is_f(p, node->kids[0]);
}

/* Does more of f leave the value as it is, once there is one? */
static bool only_applies(const Points *p, const Node *node)
{
  node = node_bare(node);
  if (!node_mentions(node, p->f)) return true;
  bool applied = is_application(p, node);
  bool strict = node_is_operator(node) ? operator_of(node->kind)->form != FORM_BINDER
                                       : node->kind == NODE_IF_EXPR || node->kind == NODE_SET_EXT ||
                                             node->kind == NODE_SEQ_EXT;
  if (!applied && (!strict || node->count == 0)) return false;
  for (uint32_t i = applied; i < node->count; i++)
    if (!only_applies(p, node->kids[i])) return false;
  return true;
}

/* The argument of an application: a tuple, if there are several. */
static Value argument(Points *p, const Node *apply)
{
  Reference *r = p->s->r;
  Value x = ref_eval(r, apply->kids[1]);
  for (uint32_t i = 2; i < apply->count && !value_is_none(x); i++) {
    Value next = ref_eval(r, apply->kids[i]);
    x = value_is_none(next) ? next : value_pair(r->s, x, next);
  }
  return x;
}

/* The value of a function at x, or none; nothing is said about it. */
static Value at(const Points *p, const Shape *relation, Value f, Value x)
{
  return ref_apply_function(p->s->r, relation, f, x, SPAN_NONE);
}

static void put(Points *p, const Shape *pair, Value *function, Value x, Value v)
{
  assert(!value_is_none(x) && !value_is_none(v) && pair->kind == SHAPE_PAIR);
  *function = set_add(p->s->r->s, pair, *function, value_pair(p->s->r->s, x, v));
  p->steps++;
}

static void put_point(Points *p, Value x, Value v)
{
  const Shape *pair = p->relation->args[0];
  Value row = at(p, p->relation, p->rows, x);
  if (!value_is_none(row))
    p->rows = set_remove(p->s->r->s, pair, p->rows, value_pair(p->s->r->s, x, row));
  put(p, pair, &p->known, x, v);
  put(p, pair, &p->rows, x, v);
}

static void put_place(Points *p, Value x, Value place, Value v)
{
  Store *st = p->s->r->s;
  const Shape *pair = p->relation->args[0];
  Value before = at(p, p->relation, p->rows, x), row = before;
  if (value_is_none(before)) row = VALUE_EMPTY_SET;
  else p->rows = set_remove(st, pair, p->rows, value_pair(st, x, before));
  put(p, p->row->args[0], &row, place, v);
  put(p, pair, &p->rows, x, row);
}

/* A row that has all its places is a value of f. */
static void complete_row(Points *p, Value x)
{
  Store *st = p->s->r->s;
  if (!value_is_none(at(p, p->relation, p->known, x))) return;
  Value size = at(p, shape_set(p->s->r->e->shapes, p->size), p->sizes, x);
  Value row = at(p, p->relation, p->rows, x);
  if (value_is_none(size)) return;
  if (value_is_none(row)) row = VALUE_EMPTY_SET;
  if (value_same(set_card_value(st, row), size)) put_point(p, x, row);
}

static Value finite(const Points *p, Value v)
{
  return value_is_none(v) || !value_holds_lazy(p->s->r->s, v) ? v : VALUE_UNKNOWN;
}

static void take_point(Points *p, const Node *apply, const Node *value)
{
  Value x = finite(p, argument(p, apply));
  if (value_is_none(x) || !value_is_none(at(p, p->relation, p->known, x))) return;
  Value v = finite(p, ref_eval(p->s->r, value));
  if (!value_is_none(v)) put_point(p, x, v);
}

static void take_place(Points *p, const Node *apply, const Node *value)
{
  Value x = finite(p, argument(p, node_bare(apply->kids[0])));
  if (value_is_none(x)) return;
  Value place = finite(p, argument(p, apply)), row = at(p, p->relation, p->rows, x);
  if (value_is_none(place) || (!value_is_none(row) && !value_is_none(at(p, p->row, row, place))))
    return;
  Value v = finite(p, ref_eval(p->s->r, value));
  if (value_is_none(v)) return;
  put_place(p, x, place, v);
  complete_row(p, x);
}

static void take_size(Points *p, const Node *apply, const Node *value)
{
  Value x = finite(p, argument(p, apply));
  if (value_is_none(x)) return;
  if (!value_is_none(at(p, shape_set(p->s->r->e->shapes, p->size), p->sizes, x))) return;
  Value v = ref_eval(p->s->r, value);
  if (value_is_none(v)) return;
  put(p, p->size, &p->sizes, x, v);
  complete_row(p, x);
}

/* What the left side of an equation is about. */
static Rule rule_of(const Points *p, const Node *left)
{
  if (is_application(p, left)) return RULE_POINT;
  if (!p->row || left->count == 0) return NO_RULE;
  const Node *inner = node_bare(left->kids[0]);
  if (!is_application(p, inner)) return NO_RULE;
  if (left->kind == NODE_APPLY) return RULE_PLACE;
  return left->kind == NODE_SIZE || left->kind == NODE_CARD ? RULE_SIZE : NO_RULE;
}

/* Is it a rule, read with this side on the left? */
static bool is_rule(const Points *p, const Node *node, uint32_t side)
{
  const Node *left = node_bare(node->kids[side]);
  return rule_of(p, left) != NO_RULE && only_applies(p, left) &&
         only_applies(p, node->kids[1 - side]);
}

/* Is f used only as f(E)(D)?  Then a row may be looked up before it has all its places. */
static bool only_places(const Points *p, const Node *node)
{
  node = node_bare(node);
  if (!node_mentions(node, p->f)) return true;
  if (is_f(p, node) || is_application(p, node)) return false;
  bool place = rule_of(p, node) == RULE_PLACE;
  const Node *row = place ? node_bare(node->kids[0]) : node;
  for (uint32_t i = 1; place && i < row->count; i++)
    if (!only_places(p, row->kids[i])) return false;
  for (uint32_t i = place; i < node->count; i++)
    if (!only_places(p, node->kids[i])) return false;
  return true;
}

static void take_rule(Points *p, const Node *left, const Node *right)
{
  bool places = rule_of(p, left) == RULE_PLACE && only_places(p, left) && only_places(p, right);
  reference_bind(p->s->r, p->f, places ? p->rows : p->known);
  switch (rule_of(p, left)) {
  case RULE_POINT: take_point(p, left, right); break;
  case RULE_PLACE: take_place(p, left, right); break;
  case RULE_SIZE: take_size(p, node_bare(left->kids[0]), right); break;
  case NO_RULE: break;
  }
  reference_unbind(p->s->r, 1);
}

static void take_equation(Points *p, const Node *node)
{
  for (uint32_t side = 0; side < 2; side++)
    if (is_rule(p, node, side)) take_rule(p, node_bare(node->kids[side]), node->kids[1 - side]);
}

/* Can an instance of the statement give a point?  If not, the instances are not looked for. */
static bool has_rule(const Points *p, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_EQUAL) return is_rule(p, node, 0) || is_rule(p, node, 1);
  bool inside = node->kind == NODE_FORALL || node->kind == NODE_IMPLIES || node->kind == NODE_AND;
  for (uint32_t i = 0; inside && i < node->count; i++)
    if (has_rule(p, node->kids[i])) return true;
  return false;
}

static void take_statement(Points *p, const Node *node);

static bool take_instance(void *context, Reference *r)
{
  Points *p = context;
  take_statement(p, p->conclusion);
  return !r->e->expired;
}

/* Each instance that is found counts, whether or not these are all. */
static void take_universal(Points *p, const Node *node)
{
  Reference *r = p->s->r;
  Node *premise, *conclusion;
  if (!ref_universal_parts(r->e->scratch, node, &premise, &conclusion)) return;
  if (node_mentions(premise, p->f) || !has_rule(p, conclusion)) return;
  const Node *outer = p->conclusion;
  p->conclusion = conclusion;
  reference_solve(r, ref_bound_names(r, node->kids[0]), node->kids[0]->count, premise, WINDOWS_NONE,
                  take_instance, p);
  p->conclusion = outer;
}

static void take_statement(Points *p, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_EQUAL) take_equation(p, node);
  else if (node->kind == NODE_FORALL) take_universal(p, node);
  else if (node->kind == NODE_AND)
    for (uint32_t i = 0; i < node->count; i++) take_statement(p, node->kids[i]);
}

static bool is_total_arrow(NodeKind kind)
{
  return kind == NODE_TOTAL_FUN || kind == NODE_TOTAL_INJ || kind == NODE_TOTAL_SURJ ||
         kind == NODE_TOTAL_BIJ;
}

/* How many elements the domain has, by f : D --> R; 0: not known, none, or too many. */
static uint64_t domain_size(Points *p)
{
  Solver *s = p->s;
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    const Node *c = s->conjuncts.data[i];
    if (s->done[i] || c->kind != NODE_MEMBER || !is_f(p, c->kids[0])) continue;
    const Node *arrow = node_bare(c->kids[1]);
    if (!is_total_arrow(arrow->kind) || solver_is_open(s, arrow->kids[0])) continue;
    Value domain = ref_eval(s->r, arrow->kids[0]);
    if (value_is_none(domain) || is_lazy(domain)) return 0;
    uint64_t size = set_card(s->r->s, domain);
    return size > MOST_POINTS ? 0 : size;
  }
  return 0;
}

/* Rules are applied until they give no more. */
static bool fill(Points *p, uint64_t size)
{
  Solver *s = p->s;
  Store *st = s->r->s;
  uint64_t before;
  do {
    before = p->steps;
    for (uint32_t i = 0; i < s->conjuncts.len; i++)
      if (!s->done[i] && node_mentions(s->conjuncts.data[i], p->f) &&
          !solver_is_open(s, s->conjuncts.data[i]))
        take_statement(p, s->conjuncts.data[i]);
  } while (p->steps > before && set_card(st, p->known) < size);
  assert(set_card(st, p->known) <= set_card(st, p->rows)); /* every point is a row */
  return set_card(st, p->known) == size;
}

bool solver_points(Solver *s, uint32_t name, Value *function)
{
  const Shape *relation = engine_shape(s->r->e, s->names[name]->type);
  if (relation->kind != SHAPE_SET || relation->args[0]->kind != SHAPE_PAIR) return false;
  const Shape *value = relation->args[0]->args[1];
  bool rows = value->kind == SHAPE_SET && value->args[0]->kind == SHAPE_PAIR;
  ShapeTable *shapes = s->r->e->shapes;
  Points p = {.s = s,
              .f = s->names[name],
              .relation = relation,
              .row = rows ? value : NULL,
              .size = shape_pair(shapes, relation->args[0]->args[0], shape_integer(shapes)),
              .known = VALUE_EMPTY_SET,
              .rows = VALUE_EMPTY_SET,
              .sizes = VALUE_EMPTY_SET};
  Fault fault = s->r->e->fault;
  const char *cause = s->r->e->cause;
  uint64_t size = domain_size(&p);
  assert(!s->bound[name]);
  s->bound[name] = true; /* rules may mention f, but no other open name */
  bool filled = size > 0 && fill(&p, size);
  s->bound[name] = false;
  s->r->e->fault = fault;
  s->r->e->cause = cause;
  *function = p.known;
  return filled;
}
