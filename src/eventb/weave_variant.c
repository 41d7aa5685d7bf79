#include <string.h>

#include "eventb/weave.h"

/* Variants.  Types are not known here, so whether one is a number or a set is read off its
 * form and off what invariants and axioms say of names. */

/* The expression for the state after the event. */
static Node *expression_after(Weaver *w, const Level *l, Node *expression)
{
  for (uint32_t i = 0; i < l->machine->variables.len; i++) {
    const Name *name = l->machine->variables.data[i].name;
    if (weave_is_changed(l, name))
      expression = tree_rename(w->arena, expression, name, weave_primed(w, name));
  }
  return expression;
}

typedef enum { SORT_UNKNOWN, SORT_NUMBER, SORT_SET } Sort;

static Sort sort_of(const Weaver *, const Node *);

static bool is_comparison(const Node *predicate)
{
  return predicate->kind == NODE_LESS || predicate->kind == NODE_LESS_EQUAL ||
         predicate->kind == NODE_GREATER || predicate->kind == NODE_GREATER_EQUAL;
}

static bool is_name(const Node *node, const Name *name)
{
  return node->kind == NODE_IDENT && node->name == name;
}

/* What the invariant or axiom says of a name: x : S, x <: S, x < E, E < x. */
static Sort sort_by(const Weaver *w, const Node *predicate, const Name *name)
{
  Sort sort = SORT_UNKNOWN;
  if (predicate->kind == NODE_AND) {
    for (uint32_t i = 0; sort == SORT_UNKNOWN && i < predicate->count; i++)
      sort = sort_by(w, predicate->kids[i], name);
    return sort;
  }
  if (predicate->count != 2) return SORT_UNKNOWN;
  if (is_comparison(predicate) && is_name(predicate->kids[1], name)) return SORT_NUMBER;
  if (!is_name(predicate->kids[0], name)) return SORT_UNKNOWN;
  if (is_comparison(predicate)) return SORT_NUMBER;
  const Node *set = predicate->kids[1];
  switch ((NodeKind) predicate->kind) {
  case NODE_SUBSET:
  case NODE_STRICT_SUBSET: return SORT_SET;
  case NODE_EQUAL: return set->kind == NODE_IDENT ? SORT_UNKNOWN : sort_of(w, set);
  case NODE_MEMBER: break;
  default: return SORT_UNKNOWN;
  }
  if (set->kind == NODE_INTEGER || set->kind == NODE_NATURAL || set->kind == NODE_NATURAL1 ||
      set->kind == NODE_INTERVAL)
    return SORT_NUMBER;
  bool sets = set->kind == NODE_POW || set->kind == NODE_POW1 ||
              (set->kind >= NODE_RELATION && set->kind <= NODE_TOTAL_SURJ_REL);
  return sets ? SORT_SET : SORT_UNKNOWN;
}

static Sort sort_of_name(const Weaver *w, const Name *name)
{
  Sort sort = SORT_UNKNOWN;
  for (uint32_t i = 0; i < w->f->chain.len; i++) {
    const EventbFormulas *formulas = &w->f->chain.data[i]->invariants;
    for (uint32_t k = 0; sort == SORT_UNKNOWN && k < formulas->len; k++)
      sort = sort_by(w, formulas->data[k].formula, name);
  }
  for (uint32_t i = 0; i < w->f->contexts.len; i++) {
    const EventbFormulas *formulas = &w->f->contexts.data[i]->axioms;
    for (uint32_t k = 0; sort == SORT_UNKNOWN && k < formulas->len; k++)
      sort = sort_by(w, formulas->data[k].formula, name);
  }
  return sort;
}

/* Is the variant a number or a set?  As far as can be seen before types are known. */
static Sort sort_of(const Weaver *w, const Node *node)
{
  if (node->kind == NODE_IDENT) return sort_of_name(w, node->name);
  if (node->kind == NODE_INTEGER_LIT) return SORT_NUMBER;
  if (node->kind == NODE_SET_EXT || node->kind == NODE_IMAGE_SET || node->kind == NODE_EMPTY_SET ||
      node->kind == NODE_COMPREHENSION)
    return SORT_SET;
  if (!node_is_operator(node)) return SORT_UNKNOWN;
  if (node->kind == NODE_MINUS || node->kind == NODE_TIMES) return SORT_NUMBER;
  const char *arrow = strstr(operator_of(node->kind)->scheme, "-> ");
  if (!arrow) return SORT_UNKNOWN;
  if (!strncmp(arrow + 3, "POW(", 4)) return SORT_SET;
  return arrow[3] == 'n' || arrow[3] == 'I' ? SORT_NUMBER : SORT_UNKNOWN;
}

/* What the event has to show: its status, unless the abstract events leave nothing to show.
 * What refines an ordinary event is ordinary; what refines convergent ones converges. */
static EventStatus status_of(Weaver *w, const Level *l)
{
  const EventbEvent *event = l->event;
  bool converges = event->refines.len > 0;
  if (event->status == EVENT_ORDINARY || l->depth + 1 >= w->f->chain.len) return event->status;
  for (uint32_t i = 0; i < event->refines.len; i++) {
    const EventbEvent *abstract =
        eventb_event(w->f->chain.data[l->depth + 1], event->refines.data[i].name);
    if (!abstract) continue;
    if (abstract->status == EVENT_ORDINARY) {
      diag_warning(w->f->context->diags, event->refines.data[i].span, "variant",
                   "the event %s of machine %s counts as ordinary, since it refines %s, which is",
                   event->name->text, l->machine->name->text, abstract->name->text);
      return EVENT_ORDINARY;
    }
    converges &= abstract->status == EVENT_CONVERGENT;
  }
  return converges ? EVENT_ORDINARY : event->status;
}

typedef struct { /* of a machine, for an event */
  Node *before, *after;
  const Name *label; /* or NULL: there is only one */
  bool set, last;
} Variant;

typedef VEC(Variant) Variants;

/* The variants that the event may change, or the last one if it must decrease one; none, with a
 * warning, if it is not clear what decreasing means. */
static Variants variants_of(Weaver *w, const Level *l, bool convergent)
{
  const EventbFormulas *all = &l->machine->variants;
  Variants variants = {0};
  for (uint32_t i = 0; i < all->len; i++) {
    const EventbFormula *variant = &all->data[i];
    Node *before = normal_form(w->arena, variant->formula);
    Node *after = expression_after(w, l, before);
    bool last = i + 1 == all->len;
    if (after == before && !(convergent && last && variants.len == 0)) continue;
    Sort sort = sort_of(w, before);
    if (sort == SORT_UNKNOWN) {
      diag_warning(w->f->context->diags, variant->span, "variant",
                   "whether this variant is a number or a set is not clear: it is not checked");
      variants.len = 0;
      break;
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
  Node *all = tree_conjunction(w->arena, predicate->span, same.data, same.len);
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
                                  tree_integer(w->arena, w->f->context->names, before->span, "0"));
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
                 "machine %s has no variant, so nothing says that %s converges",
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
