#include "prove/refute/stage.h"

#include <assert.h>
#include <string.h>

#include "model/total.h"
#include "prove/refute/deny.h"

typedef struct {
  Stage *s;
  VEC(const Symbol *) free_types; /* that were looked at */
  VEC(const Symbol *) bound;      /* by the binders around the place that is looked at */
} Staging;

/* --------------------------------------------------------------------- names */

static void add_name(Staging *g, const SequentName *of, const Symbol *original)
{
  Symbol *symbol = transfer_symbol(&g->s->transfer, original, SYMBOL_FREE);
  renamings_put(&g->s->transfer.renamed, original, symbol);
  vec_push(&g->s->names, ((StageName){symbol, of, original}));
}

static bool is_bound(const Staging *g, const Symbol *symbol)
{
  for (uint32_t i = 0; i < g->bound.len; i++)
    if (g->bound.data[i] == symbol) return true;
  return false;
}

/* ------------------------------------------------------- what occurs in a tree */

static void look_at_constructors(Staging *, const Symbol *type);

static void note_type(Staging *g, const Type *type)
{
  if (!type) return;
  for (uint32_t i = 0; i < type->count; i++) note_type(g, type->args[i]);
  if (type->kind == TYPE_FREE) look_at_constructors(g, type->symbol);
  if (type->kind != TYPE_GIVEN || type->symbol->enumerated) return;
  Symbol *set = transfer_type(&g->s->transfer, type)->symbol;
  for (uint32_t i = 0; i < g->s->sets.len; i++)
    if (g->s->sets.data[i] == set) return;
  vec_push(&g->s->sets, set);
}

static void refuse(Staging *g, const char *what)
{
  if (!g->s->unsupported) g->s->unsupported = what;
}

static void look_at_tree(Staging *g, const Node *node);

/* The arguments of constructors are part of what a free type means.  Elements of deferred sets in
 * them are not followed, so that nothing is proved then for all sizes. */
static void look_at_argument(Staging *g, const Node *node)
{
  const Symbol *symbol = node->symbol;
  if (symbol && symbol->kind == SYMBOL_FREETYPE) look_at_constructors(g, symbol);
  if (symbol && symbol->kind == SYMBOL_SET && !symbol->enumerated) {
    note_type(g, symbol->type);
    g->s->open_types = true;
  }
  if (symbol && (symbol->kind == SYMBOL_CONSTANT || symbol->kind == SYMBOL_VARIABLE))
    refuse(g, "a free type of values of a constant");
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) look_at_argument(g, node->kids[i]);
}

static void look_at_constructors(Staging *g, const Symbol *type)
{
  for (uint32_t i = 0; i < g->free_types.len; i++)
    if (g->free_types.data[i] == type) return;
  vec_push(&g->free_types, type);
  for (uint32_t i = 0; i < type->element_count; i++)
    if (type->elements[i]->argument) look_at_argument(g, type->elements[i]->argument);
}

static void look_at_name(Staging *g, const Symbol *symbol)
{
  switch (symbol->kind) {
  case SYMBOL_SET:
  case SYMBOL_ELEMENT: return;
  case SYMBOL_FREETYPE: look_at_constructors(g, symbol); return;
  case SYMBOL_CONSTRUCTOR: look_at_constructors(g, symbol->owner); return;
  case SYMBOL_CONSTANT:
  case SYMBOL_VARIABLE:
  case SYMBOL_FREE:
  case SYMBOL_LOCAL: break;
  case SYMBOL_OPERATION:
  case SYMBOL_FUNCTION:
  case SYMBOL_EXTERNAL: refuse(g, "a recursive or external function"); return;
  }
  if (!renamings_get(&g->s->transfer.renamed, symbol) && !is_bound(g, symbol))
    add_name(g, NULL, symbol);
}

static bool binds(const Node *node)
{
  return node->count > 0 && node->kids[0] && node->kids[0]->kind == NODE_NAMES;
}

enum { EXACT_DIGITS = 15 }; /* of a literal that is a whole number */

/* A real number that is computed is not the one of mathematics, nor are most decimal fractions. */
static bool is_rounded(const Node *node)
{
  NodeKind kind = node->kind;
  if (!node->type || node->type->kind != TYPE_REAL) return false;
  if (kind == NODE_SIGMA || kind == NODE_PRODUCT) return true;
  if (kind != NODE_REAL_LIT)
    return node_family(kind) == FAMILY_NUMBER && kind != NODE_NEGATE && kind != NODE_MAX &&
           kind != NODE_MIN;
  const char *point = strchr(node->name->text, '.');
  return !point || point[1 + strspn(point + 1, "0")] || node->name->len > EXACT_DIGITS;
}

static void look_at_tree(Staging *g, const Node *node)
{
  node = node_bare(node);
  NodeKind kind = node->kind;
  uint32_t outer = g->bound.len;
  note_type(g, node->type);
  if (kind == NODE_MAXINT || kind == NODE_MININT || kind == NODE_INT || kind == NODE_NAT ||
      kind == NODE_NAT1)
    g->s->machine_integers = true;
  if (kind == NODE_EXTERNAL || kind == NODE_RECURSION || kind == NODE_TEMPLATE)
    refuse(g, "an external function");
  if (is_rounded(node)) refuse(g, "real numbers, which are rounded");
  if (kind == NODE_OLD_VALUE || kind == NODE_WEAKEST_PRE || node_kind_class(kind) == CLASS_SUBST)
    refuse(g, "a substitution");
  if (kind == NODE_IDENT && node->symbol) look_at_name(g, node->symbol);
  if (kind == NODE_IDENT && !node->symbol) refuse(g, "a name without meaning");
  if (binds(node))
    for (uint32_t i = 0; i < node->kids[0]->count; i++)
      vec_push(&g->bound, node_bare(node->kids[0]->kids[i])->symbol);
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) look_at_tree(g, node->kids[i]);
  g->bound.len = outer;
}

/* ------------------------------------------------------------- taking it apart */

/* The tree with the names of its outermost binder made names of the stage. */
static Node *opened(Staging *g, const Node *binder)
{
  const Node *names = binder->kids[0];
  Renamings own = {.arena = g->s->arena};
  for (uint32_t i = 0; i < names->count; i++) {
    Symbol *bound = node_bare(names->kids[i])->symbol,
           *symbol = arena_new_array(g->s->arena, Symbol, 1);
    *symbol = *bound;
    symbol->kind = SYMBOL_FREE;
    renamings_put(&own, bound, symbol);
    vec_push(&g->s->names, ((StageName){symbol, NULL, bound}));
  }
  return copy_renamed(g->s->arena, binder->kids[1], &own);
}

static void add_premises(Staging *g, Conjuncts *to, const Node *premise)
{
  premise = node_bare(premise);
  if (premise->kind == NODE_NOT) premise = denied(g->s->arena, premise->kids[0]);
  if (premise->kind == NODE_EXISTS) premise = opened(g, premise);
  if (premise->kind == NODE_AND)
    for (uint32_t i = 0; i < premise->count; i++) add_premises(g, to, premise->kids[i]);
  else if (premise->kind != NODE_BTRUE) vec_push(to, premise);
}

enum { MOST_CASES = 64 };

typedef struct {
  Staging *g;
  Conjuncts before; /* premises on the way to the part */
} Splitting;

static void add_case(Splitting *p, const Node *part)
{
  StageCase c = {.part = part};
  for (uint32_t i = 0; i < p->before.len; i++) vec_push(&c.premises, p->before.data[i]);
  add_premises(p->g, &c.premises, denied(p->g->s->arena, part));
  vec_push(&p->g->s->cases, c);
}

static void split(Splitting *p, const Node *goal)
{
  goal = node_bare(goal);
  uint32_t outer = p->before.len;
  bool many = p->g->s->cases.len + goal->count > MOST_CASES;
  if (goal->kind == NODE_NOT) {
    const Node *inner = denied(p->g->s->arena, goal->kids[0]);
    NodeKind kind = inner->kind;
    if (kind == NODE_AND || kind == NODE_FORALL || kind == NODE_IMPLIES) return split(p, inner);
  }
  if (goal->kind == NODE_IMPLIES) {
    add_premises(p->g, &p->before, goal->kids[0]);
    split(p, goal->kids[1]);
  } else if (goal->kind == NODE_FORALL) {
    split(p, opened(p->g, goal));
  } else if (goal->kind == NODE_AND && !many) {
    for (uint32_t i = 0; i < goal->count; i++) {
      split(p, goal->kids[i]);
      add_premises(p->g, &p->before, goal->kids[i]);
    }
  } else {
    add_case(p, goal);
  }
  p->before.len = outer;
}

/* ------------------------------------------------------------- well-definedness */

static bool is_total(const Node *node)
{
  node = node_bare(node);
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i] && !is_total(node->kids[i])) return false;
  return !node_is_operator(node) || node_is_total(node);
}

const Node *stage_condition(const Stage *s, const Node *predicate)
{
  const Build b = {s->arena, s->model.types, s->texts};
  if (is_total(predicate)) return NULL;
  const Node *condition = well_defined(&b, predicate, s->notation);
  return build_is_true(condition) ? NULL : condition;
}

/* ------------------------------------------------------------------- the whole */

static void take_hypotheses(Staging *g, HypothesesChoice choice)
{
  Stage *s = g->s;
  s->hypotheses = arena_new_array(s->arena, const Node *, s->sequent->hypothesis_count + 1);
  for (uint32_t i = 0; i < s->sequent->hypothesis_count; i++) {
    const Hypothesis *h = &s->sequent->hypotheses[i];
    if (choice == HYPOTHESES_GOAL || (choice == HYPOTHESES_SELECTED && !h->selected)) continue;
    look_at_tree(g, h->predicate);
    s->hypotheses[i] = transfer(&s->transfer, h->predicate);
    add_premises(g, &s->premises, s->hypotheses[i]);
    while (s->origins.len < s->premises.len) vec_push(&s->origins, i);
  }
}

void stage_open(Stage *s, const Obligations *all, const Sequent *sequent, HypothesesChoice choice)
{
  *s = (Stage){.arena = arena_new(), .sequent = sequent};
  s->model =
      (Model){.arena = s->arena, .types = types_new(s->arena), .settings = all->model->settings};
  s->transfer =
      (Transfer){.arena = s->arena, .types = s->model.types, .renamed = {.arena = s->arena}};
  s->notation = all->eventb ? NOTATION_EVENTB : NOTATION_B;
  s->texts = names_new();
  Staging g = {.s = s};
  for (uint32_t i = 0; i < sequent->name_count; i++) {
    add_name(&g, &sequent->names[i], sequent->names[i].symbol);
    note_type(&g, sequent->names[i].symbol->type);
  }
  take_hypotheses(&g, choice);
  look_at_tree(&g, sequent->goal);
  s->goal = transfer(&s->transfer, sequent->goal);
  s->after = arena_new_array(s->arena, const Node *, sequent->after_count + 1);
  for (uint32_t i = 0; i < sequent->after_count; i++) {
    look_at_tree(&g, sequent->after[i].value);
    s->after[i] = transfer(&s->transfer, sequent->after[i].value);
  }
  s->model.sets = s->sets;
  Splitting p = {.g = &g};
  split(&p, s->goal);
  vec_free(&p.before);
  vec_free(&g.bound);
  vec_free(&g.free_types);
  assert(s->cases.len > 0);
}

void stage_close(Stage *s)
{
  for (uint32_t i = 0; i < s->cases.len; i++) vec_free(&s->cases.data[i].premises);
  vec_free(&s->cases);
  vec_free(&s->names);
  vec_free(&s->premises);
  vec_free(&s->origins);
  vec_free(&s->box);
  vec_free(&s->sets); /* with those of the model */
  vec_free(&s->transfer.made);
  types_free(s->model.types);
  names_free(s->texts);
  arena_free(s->arena);
  *s = (Stage){0};
}
