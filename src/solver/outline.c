#include "solver/introduce.h"

#include "syntax/inspect.h"

/* Terms for sets that no conjunct x : S bounds: what is said of their size, their least and
 * greatest element, their domain and range, or of sequences made of them, bounds them as well. Each
 * term covers all values for which the conjuncts can be TRUE. */

enum { LONGEST_LIST = 20, LONGEST_UNORDERED = 3, MOST_SUBSETS = 64 };

typedef struct {
  Introduction *in;
  const Symbol *name;
  const Shape *shape;
} Outline;

/* OP(x) */
static bool is_of_name(const Outline *o, const Node *node, NodeKind kind)
{
  node = node_bare(node);
  return node->kind == kind && node_is_name(node->kids[0], o->name);
}

/* Calls the function with both sides of each comparison of the name of which the other side is
 * known so far. */
typedef void Comparison(Outline *, NodeKind, uint32_t side, const Node *mine, const Node *other,
                        void *context);

static void for_comparisons(Outline *o, Comparison *each, void *context)
{
  for (uint32_t i = 0; i < o->in->conjunct_count; i++) {
    const Node *c = o->in->conjuncts[i];
    if (!kind_is_comparison(c->kind)) continue;
    for (uint32_t side = 0; side < 2; side++)
      if (!introduction_is_unready(o->in, c->kids[1 - side]))
        each(o, (NodeKind) c->kind, side, node_bare(c->kids[side]), c->kids[1 - side], context);
  }
}

/* ------------------------------------------------------------- sets of integers */

static void narrow(Range *range, Range by) { *range = range_common(*range, by); }

/* E = x bounds on both sides. */
static Range compared(Outline *o, NodeKind kind, uint32_t side, const Node *other)
{
  Problem *p = o->in->p;
  if (kind != NODE_EQUAL) return range_of_comparison(p, kind, side, other);
  return range_common(range_of_comparison(p, NODE_LESS_EQUAL, 0, other),
                      range_of_comparison(p, NODE_GREATER_EQUAL, 0, other));
}

static bool is_order(NodeKind kind) { return kind == NODE_EQUAL || kind_is_order(kind); }

/* min(x) >= E, max(x) <= E, x <: S, x : POW(S) */
static void range_from(Outline *o, NodeKind kind, uint32_t side, const Node *mine,
                       const Node *other, void *context)
{
  Range *range = context;
  bool least = is_of_name(o, mine, NODE_MIN), greatest = is_of_name(o, mine, NODE_MAX);
  if ((least || greatest) && is_order(kind)) {
    Range end = compared(o, kind, side, other);
    narrow(range, least ? (Range){end.low, NO_HIGH} : (Range){NO_LOW, end.high});
  }
  if (side > 0 || !node_is_name(mine, o->name)) return;
  other = node_bare(other);
  bool within = kind == NODE_SUBSET || kind == NODE_STRICT_SUBSET;
  bool subsets = kind == NODE_MEMBER && (other->kind == NODE_POW || other->kind == NODE_POW1 ||
                                         other->kind == NODE_FIN || other->kind == NODE_FIN1);
  if (within || subsets) narrow(range, range_of_set(o->in->p, within ? other : other->kids[0]));
}

static void range_from_conclusion(Outline *o, const Symbol *element, const Node *c, Range *range)
{
  c = node_bare(c);
  if (c->kind == NODE_AND)
    for (uint32_t i = 0; i < c->count; i++) range_from_conclusion(o, element, c->kids[i], range);
  if (!kind_is_comparison(c->kind)) return;
  for (uint32_t side = 0; side < 2; side++) {
    const Node *mine = node_bare(c->kids[side]), *other = c->kids[1 - side];
    if (mine->kind != NODE_IDENT || mine->symbol != element || node_mentions(other, element) ||
        introduction_is_unready(o->in, other))
      continue;
    if (is_order(c->kind)) narrow(range, compared(o, (NodeKind) c->kind, side, other));
    else if (c->kind == NODE_MEMBER && side == 0) narrow(range, range_of_set(o->in->p, other));
  }
}

/* !e.(e : x => Q) */
static void range_from_universal(Outline *o, const Node *c, Range *range)
{
  Node *premise, *conclusion;
  if (c->kind != NODE_FORALL || c->kids[0]->count != 1 ||
      !ref_universal_parts(o->in->p->arena, c, &premise, &conclusion))
    return;
  const Node *member = node_bare(premise);
  const Symbol *element = node_bare(c->kids[0]->kids[0])->symbol;
  if (member->kind != NODE_MEMBER || !node_is_name(member->kids[1], o->name)) return;
  if (node_is_name(member->kids[0], element)) range_from_conclusion(o, element, conclusion, range);
}

static Range range_of_elements(Outline *o)
{
  Range range = {NO_LOW, NO_HIGH};
  for_comparisons(o, range_from, &range);
  for (uint32_t i = 0; i < o->in->conjunct_count; i++)
    range_from_universal(o, o->in->conjuncts[i], &range);
  return range;
}

static const Term *subset_of_range(Outline *o, Range range)
{
  Problem *p = o->in->p;
  Elements list = {0};
  for (int64_t v = range.low; v <= range.high; v++) {
    Element e = {net_literal(p->net), term_int(p, v)};
    vec_push(&list, e);
  }
  return term_set(p, o->shape, &list);
}

/* At most `size` elements: cells, in ascending order as far as they are in. */
static const Term *ascending_list(Outline *o, int64_t size, Range range)
{
  Problem *p = o->in->p;
  Net *n = p->net;
  Elements list = {0};
  Cell before = 0;
  for (int64_t i = 0; i < size; i++) {
    Cell c = net_cell(n, range.low, range.high);
    Element e = {net_literal(n), term_cell(p, shape_element(o->shape), c)};
    if (i > 0) {
      Sum less = {.constant = 1}; /* before + 1 <= c */
      sum_add(&less, 1, before);
      sum_add(&less, -1, c);
      net_post_sum(n, e.in, PROP_LINEAR_LE, &less);
      sum_free(&less);
      net_implies(n, e.in, list.data[i - 1].in);
    }
    before = c;
    vec_push(&list, e);
  }
  return term_set(p, o->shape, &list);
}

static const Term *outline_of_integers(Outline *o)
{
  Range range = range_of_elements(o);
  int64_t size = introduction_size_bound(o->in, o->name);
  bool finite = range.low != NO_LOW && range.high != NO_HIGH;
  bool few = finite && range.high - range.low < MOST_SUBSETS;
  if (finite && range.low > range.high) range.high = range.low; /* empty, or contradictory */
  if (size >= 0 && size <= LONGEST_LIST && !few) return ascending_list(o, size, range);
  if (!finite || range.high - range.low >= UNIVERSE_LIMIT) return NULL;
  return subset_of_range(o, range);
}

/* ------------------------------------------------------------------- other sets */

/* A few elements of a type without an order: any of them may come first, so that a set comes up
 * several times. */
static const Term *unordered_list(Outline *o)
{
  Problem *p = o->in->p;
  int64_t size = introduction_size_bound(o->in, o->name);
  if (size < 0 || size > LONGEST_UNORDERED) return NULL;
  Elements list = {0};
  for (int64_t i = 0; i < size; i++) {
    Element e = {net_literal(p->net), term_fresh(p, shape_element(o->shape))};
    if (!e.term) return vec_free(&list), NULL;
    vec_push(&list, e);
  }
  p->repeats = size > 1;
  return term_set(p, o->shape, &list);
}

typedef struct {
  const View *arrow, *domain, *range;
  bool whole; /* the domain is all of it */
} Sides;

static void sides_from(Outline *o, NodeKind kind, uint32_t side, const Node *mine,
                       const Node *other, void *context)
{
  Sides *s = context;
  Problem *p = o->in->p;
  Lit defined;
  bool equal = kind == NODE_EQUAL, within = side == 0 && kind == NODE_SUBSET;
  if (side == 0 && kind == NODE_MEMBER && node_is_name(mine, o->name)) {
    const View *v = view_of_node(p, other, &defined);
    if (v && v->kind == VIEW_ARROW) s->arrow = v;
  }
  if (!equal && !within) return;
  bool domain = is_of_name(o, mine, NODE_DOM), range = is_of_name(o, mine, NODE_RAN);
  const View *v = domain || range ? view_of_node(p, other, &defined) : NULL;
  if (!v) return;
  if (range) s->range = v;
  else if (!s->domain || equal) s->domain = v, s->whole = equal;
}

static const Term *outline_of_relation(Outline *o)
{
  Sides s = {0};
  Problem *p = o->in->p;
  const Shape *pair = shape_element(o->shape);
  for_comparisons(o, sides_from, &s);
  if (!s.domain && !s.range) return NULL;
  View all[2] = {{.kind = VIEW_ALL, .element = pair->args[0]},
                 {.kind = VIEW_ALL, .element = pair->args[1]}};
  const View *parts[2] = {&all[0], &all[1]};
  View arrow = {.kind = VIEW_ARROW, .element = o->shape, .count = 2, .parts = parts};
  if (s.arrow) {
    parts[0] = s.arrow->parts[0];
    parts[1] = s.arrow->parts[1];
    arrow.demands = s.arrow->demands;
  }
  if (s.domain) parts[0] = s.domain, arrow.demands.total = s.whole;
  if (s.range) parts[1] = s.range;
  return view_skeleton(p, &arrow);
}

/* !(a,b).(a|->b : x => Q): the candidates that Q leaves for a and b. */

typedef struct {
  const Node *pattern;
  Elements elements;
} Collected;

static bool collect(void *context, Problem *p, Lit guard)
{
  Collected *c = context;
  Expr e = compile_expr(p, c->pattern);
  Element element = {guard, e.term};
  if (e.term) vec_push(&c->elements, element);
  return e.term && c->elements.len < UNIVERSE_LIMIT && !p->net->too_large;
}

/* The names, each once, or pairs of them. */
static bool is_tuple_of(const Node *pattern, const Node *names, uint32_t *found)
{
  pattern = node_bare(pattern);
  if (pattern->kind == NODE_MAPLET)
    return is_tuple_of(pattern->kids[0], names, found) &&
           is_tuple_of(pattern->kids[1], names, found);
  for (uint32_t i = 0; pattern->kind == NODE_IDENT && i < names->count; i++)
    if (node_bare(names->kids[i])->symbol == pattern->symbol) return ++*found, true;
  return false;
}

static const Term *outline_from_universal(Outline *o, const Node *c)
{
  Problem *p = o->in->p;
  Node *premise, *conclusion;
  if (c->kind != NODE_FORALL || introduction_is_unready_but(o->in, c, o->name) ||
      !ref_universal_parts(p->arena, c, &premise, &conclusion) ||
      node_mentions(conclusion, o->name))
    return NULL;
  const Node *member = node_bare(premise);
  uint32_t found = 0;
  if (member->kind != NODE_MEMBER || !node_is_name(member->kids[1], o->name) ||
      !is_tuple_of(member->kids[0], c->kids[0], &found) || found != c->kids[0]->count)
    return NULL;
  Collected all = {.pattern = member->kids[0]};
  bool known = expand(p, c->kids[0], conclusion, false, collect, &all);
  const Term *set = known ? term_keyed(p, term_set(p, o->shape, &all.elements)) : NULL;
  if (!known) vec_free(&all.elements);
  return set && set->keyed ? subset_skeleton(p, set) : NULL;
}

static const Term *outline_of_members(Outline *o)
{
  const Term *t = NULL;
  for (uint32_t i = 0; i < o->in->conjunct_count && !t && !o->in->p->net->failed; i++)
    t = outline_from_universal(o, o->in->conjuncts[i]);
  return t;
}

/* ------------------------------------------------------------------- sequences */

/* size(x) = E, tail(x) = E and the like: how long x is at most. */
static void length_from(Outline *o, NodeKind kind, uint32_t side, const Node *mine,
                        const Node *other, void *context)
{
  int64_t *length = context;
  NodeKind op = mine->kind;
  bool shorter = is_of_name(o, mine, NODE_TAIL) || is_of_name(o, mine, NODE_FRONT);
  bool front = op == NODE_CONCAT || op == NODE_INSERT_TAIL; /* the first operand is a part */
  bool back = op == NODE_CONCAT || op == NODE_INSERT_FRONT;
  bool part = (front && node_is_name(mine->kids[0], o->name)) ||
              (back && node_is_name(mine->kids[1], o->name));
  (void) side;
  if (is_of_name(o, mine, NODE_SIZE)) {
    int64_t most = introduction_size_bound(o->in, o->name);
    if (most >= 0 && (*length < 0 || most < *length)) *length = most;
  }
  if (kind != NODE_EQUAL || (!shorter && !part && !is_of_name(o, mine, NODE_REV))) return;
  Expr e = compile_expr(o->in->p, other);
  const Term *whole = e.term ? term_elements(o->in->p, e.term) : NULL;
  if (!whole) return;
  int64_t most = (int64_t) whole->count + shorter;
  if (*length < 0 || most < *length) *length = most;
}

static const Term *outline_of_sequence(Outline *o)
{
  int64_t length = -1;
  for_comparisons(o, length_from, &length);
  if (length < 0) return NULL;
  View items = {.kind = VIEW_ALL, .element = shape_element(o->shape)->args[1]};
  const View *parts[] = {&items};
  View sequences = {
      .kind = VIEW_SEQ, .element = o->shape, .count = 1, .parts = parts, .longest = length};
  return view_skeleton(o->in->p, &sequences);
}

const Term *outline(Introduction *in, uint32_t name)
{
  const Shape *shape = engine_shape(in->p->e, in->names[name]->type);
  if (shape->kind != SHAPE_SET) return NULL;
  Outline o = {in, in->names[name], shape};
  const Shape *element = shape_element(shape);
  const Term *t = outline_of_members(&o);
  if (t || in->p->net->failed) return t;
  if (element->kind == SHAPE_INTEGER) return outline_of_integers(&o);
  if (element->kind == SHAPE_PAIR) t = outline_of_relation(&o);
  if (!t && element->kind == SHAPE_PAIR && element->args[0]->kind == SHAPE_INTEGER)
    t = outline_of_sequence(&o);
  /* Of a small type each element is in or not: a list would have each set many times. */
  bool small = shape_is_indexed(element) && element->size <= UNIVERSE_LIMIT;
  return t || small || in->p->net->failed ? t : unordered_list(&o);
}
