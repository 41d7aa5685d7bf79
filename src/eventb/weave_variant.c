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

/* What the invariant or axiom says of a name: x : S, x <: S. */
static Sort sort_by(const Weaver *w, const Node *predicate, const Name *name)
{
  Sort sort = SORT_UNKNOWN;
  if (predicate->kind == NODE_AND) {
    for (uint32_t i = 0; sort == SORT_UNKNOWN && i < predicate->count; i++)
      sort = sort_by(w, predicate->kids[i], name);
    return sort;
  }
  if (predicate->count != 2 || predicate->kids[0]->kind != NODE_IDENT ||
      predicate->kids[0]->name != name)
    return SORT_UNKNOWN;
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

void weave_variant(Weaver *w, Level *l, const EventbEvent *abstract)
{
  bool convergent = l->event->status == EVENT_CONVERGENT;
  if (l->event->status == EVENT_ORDINARY || l->machine->variants.len == 0) return;
  if (convergent && abstract && abstract->status == EVENT_CONVERGENT) return;
  const EventbFormula *variant = &l->machine->variants.data[0];
  Node *before = normal_form(w->arena, variant->formula);
  Node *then = expression_after(w, l, before);
  Sort sort = sort_of(w, before);
  bool set = sort == SORT_SET, several = l->machine->variants.len > 1;
  if (sort == SORT_UNKNOWN || several) {
    diag_warning(w->f->context->diags, variant->span, "variant", "%s: it is not checked",
                 several ? "this variant is one of several"
                         : "whether this variant is a number or a set is not clear");
    return;
  }
  if (convergent && !set)
    weave_oblige(w, l, NULL, "NAT",
                 node_binary(w->arena, NODE_GREATER_EQUAL, before->span, before,
                             tree_integer(w->arena, w->f->context->names, before->span, "0")));
  NodeKind decreases = set ? (convergent ? NODE_STRICT_SUBSET : NODE_SUBSET)
                           : (convergent ? NODE_LESS : NODE_LESS_EQUAL);
  weave_oblige(w, l, NULL, "VAR", node_binary(w->arena, decreases, before->span, then, before));
}
