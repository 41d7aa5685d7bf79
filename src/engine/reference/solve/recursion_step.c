#include <string.h>

#include "engine/reference/solve/recursion_impl.h"
#include "syntax/inspect.h"

/* Is the argument of a use of f smaller than the name that stands for the argument f is defined
 * for, by what is known there? */

static const Node *plain(const Node *node)
{
  node = node_bare(node);
  return node->kind == NODE_TYPED ? plain(node->kids[0]) : node;
}

static bool is_name(const Node *node, const Symbol *name)
{
  return node_is_name(plain(node), name);
}

/* -------------------------------------------------------------------- facts */

void descent_assume(Descent *d, const Node *node, bool holds)
{
  node = plain(node);
  bool truth = node->kind == NODE_EQUAL && plain(node->kids[0])->kind == NODE_BOOL_OF &&
               plain(node->kids[1])->kind == NODE_TRUE;
  if (node->kind == NODE_NOT) descent_assume(d, node->kids[0], !holds);
  else if (truth) descent_assume(d, plain(node->kids[0])->kids[0], holds);
  else if (node->kind == (holds ? NODE_AND : NODE_OR))
    for (uint32_t i = 0; i < node->count; i++) descent_assume(d, node->kids[i], holds);
  else vec_push(&d->facts, ((Fact){node, holds}));
}

/* The expression that a local name is known to equal, or the node itself. */
static const Node *meaning(const Descent *d, const Node *node)
{
  node = plain(node);
  if (node->kind != NODE_IDENT || !node->symbol || node->symbol->kind != SYMBOL_LOCAL) return node;
  for (uint32_t i = 0; i < d->names->count; i++)
    if (plain(d->names->kids[i])->symbol == node->symbol) return node;
  for (uint32_t i = 0; i < d->facts.len; i++) {
    const Fact *fact = &d->facts.data[i];
    if (!fact->holds || fact->node->kind != NODE_EQUAL) continue;
    for (uint32_t side = 0; side < 2; side++)
      if (is_name(fact->node->kids[side], node->symbol) &&
          plain(fact->node->kids[1 - side])->kind != NODE_IDENT)
        return plain(fact->node->kids[1 - side]);
  }
  return node;
}

/* Has it the same value in all uses that follow each other?  Constants have, and the places that
 * no use of f changes. */
static bool is_fixed(const Descent *d, const Node *node)
{
  const Symbol *symbol = node->kind == NODE_IDENT ? node->symbol : NULL;
  bool fixed = !symbol || (symbol != d->f && symbol->kind != SYMBOL_LOCAL);
  for (uint32_t i = 0; i < d->names->count && i < MOST_PLACES && !fixed; i++)
    fixed = (d->unchanged >> i & 1) && plain(d->names->kids[i])->symbol == symbol;
  for (uint32_t i = 0; fixed && i < node->count; i++) fixed = is_fixed(d, node->kids[i]);
  return fixed;
}

/* ------------------------------------------------------------------- bounds */

typedef struct { /* of an integer name: >= something that stays the same; which number, if known */
  bool below, above, known;
  int64_t least;
} Ends;

static void take_least(const Descent *d, const Node *limit, int64_t more, Ends *ends)
{
  int64_t n;
  if (!is_fixed(d, limit)) return;
  ends->below = true;
  if (!engine_literal(d->e, plain(limit), &n) || n > INT32_MAX || n < INT32_MIN) return;
  if (!ends->known || n + more > ends->least) ends->least = n + more;
  ends->known = true;
}

static void take_number(int64_t n, Ends *ends)
{
  if (!ends->known || n > ends->least) ends->least = n;
  ends->below = ends->known = true;
}

static void take_set(const Descent *d, const Node *set, Ends *ends)
{
  set = plain(set);
  switch ((NodeKind) set->kind) {
  case NODE_NATURAL: take_number(0, ends); break;
  case NODE_NATURAL1: take_number(1, ends); break;
  case NODE_NAT:
  case NODE_NAT1:
    take_number(set->kind == NODE_NAT1, ends);
    ends->above = true;
    break;
  case NODE_INTERVAL:
    take_least(d, set->kids[0], 0, ends);
    ends->above |= is_fixed(d, set->kids[1]);
    break;
  default: break;
  }
}

static bool is_comparison(NodeKind kind)
{
  return kind_is_order(kind) || kind == NODE_EQUAL || kind == NODE_NOT_EQUAL;
}

static void take_comparison(const Descent *d, NodeKind kind, const Node *limit, Ends *ends)
{
  bool equal = kind == NODE_EQUAL, less = kind == NODE_LESS || kind == NODE_LESS_EQUAL;
  if (equal || kind == NODE_GREATER || kind == NODE_GREATER_EQUAL)
    take_least(d, limit, kind == NODE_GREATER, ends);
  if (equal || less) ends->above |= is_fixed(d, limit);
}

/* Is the name known to be another number than the least one that the bounds allow? */
static bool excludes(const Descent *d, const Symbol *name, int64_t number)
{
  for (uint32_t i = 0; i < d->facts.len; i++) {
    const Fact *fact = &d->facts.data[i];
    int64_t n;
    if (fact->node->kind != (fact->holds ? NODE_NOT_EQUAL : NODE_EQUAL)) continue;
    for (uint32_t side = 0; side < 2; side++)
      if (is_name(fact->node->kids[side], name) &&
          engine_literal(d->e, plain(fact->node->kids[1 - side]), &n) && n == number)
        return true;
  }
  return false;
}

static Ends ends_of(const Descent *d, const Symbol *name)
{
  Ends ends = {0};
  for (uint32_t i = 0; i < d->facts.len; i++) {
    const Node *node = d->facts.data[i].node;
    bool holds = d->facts.data[i].holds;
    if (node->kind == NODE_MEMBER && holds && is_name(node->kids[0], name))
      take_set(d, node->kids[1], &ends);
    if (!is_comparison(node->kind)) continue;
    for (uint32_t side = 0; side < 2; side++) {
      NodeKind kind = side ? kind_turned(node->kind) : node->kind;
      if (is_name(node->kids[side], name))
        take_comparison(d, holds ? kind : kind_denied(kind), node->kids[1 - side], &ends);
    }
  }
  while (ends.known && excludes(d, name, ends.least)) ends.least++;
  return ends;
}

/* -------------------------------------------------------------------- steps */

static bool is_less(const Descent *d, const Node *e, const Symbol *name, const Ends *ends);

/* i < x, i <= x-1, i : 1..x-1 for a local name i */
static bool is_kept_less(const Descent *d, const Symbol *i, const Symbol *name, const Ends *ends)
{
  for (uint32_t k = 0; k < d->facts.len; k++) {
    const Node *node = d->facts.data[k].node;
    bool holds = d->facts.data[k].holds;
    if (node->kind == NODE_MEMBER && holds && is_name(node->kids[0], i)) {
      const Node *set = plain(node->kids[1]);
      if (set->kind == NODE_INTERVAL && is_less(d, plain(set->kids[1]), name, ends)) return true;
    }
    for (uint32_t side = 0; is_comparison(node->kind) && side < 2; side++) {
      NodeKind kind = side ? kind_turned(node->kind) : node->kind;
      const Node *limit = plain(node->kids[1 - side]);
      if (!holds) kind = kind_denied(kind);
      if (!is_name(node->kids[side], i)) continue;
      if (kind == NODE_LESS && is_name(limit, name)) return true;
      bool bounded = kind == NODE_LESS || kind == NODE_LESS_EQUAL;
      if (bounded && limit->kind != NODE_IDENT && is_less(d, limit, name, ends)) return true;
    }
  }
  return false;
}

/* Is it surely less than the name? */
static bool is_less(const Descent *d, const Node *e, const Symbol *name, const Ends *ends)
{
  int64_t n = 0;
  if (engine_literal(d->e, e, &n)) return ends->known && n < ends->least;
  if (e->kind == NODE_IDENT)
    return e->symbol && e->symbol->kind == SYMBOL_LOCAL && is_kept_less(d, e->symbol, name, ends);
  if (e->count != 2) return false;
  if (e->kind == NODE_MODULO) return is_name(e->kids[1], name); /* else not defined */
  bool number = is_name(e->kids[0], name) && engine_literal(d->e, plain(e->kids[1]), &n);
  if (e->kind == NODE_MINUS) return number && n > 0;
  return e->kind == NODE_DIVIDE && number && n >= 2 && ends->known && ends->least >= 1;
}

/* x + 1 */
static bool is_greater(const Descent *d, const Node *e, const Symbol *name)
{
  int64_t n = 0;
  for (uint32_t side = 0; e->kind == NODE_ADD && side < 2; side++)
    if (is_name(e->kids[side], name) && engine_literal(d->e, plain(e->kids[1 - side]), &n))
      return n > 0;
  return false;
}

static Step integer_step(const Descent *d, const Node *argument, const Symbol *name)
{
  Ends ends = ends_of(d, name);
  bool below = ends.below || argument->kind == NODE_MODULO; /* x > 0 is needed for E mod x */
  if (below && is_less(d, argument, name, &ends)) return STEP_DOWN;
  return ends.above && is_greater(d, argument, name) ? STEP_UP : STEP_OTHER;
}

/* dom(x) for a relation, x itself for a set */
static bool is_keys(const Node *node, const Symbol *name, bool relation)
{
  node = plain(node);
  return relation ? node->kind == NODE_DOM && is_name(node->kids[0], name) : is_name(node, name);
}

/* Is e surely an element of x, or of dom(x)? */
static bool is_inside(const Descent *d, const Node *e, const Symbol *name, bool relation)
{
  const Node *choice = meaning(d, e);
  bool chosen = choice->kind == NODE_MIN || choice->kind == NODE_MAX ||
                (choice->kind == NODE_EXTERNAL && choice->count == 1 &&
                 !strcmp(choice->name->text, "CHOOSE"));
  if (chosen && is_keys(choice->kids[0], name, relation)) return true;
  const Node *element = plain(e);
  for (uint32_t i = 0; i < d->facts.len && element->kind == NODE_IDENT; i++) {
    const Fact *fact = &d->facts.data[i];
    if (fact->holds && fact->node->kind == NODE_MEMBER &&
        is_name(fact->node->kids[0], element->symbol) &&
        is_keys(fact->node->kids[1], name, relation))
      return true;
  }
  return false;
}

static bool is_strict_part(const Descent *d, const Node *e, const Symbol *name)
{
  for (uint32_t i = 0; i < d->facts.len && e->kind == NODE_IDENT; i++) {
    const Fact *fact = &d->facts.data[i];
    if (fact->holds && fact->node->kind == NODE_STRICT_SUBSET &&
        is_name(fact->node->kids[0], e->symbol) && is_name(fact->node->kids[1], name))
      return true;
  }
  return false;
}

/* Sequences get shorter, sets lose an element.  Of an infinite set nothing is ever computed this
 * way: the definition is read as one for finite sets. */
static Step set_step(const Descent *d, const Node *argument, const Symbol *name)
{
  if (argument->kind == NODE_TAIL || argument->kind == NODE_FRONT)
    return is_name(argument->kids[0], name) ? STEP_SIZE : STEP_OTHER;
  if (is_strict_part(d, argument, name)) return STEP_SIZE;
  bool keys = argument->kind == NODE_DOM_SUBTRACT;
  if (!keys && argument->kind != NODE_MINUS && argument->kind != NODE_SET_MINUS) return STEP_OTHER;
  const Node *less = plain(argument->kids[!keys]);
  if (!is_name(argument->kids[keys], name) || less->kind != NODE_SET_EXT) return STEP_OTHER;
  for (uint32_t i = 0; i < less->count; i++)
    if (is_inside(d, less->kids[i], name, keys)) return STEP_SIZE;
  return STEP_OTHER;
}

static bool is_constructed(const Node *node)
{
  const Node *function = node->kind == NODE_APPLY ? plain(node->kids[0]) : NULL;
  return function && function->symbol && function->symbol->kind == SYMBOL_CONSTRUCTOR;
}

/* Is the name an argument of the constructor, or of a tuple that is one? */
static bool is_component(const Node *node, const Symbol *name)
{
  node = plain(node);
  if (node->kind != NODE_MAPLET && !is_constructed(node)) return is_name(node, name);
  for (uint32_t i = node->kind == NODE_APPLY; i < node->count; i++)
    if (is_component(node->kids[i], name)) return true;
  return false;
}

/* t where x = c(… t …) is known. */
static Step tree_step(const Descent *d, const Node *argument, const Symbol *name)
{
  for (uint32_t i = 0; i < d->facts.len && argument->kind == NODE_IDENT; i++) {
    const Fact *fact = &d->facts.data[i];
    if (!fact->holds || fact->node->kind != NODE_EQUAL) continue;
    for (uint32_t side = 0; side < 2; side++) {
      const Node *whole = plain(fact->node->kids[1 - side]);
      if (is_name(fact->node->kids[side], name) && is_constructed(whole) &&
          is_component(whole, argument->symbol))
        return STEP_PART;
    }
  }
  return STEP_OTHER;
}

Step descent_step(const Descent *d, const Node *argument, const Symbol *name)
{
  if (is_name(argument, name)) return STEP_SAME;
  argument = meaning(d, argument);
  switch (name->type->kind) {
  case TYPE_INTEGER: return integer_step(d, argument, name);
  case TYPE_POW: return set_step(d, argument, name);
  case TYPE_FREE: return tree_step(d, argument, name);
  default: return STEP_OTHER;
  }
}
