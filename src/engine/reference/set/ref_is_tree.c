#include "engine/reference/set/sets.h"

/* Is a relation a tree: a function from paths to labels? */

/* The path with another last step. */
static Value brother(Reference *r, const Shape *path, const Values *steps, int64_t last)
{
  Values pairs = {0};
  for (uint32_t i = 0; i + 1 < steps->len; i++) vec_push(&pairs, steps->data[i]);
  if (last > 0) vec_push(&pairs, value_pair(r->s, value_small(steps->len), value_small(last)));
  return ref_build(r, shape_element(path), &pairs);
}

/* Is the path a sequence of positive numbers, with its front, the brother before it and,
 * if need be, one brother in all, among the paths? */
static bool is_closed(Reference *r, const Shape *path, Value p, Value paths, bool binary)
{
  Values steps = {0};
  SetIter it = set_iter(r->s, shape_element(path), p);
  bool closed = true;
  int64_t last = 0;
  for (Value v; set_next(&it, &v);) {
    vec_push(&steps, v);
    closed &= value_same(pair_first(r->s, v), value_small(steps.len)) &&
              int_fits(r->s, pair_second(r->s, v), &last) && last > 0;
  }
  if (closed && steps.len > 0) {
    closed = set_member(r->s, path, brother(r, path, &steps, 0), paths);
    if (closed && last > 1)
      closed = set_member(r->s, path, brother(r, path, &steps, last - 1), paths);
    if (closed && binary && last == 1)
      closed = set_member(r->s, path, brother(r, path, &steps, 2), paths);
    if (binary && last > 2) closed = false;
  }
  vec_free(&steps);
  return closed;
}

Truth ref_is_tree(Reference *r, const Shape *tree, const Values *pairs, bool binary)
{
  const Shape *path = tree->args[0]->args[0];
  Values all = {0};
  for (uint32_t i = 0; i < pairs->len; i++) {
    Value p = pair_first(r->s, pairs->data[i]);
    if (value_holds_lazy(r->s, p)) {
      vec_free(&all);
      engine_unknown(r->e, "cannot decide whether a symbolic set is a path");
      return TRUTH_UNKNOWN;
    }
    vec_push(&all, p);
  }
  Value paths = ref_build(r, path, &all);
  bool fine = set_card(r->s, paths) == pairs->len && set_member(r->s, path, VALUE_EMPTY_SET, paths);
  for (uint32_t i = 0; i < pairs->len && fine; i++)
    fine = is_closed(r, path, pair_first(r->s, pairs->data[i]), paths, binary);
  return truth_of(fine);
}
