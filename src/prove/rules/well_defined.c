#include "prove/rules/well_defined_impl.h"

#include "prove/rules/formula.h"
#include "prove/rules/substitute.h"

static Node *wd(const Wd *, const Node *);

static Node *loose(const Node *node) { return (Node *) (uintptr_t) node; }

Node *wd_both(const Wd *w, Node *left, Node *right)
{
  if (!left || !right) return left ? left : right;
  return build_both(w->build, left, right);
}

/* P => (Q => R) is P & Q => R. */
static Node *implies(const Wd *w, Node *left, Node *right)
{
  if (!right || formula_same(left, right)) return NULL;
  const Node *inner = node_bare(right);
  if (inner->kind != NODE_IMPLIES) return build_implies(w->build, left, right);
  return implies(w, build_both(w->build, left, inner->kids[0]), inner->kids[1]);
}

static Node *of_kids(const Wd *w, const Node *node, uint32_t from)
{
  Node *all = NULL;
  for (uint32_t i = from; i < node->count; i++) all = wd_both(w, all, wd(w, node->kids[i]));
  return all;
}

/* ---- logic */

/* L(P1) & (P1 => (L(P2) & (P2 => …))); for OR: L(P1) & (P1 or (L(P2) & …)) */
static Node *of_junction(const Wd *w, const Node *node)
{
  Node *rest = NULL;
  for (uint32_t i = node->count; i > 0; i--) {
    Node *part = node->kids[i - 1];
    if (node->kind == NODE_AND) rest = implies(w, part, rest);
    else if (rest) rest = build_either(w->build, part, rest);
    rest = wd_both(w, wd(w, part), rest);
  }
  return rest;
}

static Node *of_implication(const Wd *w, const Node *node)
{
  Node *then = implies(w, node->kids[0], wd(w, node->kids[1]));
  return wd_both(w, wd(w, node->kids[0]), then);
}

/* [P E P E … E] */
static Node *of_conditional(const Wd *w, const Node *node)
{
  Node *rest = node->count % 2 ? wd(w, node->kids[node->count - 1]) : NULL;
  for (uint32_t i = node->count / 2; i > 0; i--) {
    Node *condition = node->kids[2 * i - 2], *then = wd(w, node->kids[2 * i - 1]);
    rest = rest ? implies(w, build_not(w->build, condition), rest) : NULL;
    rest = wd_both(w, then ? implies(w, condition, then) : NULL, rest);
    rest = wd_both(w, wd(w, condition), rest);
  }
  return rest;
}

/* ---- binders */

static Node *for_all(const Wd *w, const Node *names, Node *body)
{
  if (!body) return NULL;
  const Build *b = w->build;
  if (node_bare(body)->kind == NODE_IMPLIES)
    return node_binary(b->arena, NODE_FORALL, SPAN_NONE, loose(names), body);
  Node *made = build_forall(b, &names->kids[0]->symbol, 1, body);
  return node_binary(b->arena, NODE_FORALL, SPAN_NONE, loose(names), made->kids[1]);
}

/* {names | P}, for what has no such set in its text */
static Node *set_of(const Wd *w, const Node *names, Node *predicate)
{
  Symbol **symbols = arena_new_array(w->build->arena, Symbol *, names->count);
  for (uint32_t i = 0; i < names->count; i++) symbols[i] = names->kids[i]->symbol;
  return build_comprehension(w->build, symbols, names->count, predicate);
}

static Node *of_binder(const Wd *w, const Node *node)
{
  const Node *names = node->kids[0];
  Node *predicate = node->kids[1], *body = wd(w, predicate);
  if (node->count == 3) body = wd_both(w, body, implies(w, predicate, wd(w, node->kids[2])));
  Node *result = for_all(w, names, body);
  if (node->kind == NODE_QUANT_INTER)
    return wd_both(w, result,
                   node_binary(w->build->arena, NODE_EXISTS, SPAN_NONE, loose(names), predicate));
  if (node->kind == NODE_SIGMA || node->kind == NODE_PRODUCT)
    return wd_both(w, wd_is_finite(w, set_of(w, names, predicate)), result);
  return result;
}

/* ---- assignments */

/* f(E)'a: what is assigned is a part of f; E must have a value. */
static Node *of_target(const Wd *w, const Node *target)
{
  Node *all = NULL;
  target = node_bare(target);
  while (target->kind == NODE_APPLY || target->kind == NODE_FIELD) {
    if (target->kind == NODE_APPLY) all = wd_both(w, of_kids(w, target, 1), all);
    target = node_bare(target->kids[0]);
  }
  return all;
}

static Node *of_targets(const Wd *w, const Node *list)
{
  Node *all = NULL;
  for (uint32_t i = 0; i < list->count; i++) all = wd_both(w, all, of_target(w, list->kids[i]));
  return all;
}

/* x :(P) in classical B, where P has x$0 for the value before. */
static Node *of_becomes_such(const Wd *w, const Node *node)
{
  Node *condition = wd(w, node->kids[1]);
  if (!condition) return NULL;
  const Node *list = node->kids[0];
  Replacements replacements = {0};
  Symbols after = {0};
  Map taken = {0};
  formula_all_names(node, &taken);
  for (uint32_t i = 0; i < list->count; i++) {
    Symbol *variable = list->kids[i]->symbol;
    Symbol *fresh =
        build_local(w->build, build_fresh(w->build, variable->name, &taken), variable->type);
    vec_push(&after, fresh);
    vec_push(&replacements, ((Replacement){variable, false, build_name(w->build, fresh)}));
    vec_push(&replacements, ((Replacement){variable, true, build_name(w->build, variable)}));
  }
  condition = substitute(w->build, condition, replacements.data, replacements.len);
  condition = build_forall(w->build, after.data, after.len, condition);
  vec_free(&replacements);
  vec_free(&after);
  map_free(&taken);
  return condition;
}

/* ---- the dispatch */

static Node *wd(const Wd *w, const Node *node)
{
  node = node_bare(node);
  switch ((NodeKind) node->kind) {
  case NODE_AND:
  case NODE_OR: return of_junction(w, node);
  case NODE_IMPLIES: return of_implication(w, node);
  case NODE_IF_EXPR:
  case NODE_IF_PRED: return of_conditional(w, node);
  case NODE_DEFINED_IF: {
    Node *then = wd_both(w, node->kids[0], implies(w, node->kids[0], wd(w, node->kids[1])));
    return wd_both(w, wd(w, node->kids[0]), then);
  }
  case NODE_RECURSION: return NULL; /* a function; what it is applied to must be in its domain */
  case NODE_ASSIGN: return wd_both(w, of_targets(w, node->kids[0]), of_kids(w, node->kids[1], 0));
  case NODE_BECOMES_IN: return wd_both(w, of_targets(w, node->kids[0]), wd(w, node->kids[1]));
  case NODE_BECOMES_SUCH: return of_becomes_such(w, node);
  default: break;
  }
  if (formula_bound(node)) return of_binder(w, node);
  return wd_both(w, of_kids(w, node, 0), wd_of_operator(w, node));
}

Node *well_defined(const Build *build, const Node *node, Notation notation)
{
  const Wd w = {build, notation};
  Node *condition = wd(&w, node);
  return condition ? well_defined_improved(build, condition, NULL, 0) : build_truth(build, true);
}

/* ---- what is said twice */

typedef struct {
  const Build *build;
  VEC(const Node *) known;
} Improver;

static Node *improved(Improver *, Node *);

static bool is_known(const Improver *i, const Node *node)
{
  for (uint32_t k = 0; k < i->known.len; k++)
    if (formula_same(i->known.data[k], node)) return true;
  return false;
}

static void learn(Improver *i, Node *node)
{
  Node **parts;
  uint32_t count;
  formula_conjuncts(node, &parts, &count, i->build->arena);
  for (uint32_t k = 0; k < count; k++) vec_push(&i->known, parts[k]);
}

static Node *improved_conjunction(Improver *i, const Node *node)
{
  uint32_t mark = i->known.len;
  Node **parts = arena_new_array(i->build->arena, Node *, node->count);
  for (uint32_t k = 0; k < node->count; k++) {
    parts[k] = improved(i, node->kids[k]);
    learn(i, parts[k]);
  }
  i->known.len = mark;
  return build_and(i->build, parts, node->count);
}

static Node *improved_disjunction(Improver *i, const Node *node)
{
  Node **parts = arena_new_array(i->build->arena, Node *, node->count);
  for (uint32_t k = 0; k < node->count; k++) {
    parts[k] = improved(i, node->kids[k]);
    if (build_is_true(parts[k])) return parts[k];
  }
  return build_or(i->build, parts, node->count);
}

static Node *improved_implication(Improver *i, const Node *node)
{
  uint32_t mark = i->known.len;
  Node *premise = improved(i, node->kids[0]);
  learn(i, premise);
  Node *conclusion = improved(i, node->kids[1]);
  i->known.len = mark;
  return build_implies(i->build, premise, conclusion);
}

static Node *improved_universal(Improver *i, Node *node)
{
  const Wd w = {i->build, NOTATION_EVENTB};
  Node *old = build_universal_body(node), *body = improved(i, old);
  if (build_is_true(body) || body == old) return body == old ? node : body;
  return for_all(&w, node->kids[0], body);
}

static Node *improved(Improver *i, Node *node)
{
  const Node *bare = node_bare(node);
  if (is_known(i, bare)) return build_truth(i->build, true);
  switch ((NodeKind) bare->kind) {
  case NODE_AND: return improved_conjunction(i, bare);
  case NODE_OR: return improved_disjunction(i, bare);
  case NODE_IMPLIES: return improved_implication(i, bare);
  case NODE_FORALL: return improved_universal(i, loose(bare));
  default: return node;
  }
}

Node *well_defined_improved(const Build *build, Node *node, Node *const *known, uint32_t count)
{
  Improver i = {.build = build};
  for (uint32_t k = 0; k < count; k++) learn(&i, known[k]);
  Node *result = improved(&i, node);
  vec_free(&i.known);
  return result;
}
