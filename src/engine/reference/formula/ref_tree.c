#include "engine/reference/formula/formula.h"

/* Trees: functions from paths (sequences of positions, the root is []) to labels.
 * A tree is worked on as the vector of its (path, label) pairs. */

typedef struct {
  Reference *r;
  const Node *node;
  const Shape *tree; /* POW(POW(INTEGER*INTEGER)*a) */
  const Shape *path; /* POW(INTEGER*INTEGER)        */
} Trees;

static Value path_of(Trees *t, const Value *steps, uint32_t count)
{
  Values pairs = {0};
  for (uint32_t i = 0; i < count; i++)
    vec_push(&pairs, value_pair(t->r->s, value_small((int64_t) i + 1), steps[i]));
  return ref_build(t->r, shape_element(t->path), &pairs);
}

static void steps_of(Trees *t, Value path, Values *steps)
{
  SetIter it = set_iter(t->r->s, shape_element(t->path), path);
  for (Value v; set_next(&it, &v);) vec_push(steps, pair_second(t->r->s, v));
}

static bool label_at(Trees *t, const Values *pairs, Value path, Value *label)
{
  for (uint32_t i = 0; i < pairs->len; i++)
    if (value_same(pair_first(t->r->s, pairs->data[i]), path))
      return *label = pair_second(t->r->s, pairs->data[i]), true;
  return false;
}

static Value child(Trees *t, Value path, uint32_t i)
{
  Values steps = {0};
  steps_of(t, path, &steps);
  vec_push(&steps, value_small(i));
  Value result = path_of(t, steps.data, steps.len);
  vec_free(&steps);
  return result;
}

static uint32_t arity(Trees *t, const Values *pairs, Value path)
{
  uint32_t n = 0;
  Value label;
  while (label_at(t, pairs, child(t, path, n + 1), &label)) n++;
  return n;
}

static bool pairs_of(Trees *t, Value tree, Values *pairs, bool binary, Value *none)
{
  if (!ref_elements(t->r, shape_element(t->tree), tree, t->node->span, pairs, none)) return false;
  Truth is = ref_is_tree(t->r, t->tree, pairs, binary);
  if (is == TRUTH_TRUE) return true;
  *none = is == TRUTH_UNKNOWN
              ? VALUE_UNKNOWN
              : engine_fault(t->r->e, t->node->span, "this is not a %stree: %s",
                             binary ? "binary " : "", engine_text(t->r->e, t->tree, tree));
  vec_free(pairs);
  return false;
}

/* The tree below a path, with paths from there. */
static Value subtree(Trees *t, const Values *pairs, Value path)
{
  Values prefix = {0}, out = {0};
  steps_of(t, path, &prefix);
  for (uint32_t i = 0; i < pairs->len; i++) {
    Values steps = {0};
    steps_of(t, pair_first(t->r->s, pairs->data[i]), &steps);
    bool below = steps.len >= prefix.len;
    for (uint32_t j = 0; below && j < prefix.len; j++)
      below = value_same(steps.data[j], prefix.data[j]);
    if (below) {
      Value rest = path_of(t, steps.data ? steps.data + prefix.len : NULL, steps.len - prefix.len);
      vec_push(&out, value_pair(t->r->s, rest, pair_second(t->r->s, pairs->data[i])));
    }
    vec_free(&steps);
  }
  vec_free(&prefix);
  return ref_build(t->r, shape_element(t->tree), &out);
}

/* const(x, sons): each son's paths get its number in front. */
static Value with_sons(Trees *t, Value label, const Value *sons, uint32_t count, Value *none)
{
  Values out = {0};
  vec_push(&out, value_pair(t->r->s, VALUE_EMPTY_SET, label));
  for (uint32_t i = 0; i < count; i++) {
    Values pairs = {0};
    if (!pairs_of(t, sons[i], &pairs, t->node->kind == NODE_BIN, none)) {
      vec_free(&out);
      return *none;
    }
    for (uint32_t j = 0; j < pairs.len; j++) {
      Values steps = {0};
      vec_push(&steps, value_small((int64_t) i + 1));
      steps_of(t, pair_first(t->r->s, pairs.data[j]), &steps);
      vec_push(&out, value_pair(t->r->s, path_of(t, steps.data, steps.len),
                                pair_second(t->r->s, pairs.data[j])));
      vec_free(&steps);
    }
    vec_free(&pairs);
  }
  return ref_build(t->r, shape_element(t->tree), &out);
}

/* The labels in prefix (0), postfix (1) or infix (2) order. */
static void walk(Trees *t, const Values *pairs, Value path, int order, Values *out)
{
  Value label = VALUE_UNDEFINED;
  label_at(t, pairs, path, &label);
  uint32_t sons = arity(t, pairs, path);
  if (order == 0) vec_push(out, label);
  for (uint32_t i = 1; i <= sons; i++) {
    walk(t, pairs, child(t, path, i), order, out);
    if (order == 2 && i == 1) vec_push(out, label);
  }
  if (order == 1 || (order == 2 && sons == 0)) vec_push(out, label);
}

static Value labels(Trees *t, const Values *pairs, int order)
{
  Values items = {0}, numbered = {0};
  walk(t, pairs, VALUE_EMPTY_SET, order, &items);
  for (uint32_t i = 0; i < items.len; i++)
    vec_push(&numbered, value_pair(t->r->s, value_small((int64_t) i + 1), items.data[i]));
  vec_free(&items);
  return ref_build(t->r, ref_element_shape(t->r, t->node), &numbered);
}

static Value mirrored(Trees *t, const Values *pairs)
{
  Values out = {0};
  for (uint32_t i = 0; i < pairs->len; i++) {
    Values steps = {0}, turned = {0};
    steps_of(t, pair_first(t->r->s, pairs->data[i]), &steps);
    for (uint32_t j = 0; j < steps.len; j++) {
      uint32_t sons = arity(t, pairs, path_of(t, steps.data, j));
      vec_push(&turned, value_small((int64_t) sons + 1 - value_small_int(steps.data[j])));
    }
    vec_push(&out, value_pair(t->r->s, path_of(t, turned.data, turned.len),
                              pair_second(t->r->s, pairs->data[i])));
    vec_free(&steps);
    vec_free(&turned);
  }
  return ref_build(t->r, shape_element(t->tree), &out);
}

static Value sons_sequence(Trees *t, const Values *pairs)
{
  Values out = {0};
  uint32_t count = arity(t, pairs, VALUE_EMPTY_SET);
  for (uint32_t i = 1; i <= count; i++)
    vec_push(&out,
             value_pair(t->r->s, value_small(i), subtree(t, pairs, child(t, VALUE_EMPTY_SET, i))));
  return ref_build(t->r, ref_element_shape(t->r, t->node), &out);
}

/* The operators on a tree and a node of it. */
static Value at_node(Trees *t, const Values *pairs, const Value *v)
{
  Value label;
  NodeKind kind = t->node->kind;
  if (!label_at(t, pairs, v[1], &label))
    return engine_fault(t->r->e, t->node->span, "%s is not a node of the tree",
                        engine_text(t->r->e, t->path, v[1]));
  if (kind == NODE_SUBTREE) return subtree(t, pairs, v[1]);
  if (kind == NODE_ARITY) return value_small(arity(t, pairs, v[1]));
  if (kind == NODE_SON) {
    int64_t i;
    if (!int_fits(t->r->s, v[2], &i) || i < 1 || i > (int64_t) arity(t, pairs, v[1]))
      return engine_fault(t->r->e, t->node->span, "the node has no such son");
    return child(t, v[1], (uint32_t) i);
  }
  Values steps = {0};
  steps_of(t, v[1], &steps);
  Value result;
  if (steps.len == 0)
    result = engine_fault(t->r->e, t->node->span, "the root has no %s", node_kind_name(kind));
  else if (kind == NODE_FATHER) result = path_of(t, steps.data, steps.len - 1);
  else result = steps.data[steps.len - 1]; /* rank */
  vec_free(&steps);
  return result;
}

static Value branch(Trees *t, const Values *pairs)
{
  if (arity(t, pairs, VALUE_EMPTY_SET) != 2)
    return engine_fault(t->r->e, t->node->span, "this is not a binary tree with sons");
  return subtree(t, pairs, child(t, VALUE_EMPTY_SET, t->node->kind == NODE_LEFT ? 1 : 2));
}

static Value on_tree(Trees *t, const Value *v)
{
  Values pairs = {0};
  Value result;
  NodeKind kind = t->node->kind;
  bool binary = kind == NODE_INFIX || kind == NODE_LEFT || kind == NODE_RIGHT;
  if (!pairs_of(t, v[0], &pairs, binary, &result)) return result;
  switch (kind) {
  case NODE_TOP: label_at(t, &pairs, VALUE_EMPTY_SET, &result); break;
  case NODE_SONS: result = sons_sequence(t, &pairs); break;
  case NODE_PREFIX: result = labels(t, &pairs, 0); break;
  case NODE_POSTFIX: result = labels(t, &pairs, 1); break;
  case NODE_INFIX: result = labels(t, &pairs, 2); break;
  case NODE_SIZET: result = value_small(pairs.len); break;
  case NODE_MIRROR: result = mirrored(t, &pairs); break;
  case NODE_LEFT:
  case NODE_RIGHT: result = branch(t, &pairs); break;
  default: result = at_node(t, &pairs, v); break;
  }
  vec_free(&pairs);
  return result;
}

static Value constructed(Trees *t, const Value *v)
{
  Value none;
  if (t->node->kind == NODE_BIN) {
    if (t->node->count == 1) return with_sons(t, v[0], NULL, 0, &none);
    Value sons[] = {v[0], v[2]};
    return with_sons(t, v[1], sons, 2, &none);
  }
  Values pairs = {0}, sons = {0};
  const Shape *sequence = ref_shape(t->r, t->node->kids[1]);
  if (!ref_elements(t->r, shape_element(sequence), v[1], t->node->span, &pairs, &none)) return none;
  bool fine = true;
  for (uint32_t i = 0; i < pairs.len; i++) {
    fine &= value_same(pair_first(t->r->s, pairs.data[i]), value_small((int64_t) i + 1));
    vec_push(&sons, pair_second(t->r->s, pairs.data[i]));
  }
  Value result = !fine ? engine_fault(t->r->e, t->node->span, "the sons do not form a sequence: %s",
                                      engine_text(t->r->e, sequence, v[1]))
                       : with_sons(t, v[0], sons.data, sons.len, &none);
  vec_free(&pairs);
  vec_free(&sons);
  return result;
}

Value ref_eval_tree(Reference *r, const Node *node)
{
  Value v[3], none;
  if (!ref_eval_kids(r, node, v, node->count, &none)) return none;
  Trees t = {.r = r, .node = node};
  NodeKind kind = node->kind;
  if (kind == NODE_TREE || kind == NODE_BTREE)
    return ref_lazy(r, kind == NODE_TREE ? LAZY_TREE : LAZY_BTREE, v[0], VALUE_UNDEFINED);
  bool makes = kind == NODE_CONST || kind == NODE_BIN;
  t.tree = makes ? ref_shape(r, node) : ref_shape(r, node->kids[0]);
  t.path = t.tree->args[0]->args[0];
  return makes ? constructed(&t, v) : on_tree(&t, v);
}
