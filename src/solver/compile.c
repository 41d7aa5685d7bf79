#include "solver/compile.h"

#include <assert.h>
#include <string.h>

#include "solver/introduce.h"
#include "syntax/inspect.h"

void problem_start(Problem *p, Reference *r)
{
  Engine *e = reference_engine(r);
  *p = (Problem){.r = r, .e = e, .store = e->store, .net = net_new(), .arena = arena_new()};
  p->net->ground = ground_check;
  p->net->ground_context = p;
  vec_push(&p->codes, value_string(e->store, "", 0));
}

void problem_finish(Problem *p)
{
  vec_free(&p->scope);
  vec_free(&p->waiting);
  vec_free(&p->codes);
  vec_free(&p->other_codes);
  vec_free(&p->coded);
  vec_free(&p->applications);
  for (uint32_t i = 0; i < p->open_sets.len; i++) vec_free(p->open_sets.data[i]);
  vec_free(&p->open_sets);
  net_free(p->net);
  arena_free(p->arena);
}

/* ---------------------------------------------------------------------- names */

void scope_push(Problem *p, const Symbol *symbol, const Term *term)
{
  bool known = term->kind == TERM_CONST;
  ScopeEntry entry = {symbol, term, known};
  if (known) reference_bind(p->r, symbol, term->value);
  vec_push(&p->scope, entry);
}

void scope_pop(Problem *p, uint32_t count)
{
  assert(count <= p->scope.len);
  for (uint32_t i = 0; i < count; i++)
    if (p->scope.data[--p->scope.len].bound) reference_unbind(p->r, 1);
}

const Term *scope_find(const Problem *p, const Symbol *symbol)
{
  for (uint32_t i = p->scope.len; i-- > 0;)
    if (p->scope.data[i].symbol == symbol) return p->scope.data[i].term;
  return NULL;
}

bool is_open_node(const Problem *p, const Node *node)
{
  if (node->kind == NODE_IDENT && node->symbol) {
    const Term *t = scope_find(p, node->symbol);
    return t && t->kind != TERM_CONST;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (is_open_node(p, node->kids[i])) return true;
  return false;
}

/* -------------------------------------------------------------------- waiting */

static void add_needed(Problem *p, const Node *node, Waiting *w)
{
  if (node->kind == NODE_IDENT && node->symbol) {
    const Term *t = scope_find(p, node->symbol);
    bool fresh = t != NULL;
    for (uint32_t i = 0; i < w->count && fresh; i++) fresh = w->names[i].symbol != node->symbol;
    if (fresh) w->names[w->count++] = (ScopeEntry){node->symbol, t, false};
  }
  for (uint32_t i = 0; i < node->count; i++) add_needed(p, node->kids[i], w);
}

typedef struct {
  Problem *p;
  VEC(Cell) cells;
} CellList;

static void collect_cell(void *context, Cell c, Lit when)
{
  CellList *list = context;
  (void) when;
  if (!net_is_fixed(list->p->net, c)) vec_push(&list->cells, c);
}

static void start_waiting(Problem *p, Waiting *w)
{
  w->names = arena_new_array(p->arena, ScopeEntry, p->scope.len + 1);
  add_needed(p, w->node, w);
  CellList list = {p, {0}};
  for (uint32_t i = 0; i < w->count; i++)
    term_cells(w->names[i].term, collect_cell, &list, LIT_TRUE);
  vec_push(&p->waiting, *w);
  net_watch_ground(p->net, p->waiting.len - 1, list.cells.data, list.cells.len);
  vec_free(&list.cells);
}

Pred wait_pred(Problem *p, const Node *node)
{
  Waiting w = {.node = node, .yes = net_literal(p->net), .no = net_literal(p->net)};
  net_implies(p->net, w.yes, lit_not(w.no));
  start_waiting(p, &w);
  return (Pred){w.yes, w.no};
}

Expr wait_expr(Problem *p, const Node *node)
{
  const Term *result = term_fresh(p, engine_shape(p->e, node->type));
  if (!result) return (Expr){NULL, LIT_FALSE};
  Waiting w = {.node = node, .yes = NO_LIT, .result = result, .defined = net_literal(p->net)};
  start_waiting(p, &w);
  return (Expr){result, w.defined};
}

/* Gives the cells of the term the value. */
static void fix_term(Problem *p, const Term *t, Value v)
{
  int64_t code;
  switch (t->kind) {
  case TERM_CONST: break;
  case TERM_CELL:
    if (term_code(p, t->shape, v, &code)) net_fix(p->net, t->cell, code);
    break;
  case TERM_TUPLE:
    for (uint32_t i = 0; i < t->count; i++) {
      bool pair = t->shape->kind == SHAPE_PAIR;
      fix_term(p, t->kids[i],
               !pair    ? record_field(p->store, v, i)
               : i == 0 ? pair_first(p->store, v)
                        : pair_second(p->store, v));
    }
    break;
  case TERM_SET:
    if (is_lazy(v)) break;
    for (uint32_t i = 0; i < t->count; i++) {
      bool in = set_member(p->store, shape_element(t->shape), t->elements[i].term->value, v);
      net_assert(p->net, in ? t->elements[i].in : lit_not(t->elements[i].in));
    }
    break;
  }
}

void ground_check(void *problem, Net *n, uint32_t id)
{
  Problem *p = problem;
  assert(id < p->waiting.len);
  const Waiting *w = &p->waiting.data[id];
  uint32_t bound = 0;
  bool known = true;
  for (; bound < w->count && known; bound++) {
    Value v;
    known = term_value(p, w->names[bound].term, &v);
    if (!known) break;
    reference_bind(p->r, w->names[bound].symbol, v);
  }
  if (known && w->yes != NO_LIT) {
    Truth t = ref_truth(p->r, w->node);
    if (t != TRUTH_UNKNOWN) {
      net_assert(n, t == TRUTH_TRUE ? w->yes : lit_not(w->yes));
      net_assert(n, t == TRUTH_FALSE ? w->no : lit_not(w->no));
    }
  } else if (known) {
    Value v = ref_eval(p->r, w->node);
    if (value_same(v, VALUE_FAULT)) net_assert(n, lit_not(w->defined));
    else if (!value_is_none(v)) {
      net_assert(n, w->defined);
      fix_term(p, w->result, v);
    }
  }
  reference_unbind(p->r, bound);
}

/* ---------------------------------------------------------------- predicates */

static const Pred holds = {LIT_TRUE, LIT_FALSE}, fails = {LIT_FALSE, LIT_TRUE};
static const Pred undefined = {LIT_FALSE, LIT_FALSE};

static Pred total(Lit l) { return (Pred){l, lit_not(l)}; }

/* The predicate where its parts are well-defined. */
static Pred where(Problem *p, Lit defined, Lit l)
{
  if (lit_is_true(p->net, defined)) return total(l);
  return (Pred){net_and2(p->net, defined, l), net_and2(p->net, defined, lit_not(l))};
}

static Pred closed_pred(Problem *p, const Node *node)
{
  switch (ref_truth(p->r, node)) {
  case TRUTH_TRUE: return holds;
  case TRUTH_FALSE: return fails;
  case TRUTH_FAULT: return undefined;
  default: break;
  }
  Pred unknown = {net_literal(p->net), net_literal(p->net)};
  net_implies(p->net, unknown.yes, lit_not(unknown.no));
  return unknown;
}

static Pred connective(Problem *p, const Node *node, bool conjunction)
{
  VEC(Lit) yes = {0}, no = {0};
  bool is_total = true, decided = false;
  for (uint32_t i = 0; i < node->count && !decided; i++) {
    Pred q = compile_pred(p, node->kids[i]);
    is_total &= q.no == lit_not(q.yes);
    vec_push(&yes, q.yes);
    vec_push(&no, q.no);
    decided = lit_is_true(p->net, conjunction ? q.no : q.yes);
  }
  Pred result;
  if (conjunction) {
    result.yes = net_and(p->net, yes.data, yes.len);
    result.no = is_total ? lit_not(result.yes) : net_or(p->net, no.data, no.len);
  } else {
    result.yes = net_or(p->net, yes.data, yes.len);
    result.no = is_total ? lit_not(result.yes) : net_and(p->net, no.data, no.len);
  }
  vec_free(&yes);
  vec_free(&no);
  return result;
}

static Pred implication(Problem *p, const Node *node)
{
  Pred a = compile_pred(p, node->kids[0]);
  if (lit_is_true(p->net, a.no)) return holds;
  Pred b = compile_pred(p, node->kids[1]);
  Pred result = {net_or2(p->net, a.no, b.yes), 0};
  bool is_total = a.no == lit_not(a.yes) && b.no == lit_not(b.yes);
  result.no = is_total ? lit_not(result.yes) : net_and2(p->net, a.yes, b.no);
  return result;
}

static Pred equivalence(Problem *p, const Node *node)
{
  Pred a = compile_pred(p, node->kids[0]), b = compile_pred(p, node->kids[1]);
  if (a.no == lit_not(a.yes) && b.no == lit_not(b.yes)) return total(net_iff(p->net, a.yes, b.yes));
  Pred result;
  result.yes = net_or2(p->net, net_and2(p->net, a.yes, b.yes), net_and2(p->net, a.no, b.no));
  result.no = net_or2(p->net, net_and2(p->net, a.yes, b.no), net_and2(p->net, a.no, b.yes));
  return result;
}

static bool is_integer(Problem *p, const Node *node)
{
  return engine_shape(p->e, node->type)->kind == SHAPE_INTEGER;
}

/* A literal for what is asked of a - b - slack, or NO_LIT. */
static Lit difference(Problem *p, const Node *a, const Node *b, int64_t slack, Lit *defined,
                      Lit (*ask)(Net *, const Sum *))
{
  Sum s = {0};
  *defined = LIT_TRUE;
  bool known = compile_sum(p, a, 1, &s, defined) && compile_sum(p, b, -1, &s, defined);
  sum_add_constant(&s, -slack);
  Lit result = known ? ask(p->net, &s) : NO_LIT;
  sum_free(&s);
  return result;
}

/* a <= b + slack */
static Lit at_most(Problem *p, const Node *a, const Node *b, int64_t slack, Lit *defined)
{
  return difference(p, a, b, slack, defined, net_sum_at_most);
}

/* card({a,b,c}) = 3 */
static Lit counts_all(Problem *p, const Node *left, const Node *right)
{
  left = node_bare(left);
  right = node_bare(right);
  if (left->kind != NODE_CARD || right->kind != NODE_INTEGER_LIT) return NO_LIT;
  const Node *set = node_bare(left->kids[0]);
  if (set->kind != NODE_SET_EXT || set->count < 3) return NO_LIT;
  if (strtoul(right->name->text, NULL, 10) != set->count) return NO_LIT;
  const Term **terms = arena_new_array(p->arena, const Term *, set->count);
  Lit *in = arena_new_array(p->arena, Lit, set->count);
  for (uint32_t i = 0; i < set->count; i++) {
    Expr e = compile_expr(p, set->kids[i]);
    if (!e.term || !lit_is_true(p->net, e.defined)) return NO_LIT;
    terms[i] = e.term;
    in[i] = LIT_TRUE;
  }
  return term_all_different(p, terms, in, set->count);
}

static Lit equal_terms(Problem *p, const Node *node, Lit *defined)
{
  Expr a = compile_expr(p, node->kids[0]);
  Expr b = a.term ? compile_expr(p, node->kids[1]) : a;
  if (!a.term || !b.term) return NO_LIT;
  *defined = net_and2(p->net, a.defined, b.defined);
  return term_equal(p, a.term, b.term);
}

/* x : S, x <: S */
static Lit compare_with_view(Problem *p, const Node *node, Lit *defined,
                             Lit (*compare)(Problem *, const Term *, const View *))
{
  Lit set_defined = LIT_TRUE;
  Expr x = compile_expr(p, node->kids[0]);
  const View *v = x.term ? view_of_node(p, node->kids[1], &set_defined) : NULL;
  if (!v) return NO_LIT;
  *defined = net_and2(p->net, x.defined, set_defined);
  return compare(p, x.term, v);
}

static Lit strict_subset(Problem *p, const Node *node, Lit *defined)
{
  Lit included = compare_with_view(p, node, defined, view_includes), again = LIT_TRUE;
  if (included == NO_LIT) return NO_LIT;
  Lit equal = equal_terms(p, node, &again);
  return equal == NO_LIT ? NO_LIT : net_and2(p->net, included, lit_not(equal));
}

/* If the sets are equal, what is in this one is in the other. */
static void add_elements_of(Problem *p, const Node *set, const Node *other, Lit equal)
{
  enum { MOST = 100 };
  Lit defined;
  const View *own = view_of_node(p, set, &defined), *v = view_of_node(p, other, &defined);
  const Term *elements = own && v ? view_elements(p, own) : NULL;
  for (uint32_t i = 0; elements && elements->count <= MOST && i < elements->count; i++) {
    Lit in = view_member(p, elements->elements[i].term, v);
    Lit clause[] = {lit_not(equal), lit_not(elements->elements[i].in), in};
    if (in == NO_LIT) return;
    net_clause(p->net, clause, 3);
  }
}

/* S = T for sets one of which has no bounds: it waits, but what must be in them is said. */
static Pred wait_for_equality(Problem *p, const Node *node)
{
  Pred q = wait_pred(p, node);
  Lit equal = node->kind == NODE_EQUAL ? q.yes : q.no;
  if (engine_shape(p->e, node->kids[0]->type)->kind != SHAPE_SET) return q;
  add_elements_of(p, node->kids[0], node->kids[1], equal);
  add_elements_of(p, node->kids[1], node->kids[0], equal);
  return q;
}

static Pred comparison(Problem *p, const Node *node)
{
  Lit defined = LIT_TRUE, l = NO_LIT;
  const Node *a = node->kids[0], *b = node->kids[1];
  bool negated = false, integers = is_integer(p, a);
  switch ((NodeKind) node->kind) {
  case NODE_NOT_EQUAL: negated = true; /* fall through */
  case NODE_EQUAL:
    if (integers) {
      l = counts_all(p, a, b);
      if (l == NO_LIT) l = counts_all(p, b, a);
      if (l == NO_LIT) l = difference(p, a, b, 0, &defined, net_sum_is_zero);
    } else l = equal_terms(p, node, &defined);
    break;
  case NODE_NOT_MEMBER: negated = true; /* fall through */
  case NODE_MEMBER: l = compare_with_view(p, node, &defined, view_member); break;
  case NODE_NOT_SUBSET: negated = true; /* fall through */
  case NODE_SUBSET: l = compare_with_view(p, node, &defined, view_includes); break;
  case NODE_NOT_STRICT_SUBSET: negated = true; /* fall through */
  case NODE_STRICT_SUBSET: l = strict_subset(p, node, &defined); break;
  case NODE_LESS:
    if (integers) l = at_most(p, a, b, -1, &defined);
    break;
  case NODE_LESS_EQUAL:
    if (integers) l = at_most(p, a, b, 0, &defined);
    break;
  case NODE_GREATER:
    if (integers) l = at_most(p, b, a, -1, &defined);
    break;
  case NODE_GREATER_EQUAL:
    if (integers) l = at_most(p, b, a, 0, &defined);
    break;
  default: break;
  }
  if (l == NO_LIT && (node->kind == NODE_EQUAL || node->kind == NODE_NOT_EQUAL))
    return wait_for_equality(p, node);
  if (l == NO_LIT) return wait_pred(p, node);
  return where(p, defined, negated ? lit_not(l) : l);
}

/* S = A \/ B \/ …, pairwise disjoint: every element is in exactly one of them. */
static Pred partition(Problem *p, const Node *node)
{
  Elements list = {0};
  Lit defined = LIT_TRUE;
  VEC(Lit) all = {0};
  bool known = true;
  Expr whole = compile_expr(p, node->kids[0]);
  known = whole.term != NULL;
  defined = whole.defined;
  const Term **parts = arena_new_array(p->arena, const Term *, node->count);
  for (uint32_t i = 1; i < node->count && known; i++) {
    Expr part = compile_expr(p, node->kids[i]);
    parts[i] = part.term ? term_elements(p, part.term) : NULL;
    known = parts[i] != NULL;
    defined = net_and2(p->net, defined, part.defined);
    for (uint32_t j = 0; known && j < parts[i]->count; j++) {
      vec_push(&list, parts[i]->elements[j]);
      for (uint32_t k = 1; k < i && known; k++) {
        Lit in = term_member(p, parts[i]->elements[j].term, parts[k]);
        known = in != NO_LIT;
        if (known) vec_push(&all, lit_not(net_and2(p->net, parts[i]->elements[j].in, in)));
      }
    }
  }
  Lit l = NO_LIT;
  if (known) {
    l = term_equal(p, whole.term, term_set(p, whole.term->shape, &list));
    if (l != NO_LIT) {
      vec_push(&all, l);
      l = net_and(p->net, all.data, all.len);
    }
  }
  vec_free(&list);
  vec_free(&all);
  return l == NO_LIT ? wait_pred(p, node) : where(p, defined, l);
}

static Pred conditional(Problem *p, const Node *node)
{
  Pred rest = compile_pred(p, node->kids[node->count - 1]);
  for (uint32_t i = node->count - 1; i >= 2; i -= 2) { /* IF P THEN Q ELSE rest */
    Pred c = compile_pred(p, node->kids[i - 2]), q = compile_pred(p, node->kids[i - 1]);
    Pred next;
    next.yes = net_or2(p->net, net_and2(p->net, c.yes, q.yes), net_and2(p->net, c.no, rest.yes));
    next.no = net_or2(p->net, net_and2(p->net, c.yes, q.no), net_and2(p->net, c.no, rest.no));
    rest = next;
  }
  return rest;
}

static Pred open_pred(Problem *p, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_AND: return connective(p, node, true);
  case NODE_OR: return connective(p, node, false);
  case NODE_IMPLIES: return implication(p, node);
  case NODE_IFF: return equivalence(p, node);
  case NODE_NOT: {
    Pred q = compile_pred(p, node->kids[0]);
    return (Pred){q.no, q.yes};
  }
  case NODE_FORALL:
  case NODE_EXISTS: return compile_quantifier(p, node);
  case NODE_PARTITION: return partition(p, node);
  case NODE_IF_PRED: return conditional(p, node);
  case NODE_FINITE: {
    Expr e = compile_expr(p, node->kids[0]);
    if (!e.term || e.term->kind != TERM_SET) return wait_pred(p, node);
    return where(p, e.defined, finite_literal(p, e.term));
  }
  default: break;
  }
  if (kind_is_comparison(node->kind)) return comparison(p, node);
  return wait_pred(p, node);
}

enum { NESTING_LIMIT = 400 };

Pred compile_pred(Problem *p, const Node *node)
{
  node = node_bare(node);
  if (!is_open_node(p, node)) return closed_pred(p, node);
  if (p->depth > NESTING_LIMIT || p->net->too_large) return wait_pred(p, node);
  p->depth++;
  Pred result = open_pred(p, node);
  p->depth--;
  return result;
}

/* ------------------------------------------------------------------ required */

/* The literal of a predicate that must be TRUE. */
static Lit required(Problem *p, const Node *node)
{
  Pred q = compile_pred(p, node);
  p->partial |= q.no != lit_not(q.yes);
  return q.yes;
}

static bool require_instance(void *context, Problem *p, Lit guard)
{
  const Node *conclusion = context;
  if (lit_is_true(p->net, guard)) compile_required(p, conclusion);
  else net_implies(p->net, guard, required(p, conclusion));
  return !p->net->too_large;
}

/* There must be such values: new names for them.  False: they have no terms. */
static bool require_witness(Problem *p, const Node *node)
{
  const Node *names = node->kids[0];
  Symbol **symbols = arena_new_array(p->arena, Symbol *, names->count + 1);
  for (uint32_t i = 0; i < names->count; i++) symbols[i] = node_bare(names->kids[i])->symbol;
  Conjuncts all = {0};
  conjuncts_add(&all, node->kids[1]);
  Introduction in = {.p = p,
                     .names = symbols,
                     .count = names->count,
                     .conjuncts = all.data,
                     .conjunct_count = all.len};
  uint32_t before = p->scope.len;
  Introduced result = introduce(&in);
  scope_pop(p, p->scope.len - before);
  vec_free(&all);
  if (result == REFUTED) net_fail(p->net);
  return result != NOT_INTRODUCED;
}

void compile_required(Problem *p, const Node *node)
{
  node = node_bare(node);
  bool open = is_open_node(p, node);
  if (open && node->kind == NODE_AND) {
    for (uint32_t i = 0; i < node->count; i++) compile_required(p, node->kids[i]);
    return;
  }
  Node *premise, *conclusion;
  if (open && node->kind == NODE_FORALL) node = ref_merged_universal(p->arena, node);
  if (open && node->kind == NODE_FORALL &&
      ref_universal_parts(p->arena, node, &premise, &conclusion) &&
      expand(p, node->kids[0], premise, false, require_instance, conclusion))
    return;
  if (open && node->kind == NODE_EXISTS && p->depth < NESTING_LIMIT) {
    p->depth++;
    bool done = require_witness(p, node);
    p->depth--;
    if (done) return;
  }
  net_assert(p->net, required(p, node));
}
