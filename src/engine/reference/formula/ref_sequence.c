#include <assert.h>

#include "engine/reference/formula/formula.h"

/* Sequences are functions with domain 1..n. */

/* The elements in order; false (and a fault) if it is no finite sequence. */
static bool items_of(Reference *r, const Shape *relation, Value seq, Span span, Values *items,
                     Value *none)
{
  Values pairs = {0};
  if (!ref_elements(r, shape_element(relation), seq, span, &pairs, none)) return false;
  for (uint32_t i = 0; i < pairs.len; i++) { /* pairs are ascending by their first component */
    if (value_same(pair_first(r->s, pairs.data[i]), value_small((int64_t) i + 1))) {
      vec_push(items, pair_second(r->s, pairs.data[i]));
      continue;
    }
    *none =
        engine_fault(r->e, span, "this is not a sequence: %s", engine_text(r->e, relation, seq));
    vec_free(items);
    vec_free(&pairs);
    return false;
  }
  vec_free(&pairs);
  return true;
}

static Value sequence(Reference *r, const Shape *relation, const Value *items, uint64_t count)
{
  Values pairs = {0};
  for (uint64_t i = 0; i < count; i++)
    vec_push(&pairs, value_pair(r->s, value_small((int64_t) i + 1), items[i]));
  return ref_build(r, shape_element(relation), &pairs);
}

static Value string_operator(Reference *r, const Node *node, const Value *v)
{
  size_t length, more;
  const char *text = value_string_of(r->s, v[0], &length);
  Text out = {0};
  if (node->kind == NODE_SIZE) {
    int64_t count = 0;
    for (size_t i = 0; i < length; i++) count += ((unsigned char) text[i] & 0xC0) != 0x80;
    return value_small(count);
  }
  if (node->kind == NODE_CONCAT) {
    text_add_bytes(&out, text, length);
    const char *second = value_string_of(r->s, v[1], &more);
    text_add_bytes(&out, second, more);
  } else { /* reversed, character by character */
    assert(node->kind == NODE_REV);
    for (size_t end = length; end > 0;) {
      size_t start = end - 1;
      while (start > 0 && ((unsigned char) text[start] & 0xC0) == 0x80) start--;
      text_add_bytes(&out, text + start, end - start);
      end = start;
    }
  }
  Value result = value_string(r->s, text_string(&out), out.len);
  text_free(&out);
  return result;
}

static Value concatenation(Reference *r, const Node *node, const Value *v)
{
  const Shape *relation = ref_shape(r, node);
  Values items = {0}, more = {0};
  Value none;
  if (!items_of(r, relation, v[0], node->span, &items, &none)) return none;
  if (!items_of(r, relation, v[1], node->span, &more, &none)) {
    vec_free(&items);
    return none;
  }
  for (uint32_t i = 0; i < more.len; i++) vec_push(&items, more.data[i]);
  Value result = sequence(r, relation, items.data, items.len);
  vec_free(&items);
  vec_free(&more);
  return result;
}

/* conc(s): the sequences in s, one after the other */
static Value flattened(Reference *r, const Node *node, Value v)
{
  const Shape *outer = ref_shape(r, node->kids[0]), *inner = ref_shape(r, node);
  Values parts = {0}, items = {0};
  Value none;
  if (!items_of(r, outer, v, node->span, &parts, &none)) return none;
  for (uint32_t i = 0; i < parts.len; i++) {
    if (items_of(r, inner, parts.data[i], node->span, &items, &none)) continue;
    vec_free(&parts);
    return none;
  }
  Value result = sequence(r, inner, items.data, items.len);
  vec_free(&parts);
  vec_free(&items);
  return result;
}

/* s /|\ n and s \|/ n */
static Value cut(Reference *r, const Node *node, const Value *v)
{
  const Shape *relation = ref_shape(r, node);
  Values items = {0};
  Value none, result;
  if (!items_of(r, relation, v[0], node->span, &items, &none)) return none;
  bool front = node->kind == NODE_RESTRICT_FRONT;
  int64_t n;
  bool beyond = !int_fits(r->s, v[1], &n) || n > (int64_t) items.len;
  if (int_sign(r->s, v[1]) < 0 || (beyond && !front))
    result = engine_fault(r->e, node->span, "%s elements requested from a sequence of %u",
                          engine_text(r->e, shape_integer(r->e->shapes), v[1]), items.len);
  else if (front) result = sequence(r, relation, items.data, beyond ? items.len : (uint64_t) n);
  else result = sequence(r, relation, items.data ? items.data + n : NULL, items.len - (uint64_t) n);
  vec_free(&items);
  return result;
}

static Value inserted(Reference *r, const Node *node, const Value *v)
{
  const Shape *relation = ref_shape(r, node);
  bool front = node->kind == NODE_INSERT_FRONT;
  Values items = {0};
  Value none;
  if (front) vec_push(&items, v[0]);
  if (!items_of(r, relation, v[front], node->span, &items, &none)) return none;
  if (!front) vec_push(&items, v[1]);
  Value result = sequence(r, relation, items.data, items.len);
  vec_free(&items);
  return result;
}

static Value part_of(Reference *r, const Node *node, Value v)
{
  const Shape *relation = ref_shape(r, node->kids[0]);
  Values items = {0};
  Value none, result;
  if (!items_of(r, relation, v, node->span, &items, &none)) return none;
  NodeKind kind = node->kind;
  if (kind == NODE_SIZE) result = value_small(items.len);
  else if (kind == NODE_REV) {
    for (uint32_t i = 0; i < items.len / 2; i++) {
      Value spare = items.data[i];
      items.data[i] = items.data[items.len - 1 - i];
      items.data[items.len - 1 - i] = spare;
    }
    result = sequence(r, relation, items.data, items.len);
  } else if (items.len == 0)
    result = engine_fault(r->e, node->span, "%s of the empty sequence", node_kind_name(kind));
  else if (kind == NODE_FIRST) result = items.data[0];
  else if (kind == NODE_LAST) result = items.data[items.len - 1];
  else if (kind == NODE_FRONT) result = sequence(r, relation, items.data, items.len - 1);
  else {
    assert(kind == NODE_TAIL);
    result = sequence(r, relation, items.data + 1, items.len - 1);
  }
  vec_free(&items);
  return result;
}

Value ref_apply_sequence_operator(Reference *r, const Node *node, const Value *v)
{
  bool string = ref_shape(r, node->kids[0])->kind == SHAPE_STRING;
  switch ((NodeKind) node->kind) {
  case NODE_SEQ:
  case NODE_SEQ1:
  case NODE_ISEQ:
  case NODE_ISEQ1:
  case NODE_PERM: {
    LazyKind kind = lazy_of_operator(node->kind);
    return ref_lazy_or_explicit(r, ref_element_shape(r, node),
                                ref_lazy(r, kind, v[0], VALUE_UNDEFINED), node->span);
  }
  case NODE_CONCAT: return string ? string_operator(r, node, v) : concatenation(r, node, v);
  case NODE_SIZE:
  case NODE_REV: return string ? string_operator(r, node, v) : part_of(r, node, v[0]);
  case NODE_CONC: return flattened(r, node, v[0]);
  case NODE_RESTRICT_FRONT:
  case NODE_RESTRICT_TAIL: return cut(r, node, v);
  case NODE_INSERT_FRONT:
  case NODE_INSERT_TAIL: return inserted(r, node, v);
  case NODE_FIRST:
  case NODE_LAST:
  case NODE_FRONT:
  case NODE_TAIL: return part_of(r, node, v[0]);
  default: return ref_cannot_evaluate(r, node);
  }
}
