#include <assert.h>

#include "engine/symmetry.h"

#include "engine/lazy.h"
#include "engine/scope.h"
#include "syntax/inspect.h"

/* --------------------------------------------------------- reading properties */

/* The constants of P \/ Q \/ …; 0: something else is there. */
static uint32_t united(const Node *node, const Symbol **parts, uint32_t room)
{
  node = node_bare(node);
  if (node->kind == NODE_UNION) {
    uint32_t left = united(node->kids[0], parts, room);
    uint32_t right = left ? united(node->kids[1], parts + left, room - left) : 0;
    return right ? left + right : 0;
  }
  const Symbol *constant = scope_constant(node);
  if (!constant || room == 0) return 0;
  *parts = constant;
  return 1;
}

static bool all_disjoint(const Conjuncts *all, const Symbol **parts, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < i; j++)
      if (parts[i] == parts[j] || !scope_are_apart(all, parts[i], parts[j])) return false;
  return true;
}

/* partition(S,P,Q,…) */
static uint32_t listed_parts(const Node *p, const Symbol *set, const Symbol **parts)
{
  if (p->kind != NODE_PARTITION || !node_is_name(p->kids[0], set)) return 0;
  for (uint32_t i = 1; i < p->count; i++) {
    parts[i - 1] = scope_constant(p->kids[i]);
    bool fresh = parts[i - 1] != NULL;
    for (uint32_t j = 0; fresh && j + 1 < i; j++) fresh = parts[j] != parts[i - 1];
    if (!fresh) return 0;
  }
  return p->count - 1;
}

uint32_t symmetry_partition(const Model *model, const Conjuncts *all, const Symbol *set,
                            const Symbol **parts)
{
  for (uint32_t i = 0; i < all->len; i++) {
    const Node *p = all->data[i];
    uint32_t count = p->count <= model->constants.len + 1 ? listed_parts(p, set, parts) : 0;
    for (uint32_t side = 0; p->kind == NODE_EQUAL && side < 2 && count < 2; side++)
      if (node_is_name(p->kids[side], set)) {
        count = united(p->kids[1 - side], parts, model->constants.len);
        if (!all_disjoint(all, parts, count)) count = 0;
      }
    if (count >= 2) return count;
  }
  return 0;
}

/* ---------------------------------------------------------------------- rules */

static bool is_element_of(const Symbol *constant, const Symbol *set)
{
  return constant->type && constant->type->kind == TYPE_GIVEN && constant->type->symbol == set;
}

typedef struct {
  Engine *e;
  Conjuncts all;
  SymmetryRules rules;
  bool *settled; /* by set: what its elements are called is decided */
} Finder;

static bool is_interchangeable(const Symbol *set) { return !set->enumerated && !set->actual; }

static const Symbol **room(Finder *f)
{
  return arena_new_array(f->e->arena, const Symbol *, f->e->model->constants.len + 2);
}

/* card(C) = 1 for a constant C that is a set of elements of S: as good as one element. */
static bool is_singleton_of(const Finder *f, const Symbol *constant, const Symbol *set)
{
  const Type *type = constant->type;
  if (!type || type->kind != TYPE_POW || type->args[0]->kind != TYPE_GIVEN ||
      type->args[0]->symbol != set)
    return false;
  for (uint32_t i = 0; i < f->all.len; i++) {
    const Node *p = f->all.data[i];
    for (uint32_t side = 0; p->kind == NODE_EQUAL && side < 2; side++) {
      const Node *card = node_bare(p->kids[side]), *one = node_bare(p->kids[1 - side]);
      if (card->kind == NODE_CARD && node_is_name(card->kids[0], constant) &&
          one->kind == NODE_INTEGER_LIT && one->name->len == 1 && one->name->text[0] == '1')
        return true;
    }
  }
  return false;
}

/* Those with fixed elements first. */
static SymmetryRule scalars_of(Finder *f, const Symbol *set)
{
  const Model *model = f->e->model;
  Symbol **group = arena_new_array(f->e->arena, Symbol *, model->constants.len + 1);
  SymmetryRule rule = {SYMMETRY_SCALARS, set, room(f), 0, 0};
  uint32_t fixed = scope_group(model, set, group);
  for (uint32_t i = 0; i < fixed; i++) rule.constants[rule.count++] = group[i];
  for (uint32_t i = 0; i < model->constants.len; i++) {
    bool fresh = is_element_of(model->constants.data[i], set);
    for (uint32_t j = 0; j < fixed && fresh; j++) fresh = group[j] != model->constants.data[i];
    if (fresh) rule.constants[rule.count++] = model->constants.data[i];
  }
  for (uint32_t i = 0; i < model->constants.len; i++)
    if (is_singleton_of(f, model->constants.data[i], set))
      rule.constants[rule.count++] = model->constants.data[i];
  assert(fixed <= rule.count && rule.count <= model->constants.len);
  return rule;
}

/* Are the names of the elements on the other side of the function decided? */
static bool other_side_settled(const Finder *f, const Type *type)
{
  const Model *model = f->e->model;
  for (uint32_t i = 0; i < model->sets.len; i++)
    if (is_interchangeable(model->sets.data[i]) && !f->settled[i] &&
        type_mentions(type, model->sets.data[i]))
      return false;
  return true;
}

static bool mentions_constant(const Node *node)
{
  if (scope_constant(node)) return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (mentions_constant(node->kids[i])) return true;
  return false;
}

/* Numbers without bounds are tried in a window: which functions into them fit in it depends on
 * their values, and an order of the values would push some out of it. */
static bool is_without_bounds(const Node *set)
{
  set = node_bare(set);
  return set->kind == NODE_INTEGER || set->kind == NODE_NATURAL || set->kind == NODE_NATURAL1;
}

/* f : S >-> T; f : T >->> S where T is the same for all constants */
static bool find_function(Finder *f, const Symbol *set, uint64_t first)
{
  for (uint32_t i = 0; i < f->all.len; i++) {
    const Node *p = f->all.data[i];
    const Symbol *constant = p->kind == NODE_MEMBER ? scope_constant(p->kids[0]) : NULL;
    const Node *arrow = constant ? node_bare(p->kids[1]) : NULL;
    if (!arrow || (arrow->kind != NODE_TOTAL_BIJ && arrow->kind != NODE_TOTAL_INJ)) continue;
    bool from = node_is_name(arrow->kids[0], set) && !is_without_bounds(arrow->kids[1]);
    bool to = arrow->kind == NODE_TOTAL_BIJ && node_is_name(arrow->kids[1], set) &&
              !mentions_constant(arrow->kids[0]);
    const Type *pair = constant->type->args[0];
    if (from == to || !other_side_settled(f, pair->args[from ? 1 : 0])) continue;
    SymmetryRule rule = {from ? SYMMETRY_ASCENDING : SYMMETRY_RANKED, set, room(f), 1, first};
    rule.constants[0] = constant;
    vec_push(&f->rules, rule);
    return true;
  }
  return false;
}

/* Rules that depend on nothing else first; a function only where the elements on its
 * other side are settled, so that the rules never ask for contrary names. */
SymmetryRules symmetry_rules(Engine *e)
{
  const Model *model = e->model;
  Finder f = {.e = e};
  if (!model || e->options.every_setup) return f.rules;
  f.all = scope_conjuncts(model);
  f.settled = arena_new_array(e->arena, bool, model->sets.len + 1);
  uint32_t *scalars = arena_new_array(e->arena, uint32_t, model->sets.len + 1);
  for (uint32_t i = 0; i < model->sets.len; i++) {
    const Symbol *set = model->sets.data[i];
    if (!is_interchangeable(set)) continue;
    SymmetryRule rule = scalars_of(&f, set);
    scalars[i] = rule.count;
    if (rule.count) vec_push(&f.rules, rule);
    SymmetryRule partition = {SYMMETRY_PARTITION, set, room(&f), 0, rule.count};
    partition.count = symmetry_partition(model, &f.all, set, partition.constants);
    if (partition.count) vec_push(&f.rules, partition);
    f.settled[i] = partition.count > 0;
  }
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < model->sets.len; i++) {
      if (f.settled[i] || !is_interchangeable(model->sets.data[i])) continue;
      if (!find_function(&f, model->sets.data[i], scalars[i])) continue;
      f.settled[i] = again = true;
    }
    for (uint32_t i = 0; i < model->sets.len && !again; i++)
      if (!f.settled[i] && is_interchangeable(model->sets.data[i]))
        f.settled[i] = again = true; /* stays as it is */
  }
  vec_free(&f.all);
  return f.rules;
}

static bool same_names(const Symbol *const *x, const Symbol *const *y, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (x[i]->name != y[i]->name) return false;
  return true;
}

/* The rule for the set that comes after number *at, which becomes its number; or NULL. */
static const SymmetryRule *next_rule(const SymmetryRules *rules, const Symbol *set, uint32_t *at)
{
  while (*at < rules->len)
    if (rules->data[(*at)++].set == set) return &rules->data[*at - 1];
  return NULL;
}

static bool same_rules(const SymmetryRules *x, const Symbol *of_x, const SymmetryRules *y,
                       const Symbol *of_y)
{
  for (uint32_t i = 0, k = 0;;) {
    const SymmetryRule *a = next_rule(x, of_x, &i), *b = next_rule(y, of_y, &k);
    if (!a || !b) return a == b;
    if (a->kind != b->kind || a->count != b->count || a->first != b->first ||
        !same_names(a->constants, b->constants, a->count))
      return false;
  }
}

/* Are the same constants given fixed elements? */
static bool same_groups(Engine *x, const Symbol *of_x, Engine *y, const Symbol *of_y)
{
  Symbol **a = arena_new_array(x->arena, Symbol *, x->model->constants.len + 1);
  Symbol **b = arena_new_array(y->arena, Symbol *, y->model->constants.len + 1);
  uint32_t count = scope_group(x->model, of_x, a);
  return scope_group(y->model, of_y, b) == count &&
         same_names((const Symbol *const *) a, (const Symbol *const *) b, count);
}

bool symmetry_agrees(Engine *x, Engine *y)
{
  SymmetryRules of_x = symmetry_rules(x), of_y = symmetry_rules(y);
  bool same = true;
  for (uint32_t i = 0; i < x->model->sets.len; i++)
    for (uint32_t k = 0; k < y->model->sets.len; k++) {
      const Symbol *a = x->model->sets.data[i], *b = y->model->sets.data[k];
      if (a->name != b->name || !is_interchangeable(a) || !is_interchangeable(b)) continue;
      same = same && same_groups(x, a, y, b) && same_rules(&of_x, a, &of_y, b);
    }
  vec_free(&of_x);
  vec_free(&of_y);
  return same;
}

/* ------------------------------------------------------------------- canonical */

static bool is_set_of(Value v) { return !value_is_none(v) && value_tag(v) != TAG_LAZY; }

static bool keeps_scalars(Engine *e, const SymmetryRule *rule, const Value *constants)
{
  uint64_t next = 0;
  for (uint32_t i = 0; i < rule->count; i++) {
    Value v = constants[rule->constants[i]->index];
    if (value_is_none(v)) return true;
    if (rule->constants[i]->type->kind == TYPE_POW) {
      if (!is_set_of(v) || set_card(e->store, v) != 1) return true;
      v = set_least(e->store, engine_element_shape(e, rule->set->type), v);
    }
    assert(value_tag(v) == TAG_ATOM);
    if (value_atom_index(v) > next) return false;
    if (value_atom_index(v) == next) next++;
  }
  return true;
}

static bool keeps_partition(Engine *e, const SymmetryRule *rule, const Value *constants)
{
  const Shape *element = engine_element_shape(e, rule->set->type);
  uint32_t part = 0;
  for (uint64_t i = rule->first; i < element->size; i++) {
    uint32_t mine = 0;
    for (; mine < rule->count; mine++) {
      Value set = constants[rule->constants[mine]->index];
      if (!is_set_of(set)) return true;
      if (set_member(e->store, element, value_atom(i), set)) break;
    }
    if (mine < part) return false;
    part = mine;
  }
  return true;
}

/* The values (or keys) of consecutive elements ascend. */
static bool keeps_function(Engine *e, const SymmetryRule *rule, const Value *constants)
{
  bool from = rule->kind == SYMMETRY_ASCENDING;
  assert((from || rule->kind == SYMMETRY_RANKED) && rule->count == 1);
  Value f = constants[rule->constants[0]->index];
  if (!is_set_of(f)) return true;
  const Shape *element = engine_element_shape(e, rule->set->type);
  const Shape *pair = engine_element_shape(e, rule->constants[0]->type);
  Value *other = arena_new_array(e->scratch, Value, element->size + 1);
  for (uint64_t i = 0; i < element->size; i++) other[i] = VALUE_UNDEFINED;
  SetIter it = set_iter(e->store, pair, f);
  for (Value v; set_next(&it, &v);) {
    Value a = pair_first(e->store, v), b = pair_second(e->store, v);
    assert(value_atom_index(from ? a : b) < element->size);
    other[value_atom_index(from ? a : b)] = from ? b : a;
  }
  for (uint64_t i = rule->first + 1; i < element->size; i++)
    if (!value_is_none(other[i]) && !value_is_none(other[i - 1]) &&
        value_compare(e->store, other[i - 1], other[i]) > 0)
      return false;
  return true;
}

bool symmetry_keeps(Engine *e, const SymmetryRules *rules, const Value *constants)
{
  for (uint32_t i = 0; i < rules->len; i++) {
    const SymmetryRule *rule = &rules->data[i];
    bool keeps = rule->kind == SYMMETRY_SCALARS     ? keeps_scalars(e, rule, constants)
                 : rule->kind == SYMMETRY_PARTITION ? keeps_partition(e, rule, constants)
                                                    : keeps_function(e, rule, constants);
    if (!keeps) return false;
  }
  return true;
}
