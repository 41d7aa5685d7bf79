#include "prove/rules/substitute.h"

#include "prove/rules/formula.h"

typedef struct {
  const Build *build;
  Replacements list; /* of several for one name the last counts; `to` is NULL for a bound name */
  Map texts;         /* the names that occur in what is put in */
} Substitution;

static Node *walk(Substitution *, Node *);

static const Replacement *replacement_of(const Substitution *s, const Node *node)
{
  bool old = node->kind == NODE_OLD_VALUE;
  for (uint32_t i = s->list.len; i > 0; i--) {
    const Replacement *r = &s->list.data[i - 1];
    if (r->from == node->symbol && r->old == old) return r->to ? r : NULL;
  }
  return NULL;
}

static bool applies(const Substitution *s, const Node *node)
{
  if (node->kind == NODE_IDENT || node->kind == NODE_OLD_VALUE)
    return replacement_of(s, node) != NULL;
  for (uint32_t i = 0; i < node->count; i++)
    if (applies(s, node->kids[i])) return true;
  return false;
}

/* A copy with the same children, to be changed. */
static Node *copy_of(const Substitution *s, const Node *node)
{
  Node *copy = node_new(s->build->arena, node->kind, node->span, node->name, node->count);
  copy->type = node->type;
  copy->symbol = node->symbol;
  for (uint32_t i = 0; i < node->count; i++) node_set(copy, i, node->kids[i]);
  return copy;
}

static Node *walk_kids(Substitution *s, Node *node, uint32_t from)
{
  Node *copy = NULL;
  for (uint32_t i = from; i < node->count; i++) {
    Node *kid = walk(s, node->kids[i]);
    if (kid == node->kids[i]) continue;
    if (!copy) copy = copy_of(s, node);
    node_set(copy, i, kid);
  }
  return copy ? copy : node;
}

/* ---- binders */

static bool is_let(const Node *node)
{
  return node->kind == NODE_LET_EXPR || node->kind == NODE_LET_PRED || node->kind == NODE_LET;
}

/* Another symbol for a bound name, and for its uses. */
static Node *renamed(Substitution *s, const Node *ident, const Map *taken)
{
  const Build *b = s->build;
  bool clashes = map_get(&s->texts, ident->name) != NULL;
  Symbol *symbol = arena_alloc(b->arena, sizeof *symbol);
  *symbol = *ident->symbol;
  if (clashes) symbol->name = build_fresh(b, ident->name, taken);
  Node *copy = copy_of(s, ident);
  copy->name = symbol->name;
  copy->symbol = symbol;
  vec_push(&s->list, ((Replacement){ident->symbol, false, build_name(b, symbol)}));
  return copy;
}

/* The definition of a LET's name is found at its symbol, too. */
static void walk_definitions(Substitution *s, const Node *names)
{
  for (uint32_t i = 0; i < names->count; i++) {
    Symbol *symbol = names->kids[i]->symbol;
    if (symbol->lambda) symbol->lambda = walk(s, (Node *) (uintptr_t) symbol->lambda);
  }
}

static Node *walk_binder(Substitution *s, Node *node)
{
  const Node *names = node->kids[0];
  uint32_t mark = s->list.len;
  for (uint32_t i = 0; i < names->count; i++)
    vec_push(&s->list, ((Replacement){names->kids[i]->symbol, false, NULL}));
  Node *result = node;
  bool clashes = is_let(node);
  for (uint32_t i = 0; i < names->count; i++)
    clashes |= map_get(&s->texts, names->kids[i]->name) != NULL;
  if (clashes && applies(s, node)) {
    Map taken = {0};
    formula_all_names(node, &taken);
    for (uint32_t i = 0; i < s->list.len; i++)
      if (s->list.data[i].to) formula_all_names(s->list.data[i].to, &taken);
    Node *list = copy_of(s, names);
    for (uint32_t i = 0; i < names->count; i++) {
      node_set(list, i, renamed(s, names->kids[i], &taken));
      map_put(&taken, list->kids[i]->name, list);
    }
    if (is_let(node)) walk_definitions(s, list);
    result = copy_of(s, node);
    node_set(result, 0, list);
    map_free(&taken);
  }
  result = walk_kids(s, result, 1);
  s->list.len = mark;
  return result;
}

static Node *walk(Substitution *s, Node *node)
{
  if (node->kind == NODE_IDENT || node->kind == NODE_OLD_VALUE) {
    const Replacement *r = replacement_of(s, node);
    return r ? r->to : node;
  }
  return formula_bound(node) ? walk_binder(s, node) : walk_kids(s, node, 0);
}

Node *substitute(const Build *build, Node *node, const Replacement *list, uint32_t count)
{
  Substitution s = {.build = build};
  for (uint32_t i = 0; i < count; i++) {
    vec_push(&s.list, list[i]);
    formula_all_names(list[i].to, &s.texts);
  }
  Node *result = count ? walk(&s, node) : node;
  vec_free(&s.list);
  map_free(&s.texts);
  return result;
}
