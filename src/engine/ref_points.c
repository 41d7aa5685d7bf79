#include "engine/ref_solve_impl.h"

/* A function whose values follow one from the other:
 *
 *     f : 0..n --> INTEGER & f(0) = 1 & !x.(x : 1..n => f(x) = x * f(x-1))
 *
 * The equations are read as rules: with a part of f known, f(E) = F gives f one more value as soon
 * as E and F have values.  F uses f by application only and not below a binder, so it has the same
 * value for every function that contains the part; so each point belongs to every solution.  Where
 * the points fill the domain, they are the one candidate. */

enum { MOST_POINTS = 4096 };

typedef struct {
  Solver *s;
  const Symbol *f;
  const Shape *relation;
  Value known; /* the points so far */
  const Node *conclusion;
} Points;

static bool is_f(const Points *p, const Node *node)
{
  node = node_bare(node);
  return node->kind == NODE_IDENT && node->symbol == p->f;
}

static bool is_application(const Points *p, const Node *node)
{
  return node->kind == NODE_APPLY && is_f(p, node->kids[0]);
}

/* Does more of f leave the value as it is, once there is one? */
static bool only_applies(const Points *p, const Node *node)
{
  node = node_bare(node);
  if (!mentions_symbol(node, p->f)) return true;
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
  Value x = eval(r, apply->kids[1]);
  for (uint32_t i = 2; i < apply->count && !value_is_none(x); i++) {
    Value next = eval(r, apply->kids[i]);
    x = value_is_none(next) ? next : value_pair(r->s, x, next);
  }
  return x;
}

static void add_point(Points *p, const Node *apply, const Node *value)
{
  Reference *r = p->s->r;
  const Shape *pair = p->relation->args[0];
  reference_bind(r, p->f, p->known);
  Value x = argument(p, apply), v = value_is_none(x) ? x : eval(r, value);
  reference_unbind(r, 1);
  if (value_is_none(v) || value_holds_lazy(r->s, v) || value_holds_lazy(r->s, x)) return;
  if (value_is_none(apply_function(r, p->relation, p->known, x, SPAN_NONE)))
    p->known = set_add(r->s, pair, p->known, value_pair(r->s, x, v));
}

/* Is it a rule, read with this side as f(E)? */
static bool is_rule(const Points *p, const Node *node, uint32_t side)
{
  const Node *apply = node_bare(node->kids[side]);
  return is_application(p, apply) && only_applies(p, apply) &&
         only_applies(p, node->kids[1 - side]);
}

static void take_equation(Points *p, const Node *node)
{
  for (uint32_t side = 0; side < 2; side++)
    if (is_rule(p, node, side)) add_point(p, node_bare(node->kids[side]), node->kids[1 - side]);
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
  if (!universal_parts(r->e->scratch, node, &premise, &conclusion)) return;
  if (mentions_symbol(premise, p->f) || !has_rule(p, conclusion)) return;
  const Node *outer = p->conclusion;
  p->conclusion = conclusion;
  reference_solve(r, bound_names(r, node->kids[0]), node->kids[0]->count, premise, WINDOWS_NONE,
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
    Value domain = eval(s->r, arrow->kids[0]);
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
    before = set_card(st, p->known);
    for (uint32_t i = 0; i < s->conjuncts.len; i++)
      if (!s->done[i] && mentions_symbol(s->conjuncts.data[i], p->f) &&
          !solver_is_open(s, s->conjuncts.data[i]))
        take_statement(p, s->conjuncts.data[i]);
  } while (set_card(st, p->known) > before && set_card(st, p->known) < size);
  return set_card(st, p->known) == size;
}

bool solver_points(Solver *s, uint32_t name, Value *function)
{
  const Shape *relation = engine_shape(s->r->e, s->names[name]->type);
  if (relation->kind != SHAPE_SET || relation->args[0]->kind != SHAPE_PAIR) return false;
  Points p = {.s = s, .f = s->names[name], .relation = relation, .known = VALUE_EMPTY_SET};
  Fault fault = s->r->e->fault;
  const char *cause = s->r->e->cause;
  uint64_t size = domain_size(&p);
  s->bound[name] = true; /* rules may mention f, but no other open name */
  bool filled = size > 0 && fill(&p, size);
  s->bound[name] = false;
  s->r->e->fault = fault;
  s->r->e->cause = cause;
  *function = p.known;
  return filled;
}
