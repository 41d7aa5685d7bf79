#include <stdlib.h>

#include "engine/reference/solve/solutions.h"
#include "base/memory.h"
#include "engine/reference/solve/ref_solve_impl.h"
#include "syntax/inspect.h"

/* How many values a binder has, where its predicate only says of each name alone to which
 * set it belongs: a product.  A set with too many elements need not be written out in order to
 * find out that it has too many. */

enum { MORE_THAN_ANY = 62 }; /* 2 to this is more than any set may have */

static uint64_t times(uint64_t a, uint64_t b)
{
  return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

typedef struct {
  Solver s;
  uint64_t *choices; /* by name; 0: all values of its type */
} Count;

/* x : S, x <: S for a name x and a set S that is known */
static bool is_restriction(const Solver *s, const Node *c)
{
  return (c->kind == NODE_MEMBER || c->kind == NODE_SUBSET) && !solver_is_open(s, c->kids[1]) &&
         solver_is_unbound(s, node_bare(c->kids[0]));
}

static bool restrict_choices(Count *count, const Node *c)
{
  Reference *r = count->s.r;
  bool subset = c->kind == NODE_SUBSET;
  const Node *name = node_bare(c->kids[0]);
  const Shape *element = ref_element_shape(r, c->kids[1]);
  Value set = ref_eval(r, c->kids[1]);
  if (value_is_none(set)) return false;
  if (ref_is_whole_type(r, element, set)) return true;
  uint64_t *choices = &count->choices[solver_unbound_index(&count->s, name->symbol)];
  Value card = ref_cardinality(r, element, set, SPAN_NONE);
  int64_t n;
  if (*choices || value_is_none(card)) return false;
  bool fits = int_fits(r->s, card, &n) && (!subset || n < MORE_THAN_ANY);
  *choices = !fits ? UINT64_MAX : subset ? UINT64_C(1) << n : (uint64_t) n;
  return *choices != 0;
}

static bool is_too_many(Count *count)
{
  const Solver *s = &count->s;
  uint64_t all = 1;
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    const Node *c = s->conjuncts.data[i];
    if (solver_is_open(s, c) && !is_restriction(s, c)) return false;
  }
  for (uint32_t i = 0; i < s->conjuncts.len; i++) {
    const Node *c = s->conjuncts.data[i];
    bool known =
        solver_is_open(s, c) ? restrict_choices(count, c) : ref_truth(s->r, c) == TRUTH_TRUE;
    if (!known) return false;
  }
  for (uint32_t i = 0; i < s->count; i++) {
    const Shape *shape = engine_shape(s->r->e, s->names[i]->type);
    uint64_t of_type = shape_is_indexed(shape) ? shape->size : UINT64_MAX;
    all = times(all, count->choices[i] ? count->choices[i] : of_type);
  }
  return all > s->r->e->options.expansion_limit;
}

static bool has_large_type(Reference *r, Symbol *const *names, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    const Shape *shape = engine_shape(r->e, names[i]->type);
    if (shape->kind == SHAPE_SET && !shape_is_indexed(shape)) return true;
  }
  return false;
}

bool solve_has_too_many(Reference *r, Symbol *const *names, uint32_t count, const Node *predicate)
{
  if (!has_large_type(r, names, count)) return false;
  Count all = {.s = {.r = r, .names = names, .count = count}};
  all.s.index = name_index_new(names, count);
  all.s.bound = calloc(count + 1, sizeof *all.s.bound);
  all.choices = calloc(count + 1, sizeof *all.choices);
  if (!all.s.bound || !all.choices) memory_exhausted();
  conjuncts_add(&all.s.conjuncts, predicate);
  Fault fault = r->e->fault;
  bool many = is_too_many(&all);
  r->e->fault = fault;
  free(all.s.bound);
  name_index_free(&all.s.index);
  free(all.choices);
  vec_free(&all.s.conjuncts);
  return many;
}
