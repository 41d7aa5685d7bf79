#include <string.h>

#include "eventb/flatten/weave.h"

/* Variants.  Types are not known here, so whether one is a number or a set is read off its
 * form and off what invariants and axioms say of names. */

/* The expression for the state after the event. */
static Node *expression_after(Weaver *w, const Level *l, Node *expression)
{
  for (uint32_t i = 0; i < l->machine->variables.len; i++) {
    const Name *name = l->machine->variables.data[i].name;
    if (weave_is_changed(l, name))
      expression = math_rename(w->arena, expression, name, weave_primed(w, name));
  }
  return expression;
}

typedef enum { SORT_UNKNOWN, SORT_NUMBER, SORT_SET } Sort;

/* What of a name is asked for: its own sort, that of its elements, that of f(x). */
typedef enum { VIEW_ITSELF, VIEW_INSIDE, VIEW_RESULT } View;

enum { MOST_NAMES = 4 }; /* of which one is said by the next one */

static Sort sort_at(const Weaver *, const Node *, uint32_t depth);
static Sort sort_of_name(const Weaver *, const Node *, View, uint32_t depth);

static bool is_name(const Node *node, const Name *name)
{
  return node->kind == NODE_IDENT && node->name == name;
}

/* The sort of what a set has in it. */
static Sort sort_inside(const Weaver *w, const Node *set, uint32_t depth)
{
  switch ((NodeKind) set->kind) {
  case NODE_INTEGER:
  case NODE_NATURAL:
  case NODE_NATURAL1:
  case NODE_INTERVAL: return SORT_NUMBER;
  case NODE_POW:
  case NODE_POW1: return SORT_SET;
  case NODE_SET_EXT: return sort_at(w, set->kids[0], depth);
  case NODE_UNION:
  case NODE_INTERSECTION:
  case NODE_SET_MINUS: return sort_inside(w, set->kids[0], depth);
  case NODE_RAN: return sort_of_name(w, set->kids[0], VIEW_RESULT, depth);
  case NODE_IDENT: return sort_of_name(w, set, VIEW_INSIDE, depth);
  default: return kind_is_arrow(set->kind) ? SORT_SET : SORT_UNKNOWN;
  }
}

/* What `name : set` says of it. */
static Sort sort_of_element(const Weaver *w, const Node *set, View view, uint32_t depth)
{
  switch (view) {
  case VIEW_ITSELF: return sort_inside(w, set, depth);
  case VIEW_INSIDE:
    return set->kind == NODE_POW || set->kind == NODE_POW1 ? sort_inside(w, set->kids[0], depth)
                                                           : SORT_UNKNOWN;
  case VIEW_RESULT:
    return kind_is_arrow(set->kind) ? sort_inside(w, set->kids[1], depth) : SORT_UNKNOWN;
  }
  return SORT_UNKNOWN;
}

/* What the invariant or axiom says of a name: x : S, x <: S, x = E, x < E, E < x. */
static Sort sort_by(const Weaver *w, const Node *predicate, const Name *name, View view,
                    uint32_t depth)
{
  Sort sort = SORT_UNKNOWN;
  if (predicate->kind == NODE_AND) {
    for (uint32_t i = 0; sort == SORT_UNKNOWN && i < predicate->count; i++)
      sort = sort_by(w, predicate->kids[i], name, view, depth);
    return sort;
  }
  if (predicate->count != 2) return SORT_UNKNOWN;
  const Node *left = predicate->kids[0], *right = predicate->kids[1];
  bool compared = kind_is_order(predicate->kind) && view == VIEW_ITSELF;
  if (compared && (is_name(left, name) || is_name(right, name))) return SORT_NUMBER;
  if (predicate->kind == NODE_EQUAL && is_name(right, name)) right = left;
  else if (!is_name(left, name)) return SORT_UNKNOWN;
  switch ((NodeKind) predicate->kind) {
  case NODE_SUBSET:
  case NODE_STRICT_SUBSET:
    return view == VIEW_ITSELF   ? SORT_SET
           : view == VIEW_INSIDE ? sort_inside(w, right, depth)
                                 : SORT_UNKNOWN;
  case NODE_EQUAL:
    return view == VIEW_ITSELF   ? sort_at(w, right, depth)
           : view == VIEW_INSIDE ? sort_inside(w, right, depth)
                                 : SORT_UNKNOWN;
  case NODE_MEMBER: return sort_of_element(w, right, view, depth);
  default: return SORT_UNKNOWN;
  }
}

static Sort sort_by_any(const Weaver *w, const EventbFormulas *formulas, const Name *name,
                        View view, uint32_t depth)
{
  Sort sort = SORT_UNKNOWN;
  for (uint32_t i = 0; sort == SORT_UNKNOWN && i < formulas->len; i++)
    sort = sort_by(w, formulas->data[i].formula, name, view, depth);
  return sort;
}

static Sort sort_of_name(const Weaver *w, const Node *node, View view, uint32_t depth)
{
  Sort sort = SORT_UNKNOWN;
  if (node->kind != NODE_IDENT || depth == 0) return SORT_UNKNOWN;
  for (uint32_t i = 0; sort == SORT_UNKNOWN && i < w->f->chain.len; i++)
    sort = sort_by_any(w, &w->f->chain.data[i]->invariants, node->name, view, depth - 1);
  for (uint32_t i = 0; sort == SORT_UNKNOWN && i < w->f->contexts.len; i++)
    sort = sort_by_any(w, &w->f->contexts.data[i]->axioms, node->name, view, depth - 1);
  return sort;
}

static Sort sort_at(const Weaver *w, const Node *node, uint32_t depth)
{
  switch ((NodeKind) node->kind) {
  case NODE_IDENT: return sort_of_name(w, node, VIEW_ITSELF, depth);
  case NODE_APPLY: return sort_of_name(w, node->kids[0], VIEW_RESULT, depth);
  case NODE_INTEGER_LIT:
  case NODE_MINUS:
  case NODE_TIMES: return SORT_NUMBER;
  case NODE_SET_EXT:
  case NODE_IMAGE_SET:
  case NODE_EMPTY_SET:
  case NODE_COMPREHENSION:
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER: return SORT_SET;
  default: break;
  }
  const char *arrow =
      node_is_operator(node) ? strstr(operator_of(node->kind)->scheme, "-> ") : NULL;
  if (!arrow) return SORT_UNKNOWN;
  if (!strncmp(arrow + 3, "POW(", 4)) return SORT_SET;
  return arrow[3] == 'n' || arrow[3] == 'I' ? SORT_NUMBER : SORT_UNKNOWN;
}

/* Is the variant a number or a set?  As far as can be seen before types are known. */
static Sort sort_of(const Weaver *w, const Node *node) { return sort_at(w, node, MOST_NAMES); }

/* How an event of the level counts: what refines an ordinary event is ordinary. */
static EventStatus status_at(const Weaver *w, uint32_t depth, const EventbEvent *event)
{
  if (event->status == EVENT_ORDINARY || depth + 1 >= w->f->chain.len) return event->status;
  for (uint32_t i = 0; i < event->refines.len; i++) {
    const EventbEvent *abstract =
        eventb_event(w->f->chain.data[depth + 1], event->refines.data[i].name);
    if (abstract && status_at(w, depth + 1, abstract) == EVENT_ORDINARY) return EVENT_ORDINARY;
  }
  return event->status;
}

/* Do all events that it refines converge already? */
static bool has_converged(const Weaver *w, const Level *l)
{
  const EventbNames *refines = &l->event->refines;
  bool converged = refines->len > 0 && l->depth + 1 < w->f->chain.len;
  for (uint32_t i = 0; converged && i < refines->len; i++) {
    const EventbEvent *abstract =
        eventb_event(w->f->chain.data[l->depth + 1], refines->data[i].name);
    converged = abstract && status_at(w, l->depth + 1, abstract) == EVENT_CONVERGENT;
  }
  return converged;
}

/* What the event has to show. */
static EventStatus status_of(Weaver *w, const Level *l)
{
  EventStatus status = status_at(w, l->depth, l->event);
  if (eventb_is_initialisation(l->event)) return EVENT_ORDINARY;
  if (status == EVENT_CONVERGENT && has_converged(w, l)) return EVENT_ORDINARY;
  if (status == EVENT_ORDINARY && l->event->status != EVENT_ORDINARY)
    diag_warning(
        w->f->context->diags, l->event->span, "variant",
        "the event %s of machine %s counts as ordinary, because it refines an ordinary event",
        l->event->name->text, l->machine->name->text);
  return status;
}

typedef struct { /* of a machine, for an event */
  Node *before, *after;
  const Name *label; /* or NULL: there is only one */
  bool set, last;
} Variant;

typedef VEC(Variant) Variants;

/* The variants that the event may change, or the last one if it must decrease one; up to one, with
 * a warning, of which it is not clear what decreasing means. */
static Variants variants_of(Weaver *w, const Level *l, bool convergent)
{
  const EventbFormulas *all = &l->machine->variants;
  Variants variants = {0};
  for (uint32_t i = 0; i < all->len; i++) {
    const EventbFormula *variant = &all->data[i];
    Node *before = classical_form(w->arena, variant->formula);
    Node *after = expression_after(w, l, before);
    bool last = i + 1 == all->len;
    if (after == before && !(convergent && last && variants.len == 0)) continue;
    Sort sort = sort_of(w, before);
    if (sort == SORT_UNKNOWN) {
      diag_warning(w->f->context->diags, variant->span, "variant",
                   "this variant is not checked: its type (number or set) is not clear");
      return variants; /* none is the last one: those before must not increase */
    }
    const Name *label = all->len > 1 ? variant->label : NULL;
    vec_push(&variants, ((Variant){before, after, label, sort == SORT_SET, false}));
  }
  if (variants.len) variants.data[variants.len - 1].last = true;
  return variants;
}

/* P, provided that the variants before the one of this number stay as they are. */
static Node *given_the_same(Weaver *w, const Variants *variants, uint32_t number, Node *predicate)
{
  TreeList same = {0};
  for (uint32_t i = 0; i < number; i++) {
    const Variant *variant = &variants->data[i];
    vec_push(&same,
             node_binary(w->arena, NODE_EQUAL, predicate->span, variant->after, variant->before));
  }
  Node *all = math_conjunction(w->arena, predicate->span, same.data, same.len);
  vec_free(&same);
  if (!number) return predicate;
  return node_binary(w->arena, NODE_IMPLIES, predicate->span, all, predicate);
}

static void check_bound(Weaver *w, Level *l, const Variants *variants, uint32_t number)
{
  const Variant *variant = &variants->data[number];
  Node *before = variant->before;
  Node *bound = variant->set
                    ? node_unary(w->arena, NODE_FINITE, before->span, before)
                    : node_binary(w->arena, NODE_GREATER_EQUAL, before->span, before,
                                  math_integer(w->arena, w->f->context->names, before->span, "0"));
  weave_oblige(w, l, variant->label, variant->set ? "FIN" : "NAT",
               given_the_same(w, variants, number, bound));
}

/* Lexicographic: the first variant that changes must decrease. */
void weave_variant(Weaver *w, Level *l)
{
  EventStatus status = status_of(w, l);
  if (status == EVENT_ORDINARY) return;
  bool convergent = status == EVENT_CONVERGENT;
  if (convergent && l->machine->variants.len == 0)
    diag_warning(w->f->context->diags, l->event->span, "variant",
                 "machine %s has no variant, so the convergence of %s is not checked",
                 l->machine->name->text, l->event->name->text);
  Variants variants = variants_of(w, l, convergent);
  for (uint32_t i = 0; i < variants.len; i++) {
    const Variant *variant = &variants.data[i];
    bool strict = convergent && variant->last;
    if (variant->set || convergent || !variant->last) check_bound(w, l, &variants, i);
    NodeKind decreases = variant->set ? (strict ? NODE_STRICT_SUBSET : NODE_SUBSET)
                                      : (strict ? NODE_LESS : NODE_LESS_EQUAL);
    Node *goal =
        node_binary(w->arena, decreases, variant->before->span, variant->after, variant->before);
    weave_oblige(w, l, variant->label, "VAR", given_the_same(w, &variants, i, goal));
  }
  vec_free(&variants);
}
