#include "model/typing.h"
#include "prove/rules/formula.h"
#include "prove/rules/well_defined_impl.h"

/* What operators ask of their operands. */

static const Type *element_of(const Type *set) { return set->args[0]; }

static Node *zero(const Wd *w) { return build_integer(w->build, "0"); }

static Node *at_least_zero(const Wd *w, Node *number)
{
  return build_compare(w->build, NODE_LESS_EQUAL, zero(w), number);
}

Node *wd_is_finite(const Wd *w, Node *set)
{
  const Build *b = w->build;
  if (w->notation == NOTATION_EVENTB) return build_finite(b, set);
  const Type *sets = type_pow(b->types, (Type *) (uintptr_t) set->type);
  return build_member(b, set, build_function(b, NODE_FIN, sets, set));
}

/* ---- numbers */

static Node *of_division(const Wd *w, const Node *node)
{
  Node *none = zero(w);
  if (node->type->kind == TYPE_REAL) {
    none = node_leaf(w->build->arena, NODE_REAL_LIT, SPAN_NONE,
                     names_intern_string(w->build->names, "0.0"));
    none->type = node->type;
  }
  return build_compare(w->build, NODE_NOT_EQUAL, node->kids[1], none);
}

static Node *of_modulo(const Wd *w, const Node *node)
{
  Node *positive = build_compare(w->build, NODE_LESS, zero(w), node->kids[1]);
  return build_both(w->build, at_least_zero(w, node->kids[0]), positive);
}

static Node *of_power(const Wd *w, const Node *node)
{
  Node *exponent = at_least_zero(w, node->kids[1]);
  if (w->notation == NOTATION_B) return exponent;
  return build_both(w->build, at_least_zero(w, node->kids[0]), exponent);
}

static Symbol *fresh(const Wd *w, const char *text, const Type *type, Map *taken)
{
  const Name *name = names_intern_string(w->build->names, text);
  if (map_get(taken, name)) name = build_fresh(w->build, name, taken);
  map_put(taken, name, taken);
  return build_local(w->build, name, type);
}

/* min(S): S /= {} & #b.!x.(x : S => b <= x) */
static Node *of_extreme(const Wd *w, const Node *node)
{
  const Build *b = w->build;
  Node *set = node->kids[0];
  Map taken = {0};
  formula_all_names(set, &taken);
  Symbol *bound = fresh(w, "b", element_of(set->type), &taken);
  Symbol *element = fresh(w, "x", element_of(set->type), &taken);
  map_free(&taken);
  NodeKind order = node->kind == NODE_MIN ? NODE_LESS_EQUAL : NODE_GREATER_EQUAL;
  Node *inside = build_member(b, build_name(b, element), set);
  Node *holds = build_compare(b, order, build_name(b, bound), build_name(b, element));
  Node *all = build_forall(b, &element, 1, build_implies(b, inside, holds));
  return build_both(b, build_not_empty(b, set), build_exists(b, &bound, 1, all));
}

/* ---- functions */

/* The values that a constructor is applied to, where these are not all of their type; or NULL. */
static Node *arguments_of(const Node *function)
{
  const Symbol *symbol = node_bare(function)->symbol;
  bool limited = symbol && symbol->kind == SYMBOL_CONSTRUCTOR && symbol->argument &&
                 symbol->owner->type->index == 0; /* parameters are types */
  return limited && !typing_is_type(symbol->argument) ? symbol->argument : NULL;
}

/* Is it one that is total on its type, or no function in truth: a constructor, Tree(S)? */
static bool is_total_function(const Node *function)
{
  function = node_bare(function);
  switch ((NodeKind) function->kind) {
  case NODE_SUCC:
  case NODE_PRED:
  case NODE_EVENTB_ID:
  case NODE_EVENTB_PRJ1:
  case NODE_EVENTB_PRJ2: return true;
  default: break;
  }
  const Symbol *symbol = function->symbol;
  return symbol && (symbol->kind == SYMBOL_CONSTRUCTOR || symbol->kind == SYMBOL_FREETYPE);
}

/* f : S +-> T with the types S and T; where they have no form, the domain and range */
static Node *is_function(const Wd *w, Node *function)
{
  const Build *b = w->build;
  const Type *pair = element_of(function->type);
  Node *from = build_type_set(b, pair->args[0]), *to = build_type_set(b, pair->args[1]);
  if (!from || !to) {
    from = build_dom(b, function);
    to = build_function(b, NODE_RAN, type_pow(b->types, pair->args[1]), function);
  }
  const Type *type = type_pow(b->types, (Type *) (uintptr_t) function->type);
  return build_member(b, function, build_infix(b, NODE_PARTIAL_FUN, type, from, to));
}

static Node *of_application(const Wd *w, const Node *node)
{
  const Build *b = w->build;
  Node *function = build_bare(node->kids[0]), *limit = arguments_of(function);
  if (!limit &&
      (is_total_function(function) || !function->type || function->type->kind != TYPE_POW))
    return NULL;
  Node *argument = node->kids[1];
  for (uint32_t i = 2; i < node->count; i++) argument = build_maplet(b, argument, node->kids[i]);
  if (limit) return build_member(b, argument, limit);
  Node *inside = build_member(b, argument, build_dom(b, function));
  return build_both(b, inside, is_function(w, function));
}

/* ---- sequences and trees */

/* E : seq(T), E : tree(T) … where T is the type of the elements, or the range of E */
static Node *is_collection(const Wd *w, Node *collection, NodeKind kind)
{
  const Build *b = w->build;
  collection = build_bare(collection);
  if (collection->type->kind != TYPE_POW) return NULL; /* a string */
  const Type *content = element_of(collection->type)->args[1];
  Node *set = build_type_set(b, content);
  if (!set)
    set = build_function(b, NODE_RAN, type_pow(b->types, (Type *) (uintptr_t) content), collection);
  const Type *type = type_pow(b->types, (Type *) (uintptr_t) collection->type);
  return build_member(b, collection, build_function(b, kind, type, set));
}

static Node *is_filled_sequence(const Wd *w, Node *sequence)
{
  return wd_both(w, is_collection(w, sequence, NODE_SEQ), build_not_empty(w->build, sequence));
}

/* s /|\ n: s is a sequence with at least n elements. */
static Node *of_restriction(const Wd *w, const Node *node)
{
  const Build *b = w->build;
  Node *sequence = node->kids[0];
  Node *size = build_function(b, NODE_SIZE, type_integer(b->types), sequence);
  const Type *numbers = type_pow(b->types, type_integer(b->types));
  Node *range = build_infix(b, NODE_INTERVAL, numbers, zero(w), size);
  return wd_both(w, is_collection(w, sequence, NODE_SEQ), build_member(b, node->kids[1], range));
}

/* A sequence of sequences, or of trees. */
static Node *is_nested(const Wd *w, Node *sequence, NodeKind inner)
{
  const Build *b = w->build;
  const Type *part = element_of(sequence->type)->args[1];
  Node *content = build_type_set(b, element_of(part)->args[1]);
  if (!content) return is_collection(w, sequence, NODE_SEQ);
  const Type *parts = type_pow(b->types, (Type *) (uintptr_t) part);
  const Type *all = type_pow(b->types, (Type *) (uintptr_t) sequence->type);
  Node *set = build_function(b, NODE_SEQ, all, build_function(b, inner, parts, content));
  return build_member(b, sequence, set);
}

/* rank(t,p), … : p is a node of the tree t */
static Node *of_tree_node(const Wd *w, const Node *node)
{
  Node *inside = build_member(w->build, node->kids[1], build_dom(w->build, node->kids[0]));
  return wd_both(w, is_collection(w, node->kids[0], NODE_TREE), inside);
}

static Node *of_tree(const Wd *w, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_TREE:
  case NODE_BTREE: return NULL;
  case NODE_CONST: return is_nested(w, node->kids[1], NODE_TREE);
  case NODE_BIN:
    if (node->count != 3) return NULL;
    return wd_both(w, is_collection(w, node->kids[0], NODE_BTREE),
                   is_collection(w, node->kids[2], NODE_BTREE));
  case NODE_LEFT:
  case NODE_RIGHT:
  case NODE_INFIX: return is_collection(w, node->kids[0], NODE_BTREE);
  case NODE_RANK:
  case NODE_FATHER:
  case NODE_SON:
  case NODE_SUBTREE:
  case NODE_ARITY: return of_tree_node(w, node);
  default: return is_collection(w, node->kids[0], NODE_TREE);
  }
}

/* ---- the dispatch */

static Node *of_sequence(const Wd *w, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_FIRST:
  case NODE_LAST:
  case NODE_FRONT:
  case NODE_TAIL: return is_filled_sequence(w, node->kids[0]);
  case NODE_SIZE:
  case NODE_REV:
  case NODE_INSERT_TAIL: return is_collection(w, node->kids[0], NODE_SEQ);
  case NODE_INSERT_FRONT: return is_collection(w, node->kids[1], NODE_SEQ);
  case NODE_CONC: return is_nested(w, node->kids[0], NODE_SEQ);
  case NODE_CONCAT:
    return wd_both(w, is_collection(w, node->kids[0], NODE_SEQ),
                   is_collection(w, node->kids[1], NODE_SEQ));
  case NODE_RESTRICT_FRONT:
  case NODE_RESTRICT_TAIL: return of_restriction(w, node);
  default: return NULL;
  }
}

Node *wd_of_operator(const Wd *w, const Node *node)
{
  switch ((NodeKind) node->kind) {
  case NODE_DIVIDE: return of_division(w, node);
  case NODE_MODULO: return of_modulo(w, node);
  case NODE_POWER: return of_power(w, node);
  case NODE_MIN:
  case NODE_MAX: return of_extreme(w, node);
  case NODE_APPLY: return of_application(w, node);
  case NODE_CARD: return wd_is_finite(w, node->kids[0]);
  case NODE_GEN_INTER: return build_not_empty(w->build, node->kids[0]);
  case NODE_ITERATE: return at_least_zero(w, node->kids[1]);
  default: break;
  }
  if (node_family(node->kind) == FAMILY_TREE) return of_tree(w, node);
  return of_sequence(w, node);
}
