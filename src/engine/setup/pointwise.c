#include <assert.h>

#include "engine/setup/pointwise.h"

#include "engine/setup/induction.h"
#include "engine/reference/formula/formula.h"
#include "engine/scope.h"
#include "syntax/inspect.h"

typedef struct {
  Engine *e;
  const Node *forall;   /* !names.(premise => function(argument) = value) */
  const Node *premise;  /* or NULL */
  const Node *equation; /* what is said under the premise */
  const Node *call, *value;
  const Node *domain; /* A */
  Node *names;        /* in the order of the argument */
  bool infinite;
} Pointwise;

/* ------------------------------------------------------------------- the domain */

/* All values of a type. */
static bool is_whole(const Node *set)
{
  set = node_bare(set);
  if (set->kind == NODE_INTEGER || set->kind == NODE_BOOL) return true;
  if (set->kind == NODE_CARTESIAN) return is_whole(set->kids[0]) && is_whole(set->kids[1]);
  return set->kind == NODE_IDENT && set->symbol && set->symbol->kind == SYMBOL_SET;
}

static bool is_number_set(const Node *set)
{
  NodeKind kind = (NodeKind) node_bare(set)->kind;
  return kind == NODE_INTEGER || kind == NODE_NATURAL || kind == NODE_NATURAL1;
}

/* x : S, where S is what it is in the domain or a whole type */
static bool says_of(const Node *p, const Symbol *name, const Node *set, bool *narrows)
{
  if (p->kind != NODE_MEMBER || !node_is_name(p->kids[0], name)) return false;
  bool same = node_equal(node_bare(p->kids[1]), node_bare(set));
  *narrows |= same;
  return same || is_whole(p->kids[1]);
}

/* Of the premise's conjuncts that are about the name: are they true for all elements of the set,
 * and false for all others? */
static bool premise_is(const Node *premise, const Symbol *name, const Node *set, bool *narrows)
{
  premise = premise ? node_bare(premise) : NULL;
  if (!premise || premise->kind == NODE_BTRUE) return true;
  if (premise->kind == NODE_AND) {
    for (uint32_t i = 0; i < premise->count; i++)
      if (!premise_is(premise->kids[i], name, set, narrows)) return false;
    return true;
  }
  if (premise->kind != NODE_MEMBER) return false;
  return !node_is_name(premise->kids[0], name) || says_of(premise, name, set, narrows);
}

static bool is_bound(const Node *names, const Symbol *symbol)
{
  for (uint32_t i = 0; i < names->count; i++)
    if (node_bare(names->kids[i])->symbol == symbol) return true;
  return false;
}

static void add_name(Pointwise *w, const Node *name)
{
  assert(w->names->count < w->forall->kids[0]->count);
  w->names->count++;
  node_set(w->names, w->names->count - 1, (Node *) name);
}

static bool is_fresh(const Pointwise *w, const Node *name)
{
  return name->kind == NODE_IDENT && is_bound(w->forall->kids[0], name->symbol) &&
         !is_bound(w->names, name->symbol) && w->names->count < w->forall->kids[0]->count;
}

/* Is the argument a tuple of different bound names, as %x,y,z.(…) takes them, ((x|->y)|->z), each
 * of which runs through its part of the domain? */
static bool covers(Pointwise *w, const Node *argument, const Node *set)
{
  argument = node_bare(argument);
  set = node_bare(set);
  if (argument->kind == NODE_MAPLET)
    return set->kind == NODE_CARTESIAN && node_bare(argument->kids[1])->kind == NODE_IDENT &&
           covers(w, argument->kids[0], set->kids[0]) && covers(w, argument->kids[1], set->kids[1]);
  bool narrows = is_whole(set);
  if (!is_fresh(w, argument) || !premise_is(w->premise, argument->symbol, set, &narrows) ||
      !narrows)
    return false;
  w->infinite |= is_number_set(set);
  add_name(w, argument);
  return true;
}

/* Every conjunct of the premise is about one of the bound names. */
static bool premise_is_typing(const Node *premise, const Node *names)
{
  premise = premise ? node_bare(premise) : NULL;
  if (!premise || premise->kind == NODE_BTRUE) return true;
  if (premise->kind == NODE_AND) {
    for (uint32_t i = 0; i < premise->count; i++)
      if (!premise_is_typing(premise->kids[i], names)) return false;
    return true;
  }
  const Node *name = premise->kind == NODE_MEMBER ? node_bare(premise->kids[0]) : NULL;
  return name && name->kind == NODE_IDENT && is_bound(names, name->symbol);
}

/* --------------------------------------------------------------------- the parts */

/* f(t) = E, or turned round, for a constant f that E does not use */
static bool take_equation(Pointwise *w)
{
  if (w->equation->kind != NODE_EQUAL) return false;
  for (uint32_t side = 0; side < 2; side++) {
    w->call = node_bare(w->equation->kids[side]);
    w->value = w->equation->kids[1 - side];
    const Symbol *f = w->call->kind == NODE_APPLY && w->call->count == 2
                          ? scope_constant(w->call->kids[0])
                          : NULL;
    if (f && !node_mentions(w->value, f)) return true;
  }
  return false;
}

static bool take_forall(Pointwise *w, const Node *forall)
{
  w->forall = node_bare(forall);
  if (w->forall->kind != NODE_FORALL) return false;
  const Node *body = node_bare(w->forall->kids[1]);
  bool implies = body->kind == NODE_IMPLIES;
  w->premise = implies ? body->kids[0] : NULL;
  w->equation = implies ? node_bare(body->kids[1]) : body;
  const Node *names = w->forall->kids[0];
  w->names = node_new(w->e->arena, NODE_NAMES, names->span, NULL, names->count);
  w->names->count = 0;
  return w->equation->kind == NODE_EQUAL || w->equation->kind == NODE_IFF;
}

/* The A of f : A --> B among the conjuncts, or NULL. */
static const Node *domain_of(const Symbol *f, const Node *const *conjuncts, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    const Node *p = node_bare(conjuncts[i]);
    const Node *arrow =
        p->kind == NODE_MEMBER && node_is_name(p->kids[0], f) ? node_bare(p->kids[1]) : NULL;
    NodeKind kind = arrow ? (NodeKind) arrow->kind : NODE_ERROR;
    if (kind == NODE_TOTAL_FUN || kind == NODE_TOTAL_INJ || kind == NODE_TOTAL_SURJ ||
        kind == NODE_TOTAL_BIJ)
      return arrow->kids[0];
  }
  return NULL;
}

/* f = %names.(t : A | E) */
static Node *definition(const Pointwise *w)
{
  Arena *arena = w->e->arena;
  Node *lambda = node_new(arena, NODE_LAMBDA, w->forall->span, NULL, 3);
  Node *member =
      node_binary(arena, NODE_MEMBER, w->forall->span, w->call->kids[1], (Node *) w->domain);
  member->type = w->equation->type;
  lambda->type = w->call->kids[0]->type;
  node_set(lambda, 0, w->names);
  node_set(lambda, 1, member);
  node_set(lambda, 2, (Node *) w->value);
  Node *equal = node_binary(arena, NODE_EQUAL, w->forall->span, w->call->kids[0], lambda);
  equal->type = w->equation->type;
  return equal;
}

static bool define_function(Pointwise *w, const Node *const *conjuncts, uint32_t count)
{
  const Node *names = w->forall->kids[0];
  if (!take_equation(w)) return false;
  w->domain = domain_of(scope_constant(w->call->kids[0]), conjuncts, count);
  return w->domain && !node_mentions_names(w->domain, names) &&
         premise_is_typing(w->premise, names) && covers(w, w->call->kids[1], w->domain) &&
         w->names->count == names->count && w->infinite;
}

/* --------------------------------------------------------------------------- sets */

/* Is it a tuple of different bound names, as {x,y,z|…} has them, some of them integers? */
static bool is_tuple(Pointwise *w, const Node *tuple)
{
  tuple = node_bare(tuple);
  if (tuple->kind == NODE_MAPLET)
    return node_bare(tuple->kids[1])->kind == NODE_IDENT && is_tuple(w, tuple->kids[0]) &&
           is_tuple(w, tuple->kids[1]);
  if (!is_fresh(w, tuple)) return false;
  w->infinite |= tuple->type && tuple->type->kind == TYPE_INTEGER;
  add_name(w, tuple);
  return true;
}

static bool premise_is_true(const Node *premise)
{
  premise = premise ? node_bare(premise) : NULL;
  if (!premise || premise->kind == NODE_BTRUE) return true;
  if (premise->kind == NODE_AND) {
    for (uint32_t i = 0; i < premise->count; i++)
      if (!premise_is_true(premise->kids[i])) return false;
    return true;
  }
  return premise->kind == NODE_MEMBER && is_whole(premise->kids[1]);
}

/* (t : S) <=> P, or turned round, for a constant S that P does not use; then `call` is t : S. */
static bool define_set(Pointwise *w)
{
  if (w->equation->kind != NODE_IFF || !premise_is_true(w->premise)) return false;
  for (uint32_t side = 0; side < 2; side++) {
    w->call = node_bare(w->equation->kids[side]);
    w->value = w->equation->kids[1 - side];
    const Symbol *set = w->call->kind == NODE_MEMBER ? scope_constant(w->call->kids[1]) : NULL;
    w->names->count = 0;
    if (set && !node_mentions(w->value, set) && is_tuple(w, w->call->kids[0]))
      return w->names->count == w->forall->kids[0]->count && w->infinite;
  }
  return false;
}

/* S = {names | P}; where P is perhaps not defined for all names, what was said remains to be shown,
 * too */
static Node *set_definition(const Pointwise *w)
{
  Arena *arena = w->e->arena;
  Node *all = node_binary(arena, NODE_COMPREHENSION, w->forall->span, w->names, (Node *) w->value);
  all->type = w->call->kids[1]->type;
  Node *equal = node_binary(arena, NODE_EQUAL, w->forall->span, w->call->kids[1], all);
  equal->type = w->equation->type;
  if (ref_is_defined_for_all(NULL, NULL, w->value)) return equal;
  Node *both = node_binary(arena, NODE_AND, w->forall->span, equal, (Node *) w->forall);
  both->type = w->equation->type;
  return both;
}

void pointwise_define(Engine *e, const Node **conjuncts, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    Pointwise w = {.e = e};
    if (!take_forall(&w, conjuncts[i])) continue;
    if (define_function(&w, conjuncts, count)) conjuncts[i] = definition(&w);
    else if (define_set(&w)) conjuncts[i] = set_definition(&w);
  }
  induction_define(e, conjuncts, count);
}
