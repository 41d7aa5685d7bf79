#include "solver/introduce.h"

#include "syntax/inspect.h"

/* Gives names terms and posts what is said of them. */

/* ------------------------------------------------------------ what has no term yet */

static uint32_t first_slot(const Introduction *in, const Symbol *symbol)
{
  return (uint32_t) ((uintptr_t) symbol * 0x9E3779B97F4A7C15u >> 32) & (in->slot_count - 1);
}

static void make_slots(Introduction *in)
{
  in->slot_count = 4;
  while (in->slot_count < 2 * in->count) in->slot_count *= 2;
  uint32_t *slots = arena_new_array(in->p->arena, uint32_t, in->slot_count);
  for (uint32_t i = 0; i < in->count; i++) {
    uint32_t s = first_slot(in, in->names[i]);
    while (slots[s]) s = (s + 1) & (in->slot_count - 1);
    slots[s] = i + 1;
  }
  in->slots = slots;
}

static bool has_no_term(const Introduction *in, const Symbol *symbol)
{
  for (uint32_t s = first_slot(in, symbol); in->slots[s]; s = (s + 1) & (in->slot_count - 1))
    if (in->names[in->slots[s] - 1] == symbol && !in->terms[in->slots[s] - 1]) return true;
  return false;
}

bool introduction_is_unready_but(const Introduction *in, const Node *node, const Symbol *one)
{
  if (node->kind == NODE_IDENT && node->symbol && node->symbol != one &&
      has_no_term(in, node->symbol))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (introduction_is_unready_but(in, node->kids[i], one)) return true;
  return false;
}

bool introduction_is_unready(const Introduction *in, const Node *node)
{
  return introduction_is_unready_but(in, node, NULL);
}

static void set_term(Introduction *in, uint32_t name, const Term *term)
{
  in->terms[name] = term;
  scope_push(in->p, in->names[name], term);
}

/* ------------------------------------------------------------------ skeletons */

static bool is_function_body(const Node *node)
{
  node = node_bare(node);
  return node->kind == NODE_LAMBDA || node->kind == NODE_COMPREHENSION;
}

/* x = E: x is E. */
static bool take_definition(Introduction *in, uint32_t name, uint32_t conjunct)
{
  const Node *c = in->conjuncts[conjunct];
  const Symbol *symbol = in->names[name];
  if (c->kind != NODE_EQUAL) return false;
  for (uint32_t side = 0; side < 2; side++) {
    const Node *value = c->kids[1 - side];
    if (!node_is_name(c->kids[side], symbol) || node_needs(value, symbol) ||
        introduction_is_unready(in, value))
      continue;
    Expr e = compile_expr(in->p, value);
    if (!e.term && is_function_body(value))
      e = (Expr){term_open_set(in->p, engine_shape(in->p->e, symbol->type), node_bare(value)),
                 LIT_TRUE};
    if (!e.term || (in->undefined && !lit_is_true(in->p->net, e.defined))) continue;
    if (!lit_is_true(in->p->net, e.defined)) in->p->partial = true;
    net_assert(in->p->net, e.defined);
    set_term(in, name, e.term);
    in->definitions[name] = value;
    in->order[in->defined++] = name;
    in->posted[conjunct] = true;
    return true;
  }
  return false;
}

/* ------------------------------------------------------- numbers that are sums, or products */

static bool is_simple(const Shape *shape)
{
  return shape->kind == SHAPE_INTEGER || shape->kind == SHAPE_BOOL || shape->kind == SHAPE_GIVEN;
}

/* Made of numbers by arithmetic alone, or a single name. */
static bool is_arithmetic(const Introduction *in, const Node *node)
{
  node = node_bare(node);
  NodeKind kind = node->kind;
  if (kind == NODE_IDENT) return true;
  if (!introduction_is_unready(in, node)) return true;
  if (engine_shape(in->p->e, node->type)->kind != SHAPE_INTEGER) return false;
  if (kind != NODE_ADD && kind != NODE_MINUS && kind != NODE_NEGATE && kind != NODE_TIMES &&
      kind != NODE_DIVIDE && kind != NODE_MODULO && kind != NODE_POWER)
    return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_arithmetic(in, node->kids[i])) return false;
  return true;
}

/* The E of x = E that x may share its term with, or NULL. */
static const Node *shared_value(const Introduction *in, uint32_t name, const Node *c)
{
  for (uint32_t side = 0; c->kind == NODE_EQUAL && side < 2; side++) {
    const Node *value = c->kids[1 - side];
    if (node_is_name(c->kids[side], in->names[name]) && !node_needs(value, in->names[name]) &&
        is_arithmetic(in, value))
      return value;
  }
  return NULL;
}

static bool has_shared_value(const Introduction *in, uint32_t name)
{
  for (uint32_t c = 0; c < in->conjunct_count; c++)
    if (!in->posted[c] && shared_value(in, name, in->conjuncts[c])) return true;
  return false;
}

/* x = y * y: the term of x is that of y * y, so that equal terms are seen to be equal. */
static bool share_term(Introduction *in, uint32_t name)
{
  for (uint32_t c = 0; c < in->conjunct_count; c++) {
    const Node *value = in->posted[c] ? NULL : shared_value(in, name, in->conjuncts[c]);
    if (!value || introduction_is_unready(in, value)) continue;
    Expr e = compile_expr(in->p, value);
    if (!e.term || (in->undefined && !lit_is_true(in->p->net, e.defined))) continue;
    if (!lit_is_true(in->p->net, e.defined)) in->p->partial = true;
    net_assert(in->p->net, e.defined);
    set_term(in, name, e.term);
    in->posted[c] = true;
    return true;
  }
  return false;
}

/* Terms for the names of small or number types, those first that nothing else decides. */
static void add_simple_terms(Introduction *in)
{
  bool waiting = true, stuck = false;
  for (uint32_t round = 0; waiting && round <= 2 * in->count; round++) {
    bool progress = false;
    waiting = false;
    for (uint32_t i = 0; i < in->count; i++) {
      const Shape *shape = engine_shape(in->p->e, in->names[i]->type);
      if (in->terms[i] || !is_simple(shape)) continue;
      if (stuck || !has_shared_value(in, i)) {
        set_term(in, i, term_fresh(in->p, shape));
        progress = true;
        stuck = false;
      } else if (share_term(in, i)) progress = true;
      else waiting = true;
    }
    stuck = !progress; /* x = y+1 & y = x-1: one of them */
  }
}

/* size(x), card(x) */
static bool is_size_of(const Node *node, const Symbol *symbol)
{
  node = node_bare(node);
  return (node->kind == NODE_SIZE || node->kind == NODE_CARD) &&
         node_is_name(node->kids[0], symbol);
}

static void take_least(int64_t *bound, int64_t other)
{
  if (other < 0) other = 0;
  if (*bound < 0 || other < *bound) *bound = other;
}

/* What one conjunct says of the size of a name. */
static void bound_from(Introduction *in, const Node *c, const Symbol *symbol, int64_t *bound)
{
  Problem *p = in->p;
  Lit defined = LIT_TRUE;
  bool inside = c->kind == NODE_MEMBER && is_size_of(c->kids[0], symbol);
  if (inside && !introduction_is_unready(in, c->kids[1])) { /* size(x) : a..b */
    const View *v = view_of_node(p, c->kids[1], &defined);
    Cell high;
    if (v && v->kind == VIEW_RANGE && v->high && term_as_cell(p, v->high, &high) &&
        net_domain(p->net, high)->high != NO_HIGH)
      take_least(bound, net_domain(p->net, high)->high);
    return;
  }
  for (uint32_t side = 0; side < 2; side++) {
    bool less = kind_is_order(c->kind) && kind_bounds_above(c->kind, side);
    if (!less && c->kind != NODE_EQUAL) continue;
    if (!is_size_of(c->kids[side], symbol) || introduction_is_unready(in, c->kids[1 - side]))
      continue;
    Sum sum = {0};
    if (compile_sum(p, c->kids[1 - side], 1, &sum, &defined) && !sum.overflow) {
      const Domain *d = net_domain(p->net, net_sum_cell(p->net, &sum));
      if (d->high != NO_HIGH) take_least(bound, d->high);
    }
    sum_free(&sum);
  }
}

int64_t introduction_size_bound(Introduction *in, const Symbol *symbol)
{
  int64_t bound = -1;
  for (uint32_t i = 0; i < in->conjunct_count; i++)
    if (in->conjuncts[i]->count == 2) bound_from(in, in->conjuncts[i], symbol, &bound);
  return bound;
}

/* x : S, x <: S */
static const Term *skeleton_from(Introduction *in, uint32_t name, uint32_t conjunct, bool functions)
{
  const Node *c = in->conjuncts[conjunct];
  const Symbol *symbol = in->names[name];
  bool subset = c->kind == NODE_SUBSET || c->kind == NODE_STRICT_SUBSET;
  if (c->kind != NODE_MEMBER && !subset) return NULL;
  if (!node_is_name(c->kids[0], symbol) || introduction_is_unready(in, c->kids[1])) return NULL;
  Lit defined = LIT_TRUE;
  const View *v = view_of_node(in->p, c->kids[1], &defined);
  if (!v) return NULL;
  bool functional = v->kind == VIEW_ARROW && v->demands.functional;
  if (functions && (subset || !functional)) return NULL;
  if (!subset && v->kind == VIEW_SEQ) {
    View sequences = *v;
    sequences.longest = introduction_size_bound(in, symbol);
    return view_skeleton(in->p, &sequences);
  }
  if (!subset) return view_skeleton(in->p, v);
  const View *parts[] = {v};
  View powerset = {.kind = VIEW_POW, .parts = parts, .count = 1};
  powerset.element = shape_set(in->p->e->shapes, v->element);
  return view_skeleton(in->p, &powerset);
}

static bool find_skeleton(Introduction *in, uint32_t name, bool functions)
{
  for (uint32_t i = 0; i < in->conjunct_count; i++) {
    const Term *t = skeleton_from(in, name, i, functions);
    if (t) return set_term(in, name, t), true;
    if (in->p->net->failed) return false;
  }
  return false;
}

/* The conjunct holds or is not well-defined. */
static void post_possible(Introduction *in, const Node *conjunct)
{
  Net *n = in->p->net;
  Pred p = compile_pred(in->p, conjunct);
  net_assert(n, lit_not(p.no));
  if (p.no != lit_not(p.yes))
    vec_push(&in->undefined_ones, net_and2(n, lit_not(p.yes), lit_not(p.no)));
}

/* Posts the conjuncts whose names have terms; false: they contradict each other. */
static bool post_ready(Introduction *in)
{
  for (uint32_t i = 0; i < in->conjunct_count; i++) {
    if (in->posted[i] || introduction_is_unready(in, in->conjuncts[i])) continue;
    in->posted[i] = true;
    if (in->undefined) post_possible(in, in->conjuncts[i]);
    else compile_required(in->p, in->conjuncts[i]);
    if (in->p->net->failed || !net_propagate(in->p->net)) return false;
  }
  return true;
}

/* Is there a number without bounds?  A set may have them as soon as it is known. */
static bool has_open_number(const Introduction *in)
{
  for (uint32_t i = 0; i < in->count; i++) {
    const Term *t = in->terms[i];
    if (t && t->kind == TERM_CELL && !net_is_finite(in->p->net, t->cell)) return true;
  }
  return false;
}

/* A function with values that are sets without bounds, or a set without bounds itself. */
static bool guess_set(Introduction *in, uint32_t name, const Shape *shape)
{
  in->guessed = in->names[name];
  in->p->guess = true;
  bool function = find_skeleton(in, name, true);
  in->p->guess = false;
  if (!function && !in->p->net->failed) set_term(in, name, term_open_set(in->p, shape, NULL));
  return !in->p->net->failed;
}

/* Gives one more name a term; false: no name can be given one. */
static bool add_term(Introduction *in)
{
  bool guess = in->guess && (in->guess_all || !has_open_number(in));
  for (uint32_t pass = 0; pass < (guess ? 6u : 5u); pass++)
    for (uint32_t i = 0; i < in->count; i++) {
      if (in->terms[i]) continue;
      if (pass == 0)
        for (uint32_t c = 0; c < in->conjunct_count; c++)
          if (!in->posted[c] && take_definition(in, i, c)) return true;
      if ((pass == 1 || pass == 2) && find_skeleton(in, i, pass == 1)) return true;
      if (in->p->net->failed) return false;
      const Shape *shape = engine_shape(in->p->e, in->names[i]->type);
      const Term *fresh = pass == 3 ? outline(in, i) : pass == 4 ? term_fresh(in->p, shape) : NULL;
      if (fresh) return set_term(in, i, fresh), true;
      if (pass == 5 && shape->kind == SHAPE_SET) return guess_set(in, i, shape);
    }
  return false;
}

Introduced introduce(Introduction *in)
{
  Arena *arena = in->p->arena;
  in->terms = arena_new_array(arena, const Term *, in->count + 1);
  in->definitions = arena_new_array(arena, const Node *, in->count + 1);
  in->order = arena_new_array(arena, uint32_t, in->count + 1);
  in->posted = arena_new_array(arena, bool, in->conjunct_count + 1);
  make_slots(in);
  add_simple_terms(in);
  for (uint32_t left = in->count;; left--) {
    /* Many names and conjuncts take long before anything is propagated. */
    if (!engine_spend_elements(in->p->e, in->conjunct_count)) in->p->net->expired = true;
    if (in->p->net->expired) return NOT_INTRODUCED;
    bool fine = post_ready(in);
    if (in->p->net->expired) return NOT_INTRODUCED;
    if (!fine) return REFUTED;
    bool complete = true;
    for (uint32_t i = 0; i < in->count; i++) complete &= in->terms[i] != NULL;
    if (complete && in->guessed && !in->undefined) {
      chase(in);
      if (in->p->net->failed || (!net_propagate(in->p->net) && !in->p->net->expired))
        return REFUTED;
    }
    if (complete && in->undefined)
      net_clause(in->p->net, in->undefined_ones.data, in->undefined_ones.len);
    if (complete) return in->p->net->too_large ? NOT_INTRODUCED : INTRODUCED;
    if (in->p->net->too_large || left == 0) return NOT_INTRODUCED;
    if (!add_term(in)) return in->p->net->failed ? REFUTED : NOT_INTRODUCED;
  }
}
