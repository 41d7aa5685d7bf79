#include "engine/reference/closure/closure.h"
#include "engine/reference/execute/why_impl.h"

/* Notes about comparisons that are false.  They look at explicit sets only, and say
 * nothing where something cannot be computed. */

enum { NOTED_ELEMENTS = 5 };

typedef struct { /* elements that something is wrong with */
  Text text;
  uint64_t count;
} Culprits;

static void add_culprit(Explainer *x, Culprits *c, const Shape *shape, Value v)
{
  if (c->count++ < NOTED_ELEMENTS)
    text_printf(&c->text, "%s%s", c->count > 1 ? ", " : "", why_value_text(x, shape, v));
  else if (c->count == NOTED_ELEMENTS + 1) text_add(&c->text, ", …");
}

static void note_culprits(Explainer *x, Why *why, Culprits *c, const char *what)
{
  if (c->count) why_note(x, why, arena_printf(x->arena, "%s: %s", what, text_string(&c->text)));
  text_free(&c->text);
}

/* The elements as an explicit set; false if there is none. */
static bool explicit_set(Explainer *x, const Shape *element, Value *set)
{
  if (value_is_none(*set)) return false;
  *set = reference_expand(x->r, element, *set, SPAN_NONE);
  return !value_is_none(*set);
}

static void note_outside(Explainer *x, Why *why, const Shape *element, Value set, Value other,
                         const char *what)
{
  Culprits c = {0};
  if (!explicit_set(x, element, &set) || value_is_none(other)) return;
  SetIter it = set_iter(x->r->s, element, set);
  for (Value v; set_next(&it, &v);)
    if (reference_member(x->r, element, v, other) == TRUTH_FALSE) add_culprit(x, &c, element, v);
  note_culprits(x, why, &c, what);
}

/* ------------------------------------------------------------- x : A --> B */

typedef struct {
  Explainer *x;
  Why *why;
  const Shape *from, *to, *pair;
  Value relation, first, second; /* explicit; the sets on both sides, maybe lazy */
} Arrow;

/* An argument with two values: pairs with the same first component are neighbours. */
static void note_not_functional(Arrow *a)
{
  Explainer *x = a->x;
  Value before = VALUE_UNDEFINED;
  SetIter it = set_iter(x->r->s, a->pair, a->relation);
  for (Value v; set_next(&it, &v); before = v) {
    if (value_is_none(before) || !value_same(pair_first(x->r->s, before), pair_first(x->r->s, v)))
      continue;
    why_note(x, a->why,
             arena_printf(x->arena, "not a function: %s is mapped to %s and %s",
                          why_value_text(x, a->from, pair_first(x->r->s, v)),
                          why_value_text(x, a->to, pair_second(x->r->s, before)),
                          why_value_text(x, a->to, pair_second(x->r->s, v))));
    return;
  }
}

/* The values on one side of the pairs. */
static Value side(Arrow *a, bool second)
{
  Reference *r = a->x->r;
  Values values = {0};
  SetIter it = set_iter(r->s, a->pair, a->relation);
  for (Value v; set_next(&it, &v);)
    vec_push(&values, second ? pair_second(r->s, v) : pair_first(r->s, v));
  return ref_build(r, second ? a->to : a->from, &values);
}

static void note_not_injective(Arrow *a)
{
  Explainer *x = a->x;
  Store *s = x->r->s;
  SetIter it = set_iter(s, a->pair, a->relation);
  for (Value v; set_next(&it, &v);) {
    SetIter others = set_iter(s, a->pair, a->relation);
    for (Value w; set_next(&others, &w) && !value_same(v, w);) {
      if (!value_same(pair_second(s, v), pair_second(s, w))) continue;
      why_note(x, a->why,
               arena_printf(x->arena, "not injective: %s and %s are both mapped to %s",
                            why_value_text(x, a->from, pair_first(s, w)),
                            why_value_text(x, a->from, pair_first(s, v)),
                            why_value_text(x, a->to, pair_second(s, v))));
      return;
    }
  }
}

static void note_missing(Arrow *a, bool second)
{
  Explainer *x = a->x;
  const Shape *element = second ? a->to : a->from;
  Value whole = second ? a->second : a->first, part = side(a, second);
  if (!explicit_set(x, element, &whole) || value_is_none(part)) return;
  note_outside(x, a->why, element, whole, part, second ? "not in the range" : "not in the domain");
}

static void explain_arrow(Explainer *x, Why *why, const Node *member, const Node *arrow)
{
  enum { QUADRATIC = 3000 };
  Reference *r = x->r;
  const Shape *pair = ref_element_shape(r, member->kids[0]);
  Arrow a = {.x = x, .why = why, .pair = pair, .from = pair->args[0], .to = pair->args[1]};
  a.relation = ref_eval(r, member->kids[0]);
  a.first = ref_eval(r, arrow->kids[0]);
  a.second = ref_eval(r, arrow->kids[1]);
  if (!explicit_set(x, pair, &a.relation)) return;
  Demands d = ref_arrow_demands(lazy_of_operator(arrow->kind));
  if (d.functional) note_not_functional(&a);
  if (d.injective && set_card(r->s, a.relation) <= QUADRATIC) note_not_injective(&a);
  note_outside(x, why, a.from, side(&a, false), a.first, "in the domain, but not in the left set");
  note_outside(x, why, a.to, side(&a, true), a.second, "in the range, but not in the right set");
  if (d.total) note_missing(&a, false);
  if (d.surjective) note_missing(&a, true);
}

/* ----------------------------------------------------------------- all sorts */

static void explain_inclusion(Explainer *x, Why *why, const Node *left, const Node *right)
{
  Value set = ref_eval(x->r, left), other = ref_eval(x->r, right);
  note_outside(x, why, ref_element_shape(x->r, left), set, other, "not in the right set");
}

static void explain_equality(Explainer *x, Why *why, const Node *node)
{
  enum { SMALL = 4 }; /* seen at a glance */
  Reference *r = x->r;
  if (ref_shape(r, node->kids[0])->kind != SHAPE_SET) return;
  const Shape *element = ref_element_shape(r, node->kids[0]);
  Value a = ref_eval(r, node->kids[0]), b = ref_eval(r, node->kids[1]);
  if (value_is_none(a) || value_is_none(b) || is_lazy(a) || is_lazy(b)) return;
  if (set_card(r->s, a) <= SMALL && set_card(r->s, b) <= SMALL) return;
  note_outside(x, why, element, a, b, "only on the left");
  note_outside(x, why, element, b, a, "only on the right");
}

void why_comparison(Explainer *x, Why *why, const Node *node, Truth t)
{
  if (t != TRUTH_FALSE) return;
  if (node->kind == NODE_SUBSET) explain_inclusion(x, why, node->kids[0], node->kids[1]);
  else if (node->kind == NODE_EQUAL) explain_equality(x, why, node);
  else if (node->kind == NODE_MEMBER) {
    const Node *set = node_bare(node->kids[1]);
    if (kind_is_arrow(set->kind)) explain_arrow(x, why, node, set);
    else if (set->kind == NODE_POW || set->kind == NODE_FIN)
      explain_inclusion(x, why, node->kids[0], set->kids[0]);
  }
}
