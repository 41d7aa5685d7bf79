#include "engine/set_size.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "engine/scope.h"
#include "engine/symmetry.h"
#include "syntax/inspect.h"

enum {
  MOST_ELEMENTS = 1000000, /* larger numbers are not taken for sizes */
  SIZES_DEPTH = 6          /* of sets and numbers that are said in terms of others */
};

typedef struct {
  Engine *e;
  Conjuncts all; /* the properties */
  uint32_t depth;
  VEC(const Symbol *) asked; /* sets whose sizes are being found: nothing follows from them */
} Sizer;

static SetSize size_of_set(Sizer *, const Symbol *set);

/* The size of another set that one depends on. */
static bool size_of_other(Sizer *z, const Symbol *set, uint64_t *size)
{
  for (uint32_t i = 0; i < z->asked.len; i++)
    if (z->asked.data[i] == set) return false;
  if (z->depth == 0) return false;
  assert(z->depth <= SIZES_DEPTH);
  z->depth--;
  *size = size_of_set(z, set).size;
  z->depth++;
  return true;
}

/* ---------------------------------------------------------------------- numbers */

static bool is_card_of(const Node *node, const Symbol *set)
{
  node = node_bare(node);
  return node->kind == NODE_CARD && node_bare(node->kids[0])->symbol == set;
}

static const Symbol *given_set(const Node *node)
{
  node = node_bare(node);
  bool set = node->kind == NODE_IDENT && node->symbol && node->symbol->kind == SYMBOL_SET;
  return set ? node->symbol : NULL;
}

static bool number_of(Sizer *, const Node *, int64_t *out);
static uint64_t count_of(Sizer *, const Node *set);

/* n = E or E = n */
static bool number_of_constant(Sizer *z, const Symbol *constant, int64_t *out)
{
  bool known = false;
  if (z->depth == 0) return false;
  z->depth--;
  for (uint32_t i = 0; i < z->all.len && !known; i++) {
    const Node *p = z->all.data[i];
    for (uint32_t side = 0; p->kind == NODE_EQUAL && side < 2 && !known; side++)
      known = node_is_name(p->kids[side], constant) && number_of(z, p->kids[1 - side], out);
  }
  z->depth++;
  return known;
}

static bool combine(NodeKind kind, int64_t a, int64_t b, int64_t *out)
{
  switch (kind) {
  case NODE_ADD: return !__builtin_add_overflow(a, b, out);
  case NODE_MINUS: return !__builtin_sub_overflow(a, b, out);
  case NODE_TIMES: return !__builtin_mul_overflow(a, b, out);
  case NODE_DIVIDE: return a >= 0 && b > 0 && (*out = a / b, true);
  case NODE_MODULO: return a >= 0 && b > 0 && (*out = a % b, true);
  default: return false;
  }
}

/* The number that an expression is as far as the properties, the preferences and the sizes of
 * other sets tell. */
static bool number_of(Sizer *z, const Node *node, int64_t *out)
{
  int64_t a, b;
  if (engine_literal(z->e, node, out)) return true;
  node = node_bare(node);
  if (node->kind == NODE_MAXINT || node->kind == NODE_MININT)
    return int_fits(z->e->store, node->kind == NODE_MAXINT ? z->e->maxint : z->e->minint, out);
  if (scope_constant(node)) return number_of_constant(z, scope_constant(node), out);
  if (node->kind == NODE_CARD) {
    *out = (int64_t) count_of(z, node->kids[0]);
    return *out > 0;
  }
  return node->count == 2 && number_of(z, node->kids[0], &a) && number_of(z, node->kids[1], &b) &&
         combine((NodeKind) node->kind, a, b, out);
}

/* ------------------------------------------------------------------------ bounds */

typedef struct {
  uint64_t low, high; /* high 0: none is known */
} Bounds;

static void at_least(Bounds *b, uint64_t low)
{
  if (low > b->low) b->low = low;
}

static void at_most(Bounds *b, uint64_t high)
{
  if (high > 0 && (b->high == 0 || high < b->high)) b->high = high;
}

static bool is_size(int64_t n) { return n >= 0 && n <= MOST_ELEMENTS; }

/* What `card(S) op number` (or turned round) and card(S) : a..b say of a set, or a constant that
 * is one. */
static void bound_by_card(Sizer *z, const Node *p, const Symbol *set, Bounds *b)
{
  bool left = p->count == 2 && is_card_of(p->kids[0], set);
  bool right = p->count == 2 && is_card_of(p->kids[1], set);
  int64_t n;
  if (left == right) return;
  const Node *other = node_bare(p->kids[left ? 1 : 0]);
  if (p->kind == NODE_MEMBER && other->kind == NODE_INTERVAL) {
    if (number_of(z, other->kids[0], &n) && is_size(n)) at_least(b, (uint64_t) n);
    if (number_of(z, other->kids[1], &n) && is_size(n)) at_most(b, (uint64_t) n);
    return;
  }
  NodeKind kind = p->kind;
  if (!kind_is_comparison(kind)) return;
  if (!number_of(z, other, &n) || !is_size(n)) return;
  bool strict = kind_is_strict(kind);
  bool more = kind_is_order(kind) && !kind_bounds_above(kind, left ? 0 : 1);
  if (kind == NODE_NOT_EQUAL) at_least(b, n == 0);
  else if (kind == NODE_EQUAL) at_least(b, (uint64_t) n), at_most(b, (uint64_t) n);
  else if (more) at_least(b, (uint64_t) n + strict);
  else if (n > strict) at_most(b, (uint64_t) n - strict);
}

/* The number of elements of BOOL, a given set, 1..n, or a product of such; 0: not known, or many.
 */
static uint64_t count_of(Sizer *z, const Node *set)
{
  enum { MANY = 1000 };
  set = node_bare(set);
  uint64_t count = 0;
  int64_t low, high;
  if (set->kind == NODE_BOOL) return 2;
  if (given_set(set) && !size_of_other(z, given_set(set), &count)) return 0;
  if (set->kind == NODE_CARTESIAN) count = count_of(z, set->kids[0]) * count_of(z, set->kids[1]);
  if (set->kind == NODE_INTERVAL && number_of(z, set->kids[0], &low) &&
      number_of(z, set->kids[1], &high) && is_size(high - low))
    count = (uint64_t) (high - low) + 1;
  return count <= MANY ? count : 0;
}

/* f : S -->> T and f : T >-> S need at least as many elements of S as T has; 0: it is neither. */
static uint64_t least_for_function(Sizer *z, const Node *p, const Symbol *set)
{
  const Node *arrow = p->kind == NODE_MEMBER ? node_bare(p->kids[1]) : p;
  NodeKind kind = arrow->kind;
  bool onto = kind == NODE_TOTAL_SURJ || kind == NODE_PARTIAL_SURJ || kind == NODE_TOTAL_BIJ ||
              kind == NODE_PARTIAL_BIJ;
  bool into = kind == NODE_TOTAL_INJ || kind == NODE_TOTAL_BIJ;
  uint64_t least = 0, other = 0;
  if (onto && node_bare(arrow->kids[0])->symbol == set) least = count_of(z, arrow->kids[1]);
  if (into && node_bare(arrow->kids[1])->symbol == set) other = count_of(z, arrow->kids[0]);
  return least > other ? least : other;
}

/* ------------------------------------------------------------------------ pieces */

/* P /= {}, not(P = {}), P : POW1(S) */
static bool says_not_empty(const Node *p, const Symbol *part)
{
  bool differs = p->kind == NODE_NOT_EQUAL;
  if (p->kind == NODE_NOT) {
    p = node_bare(p->kids[0]);
    differs = p->kind == NODE_EQUAL;
  }
  if (p->count != 2) return false;
  if (p->kind == NODE_MEMBER) {
    NodeKind kind = (NodeKind) node_bare(p->kids[1])->kind;
    return node_is_name(p->kids[0], part) && (kind == NODE_POW1 || kind == NODE_FIN1);
  }
  for (uint32_t side = 0; differs && side < 2; side++)
    if (node_is_name(p->kids[side], part) && node_bare(p->kids[1 - side])->kind == NODE_EMPTY_SET)
      return true;
  return false;
}

static Bounds bounds_of_part(Sizer *z, const Symbol *part)
{
  Bounds b = {0, 0};
  for (uint32_t i = 0; i < z->all.len; i++) {
    bound_by_card(z, z->all.data[i], part, &b);
    if (says_not_empty(z->all.data[i], part)) at_least(&b, 1);
  }
  return b;
}

typedef struct {
  const Symbol *constant;
  uint64_t least; /* so many elements of the set */
} Piece;

typedef VEC(Piece) Pieces;

static bool is_of(const Type *type, const Symbol *set)
{
  return type && type->kind == TYPE_GIVEN && type->symbol == set;
}

/* Constants that are elements of the set, or sets of them that are not empty. */
static Pieces pieces_of(Sizer *z, const Symbol *set)
{
  Pieces pieces = {0};
  const Model *model = z->e->model;
  for (uint32_t i = 0; i < model->constants.len; i++) {
    const Symbol *constant = model->constants.data[i];
    const Type *type = constant->type;
    uint64_t least = 0;
    if (is_of(type, set)) least = 1;
    else if (type && type->kind == TYPE_POW && is_of(type->args[0], set))
      least = bounds_of_part(z, constant).low;
    if (least) vec_push(&pieces, ((Piece){constant, least}));
  }
  return pieces;
}

/* The size of a family of pieces that are pairwise apart and begins with this one. */
static uint64_t size_from(const Pieces *pieces, const bool *apart, uint32_t first, uint32_t *chosen)
{
  uint64_t size = pieces->data[first].least;
  uint32_t count = 0;
  chosen[count++] = first;
  for (uint32_t i = 0; i < pieces->len; i++) {
    bool fits = true;
    for (uint32_t j = 0; fits && j < count; j++) fits = apart[i * pieces->len + chosen[j]];
    if (!fits) continue;
    assert(count < pieces->len); /* none is apart from itself */
    size += pieces->data[i].least;
    chosen[count++] = i;
  }
  return size;
}

/* What constants that have no element in common need together, as far as a simple search finds: of
 * very many, those that are elements. */
static uint64_t least_for_pieces(Sizer *z, const Symbol *set)
{
  enum { MANY = 300 };
  Pieces pieces = pieces_of(z, set);
  uint64_t most = 0;
  if (pieces.len > MANY) {
    const Model *model = z->e->model;
    most =
        scope_group(model, set, arena_new_array(z->e->arena, Symbol *, model->constants.len + 1));
    pieces.len = MANY;
  }
  bool *apart = memory_zeroed((size_t) pieces.len * pieces.len, sizeof *apart);
  uint32_t *chosen = memory_zeroed(pieces.len, sizeof *chosen);
  for (uint32_t i = 0; i < pieces.len; i++)
    for (uint32_t j = 0; j < i; j++)
      apart[i * pieces.len + j] = apart[j * pieces.len + i] =
          scope_are_apart(&z->all, pieces.data[i].constant, pieces.data[j].constant);
  for (uint32_t i = 0; i < pieces.len; i++) {
    uint64_t size = size_from(&pieces, apart, i, chosen);
    if (size > most) most = size;
  }
  free(apart);
  free(chosen);
  vec_free(&pieces);
  return most;
}

/* The set is the disjoint union of constants whose sizes are known. */
static uint64_t size_of_parts(Sizer *z, const Symbol *set)
{
  const Symbol **parts =
      arena_new_array(z->e->arena, const Symbol *, z->e->model->constants.len + 2);
  uint32_t count = symmetry_partition(z->e->model, &z->all, set, parts);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    Bounds b = bounds_of_part(z, parts[i]);
    if (b.high == 0 || b.low != b.high) return 0;
    sum += b.low;
  }
  return sum;
}

/* -------------------------------------------------------------------------- size */

static Bounds bounds_of_set(Sizer *z, const Symbol *set)
{
  Bounds b = {0, 0};
  vec_push(&z->asked, set);
  for (uint32_t i = 0; i < z->all.len; i++) {
    bound_by_card(z, z->all.data[i], set, &b);
    at_least(&b, least_for_function(z, z->all.data[i], set));
  }
  at_least(&b, least_for_pieces(z, set));
  at_most(&b, scope_listed(&z->all, set));
  uint64_t parts = size_of_parts(z, set);
  at_least(&b, parts);
  at_most(&b, parts);
  assert(z->asked.len > 0 && z->asked.data[z->asked.len - 1] == set);
  z->asked.len--;
  return b;
}

/* scope_S == 3, or 1..3 */
static bool size_in_settings(Engine *e, const Symbol *set, uint64_t *size)
{
  char name[300];
  int length = snprintf(name, sizeof name, "scope_%s", set->name->text);
  const Name *key = length > 0 && (size_t) length < sizeof name
                        ? names_find(e->names, name, (size_t) length)
                        : NULL;
  const Node *scope = key ? map_get(&e->model->settings, key) : NULL;
  if (!scope) return false;
  scope = node_bare(scope);
  int64_t low = 1, high = 0;
  bool interval = scope->kind == NODE_INTERVAL;
  if (!engine_literal(e, interval ? scope->kids[1] : scope, &high)) return false;
  if (interval && !engine_literal(e, scope->kids[0], &low)) return false;
  if (__builtin_sub_overflow(high, low, &high) || high < 0) return false;
  *size = (uint64_t) high + 1;
  return true;
}

static SetSize size_of_set(Sizer *z, const Symbol *set)
{
  Engine *e = z->e;
  SetSize found = {e->options.default_set_size, false};
  if (set->enumerated) return (SetSize){set->element_count, false};
  for (uint32_t i = e->sizes.len; i-- > 0;)
    if (e->sizes.data[i].set == set)
      return (SetSize){e->sizes.data[i].size, e->sizes.data[i].guessed};
  if (!e->model || size_in_settings(e, set, &found.size)) return found;
  Bounds b = bounds_of_set(z, set);
  if (b.high && found.size > b.high) found.size = b.high;
  if (found.size < b.low) found.size = b.low;
  found.guessed = (b.high == 0 || b.low != b.high) && !e->options.default_is_given;
  return found;
}

SetSize set_size(Engine *e, const Symbol *set)
{
  Sizer z = {.e = e, .depth = SIZES_DEPTH};
  if (e->model) z.all = scope_conjuncts(e->model);
  SetSize size = size_of_set(&z, set);
  assert(z.depth == SIZES_DEPTH && z.asked.len == 0);
  vec_free(&z.all);
  vec_free(&z.asked);
  return size;
}
