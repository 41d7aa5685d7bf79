#include "engine/reference/closure/ref_mapping_impl.h"
#include "engine/reference/library.h"
#include "model/total.h"
#include "syntax/inspect.h"

/* Is the value of a mapping always defined, and do the arguments follow from it? */

static bool is_defined(Mapping *, const Node *);

/* Is it a constructor of a datatype of Event-B?  These take all values of a type. */
static bool is_total_constructor(const Node *node)
{
  const Symbol *symbol = node->kind == NODE_IDENT ? node->symbol : NULL;
  return symbol && symbol->kind == SYMBOL_CONSTRUCTOR && symbol->owner && symbol->owner->machine &&
         symbol->owner->machine->unit->eventb;
}

/* Lie all values of the expression in the set of the type? */
static bool lies_in(Mapping *m, const Node *node, LazyKind kind)
{
  const Shape *shape = ref_shape(m->r, node);
  const Shape *inner = kind >= LAZY_SEQ ? shape->args[0]->args[1] : shape_element(shape);
  Value all = ref_lazy(m->r, kind, ref_whole_type(m->r, inner), VALUE_UNDEFINED);
  return ref_included(m->r, shape, mapping_cover(m, node).set, all) == TRUTH_TRUE;
}

/* Arguments that a part of the definition of the function has, which is being looked at. */
static Value arguments_in(const Mapping *m, const Node *part)
{
  part = node_bare(part);
  const Shape *relation = ref_shape(m->r, part);
  for (const Mapping *outer = m; outer; outer = outer->outer)
    if (outer->c->node == part) return value_is_none(outer->whole) ? VALUE_EMPTY_SET : outer->whole;
  if (part->kind == NODE_UNION)
    return ref_union(m->r, relation->args[0]->args[0], arguments_in(m, part->kids[0]),
                     arguments_in(m, part->kids[1]));
  if (!mapping_closes(m, part) || mapping_mentions_itself(m, part)) return VALUE_EMPTY_SET;
  Value v = ref_eval(m->r, part);
  Cover domain =
      value_is_none(v) ? (Cover){VALUE_EMPTY_SET, false} : cover_side(m->r, relation, v, true);
  return domain.exact ? domain.set : VALUE_EMPTY_SET;
}

/* Does the function apply itself at arguments of its own only?  (That this comes to an end is asked
 * where the definition is taken for one.) */
static bool stays_inside(Mapping *m, const Node *apply)
{
  const Node *definition = closure_node(m->r, mapping_function_named(m, apply->kids[0]));
  Value inside = arguments_in(m, definition);
  return !value_is_none(inside) &&
         ref_included(m->r, ref_shape(m->r, apply->kids[1]), mapping_cover(m, apply->kids[1]).set,
                      inside) == TRUTH_TRUE;
}

static bool is_applicable(Mapping *m, const Node *node)
{
  const Node *f = node_bare(node->kids[0]);
  if (is_total_constructor(f)) return true;
  if (node->count != 2) return false; /* several arguments: only of constructors */
  if (mapping_is_recursion(m, f)) return stays_inside(m, node);
  Value arrow = mapping_arrow(m, f);
  if (!value_is_none(arrow) && ref_arrow_demands((LazyKind) lazy_what(m->r->s, arrow)).total)
    return ref_included(m->r, ref_shape(m->r, node->kids[1]), mapping_cover(m, node->kids[1]).set,
                        lazy_part(m->r->s, arrow, 0)) == TRUTH_TRUE;
  if (!mapping_closes(m, f)) return false;
  const Shape *relation = ref_shape(m->r, f);
  Value v = ref_eval(m->r, f);
  if (value_is_none(v)) return false;
  Cover domain = cover_side(m->r, relation, v, true);
  return domain.exact && cover_is_function(m->r, relation, v) == TRUTH_TRUE &&
         ref_included(m->r, relation->args[0]->args[0], mapping_cover(m, node->kids[1]).set,
                      domain.set) == TRUTH_TRUE;
}

static bool is_never_zero(Mapping *m, const Node *node)
{
  const Shape *integer = shape_integer(m->r->e->shapes);
  return reference_member(m->r, integer, value_small(0), mapping_cover(m, node).set) == TRUTH_FALSE;
}

/* Operators that are not defined for all operands. */
static bool is_defined_here(Mapping *m, const Node *node)
{
  const Type *first = node->count > 0 ? node->kids[0]->type : NULL;
  bool string = first && first->kind == TYPE_STRING;
  switch ((NodeKind) node->kind) {
  case NODE_DIVIDE: return mapping_is_integer(m, node) && is_never_zero(m, node->kids[1]);
  case NODE_MODULO:
    return mapping_bounds(m, node->kids[0]).low >= 0 && mapping_bounds(m, node->kids[1]).low > 0;
  case NODE_POWER: return mapping_is_integer(m, node) && mapping_bounds(m, node->kids[1]).low >= 0;
  case NODE_APPLY: return is_applicable(m, node);
  case NODE_CARD: return lies_in(m, node->kids[0], LAZY_FIN);
  case NODE_MIN:
  case NODE_MAX: return lies_in(m, node->kids[0], LAZY_FIN1);
  case NODE_SIZE:
  case NODE_REV: return string || lies_in(m, node->kids[0], LAZY_SEQ);
  case NODE_CONCAT:
    return string || (lies_in(m, node->kids[0], LAZY_SEQ) && lies_in(m, node->kids[1], LAZY_SEQ));
  case NODE_FIRST:
  case NODE_LAST:
  case NODE_TAIL:
  case NODE_FRONT: return lies_in(m, node->kids[0], LAZY_SEQ1);
  case NODE_EXTERNAL:
    return m->r->e->options.built_in && m->r->e->options.built_in->is_total(m->r, node);
  default: return false;
  }
}

static bool are_branches_defined(Mapping *m, const Node *node)
{
  bool defined = true;
  for (uint32_t i = 0; i < mapping_branch_count(node) && defined; i++) {
    defined = 2 * i + 1 >= node->count || is_defined(m, node->kids[2 * i]);
    Assumed before = mapping_assume_branch(m, node, i);
    defined = defined && (m->empty || is_defined(m, mapping_branch_value(node, i)));
    mapping_forget_branch(m, before);
  }
  return defined;
}

/* Has it a value whatever the arguments are? */
static bool is_defined(Mapping *m, const Node *node)
{
  node = node_bare(node);
  if (node->kind == NODE_IF_EXPR) return are_branches_defined(m, node);
  if (node->kind == NODE_TYPED) return is_defined(m, node->kids[0]);
  bool application = node->kind == NODE_APPLY;
  for (uint32_t i = application; i < node->count; i++)
    if (!is_defined(m, node->kids[i])) return false;
  return node_is_total(node) || is_defined_here(m, node);
}

bool mapping_is_defined(Mapping *m)
{
  if (!m->value) return true;
  Fault fault = m->r->e->fault;
  bool defined = is_defined(m, m->value);
  m->r->e->fault = fault;
  return defined;
}

/* Does it mention only names that are known? */
static bool is_known(const Mapping *m, const bool *known, const Node *node)
{
  for (uint32_t i = 0; i < m->names->count; i++)
    if (!known[i] && node_mentions(node, m->symbols[i])) return false;
  return true;
}

/* x*x or x**2 with x >= 0 */
static bool is_growing_square(Mapping *m, const Node *node)
{
  const Node *a = node_bare(node->kids[0]), *b = node_bare(node->kids[1]);
  uint32_t i = mapping_name(m, a);
  if (i == UINT32_MAX || m->bounds[i].low < 0) return false;
  if (node->kind == NODE_TIMES) return mapping_name(m, b) == i;
  return node->kind == NODE_POWER && mapping_bounds(m, b).low > 0 && mapping_closes(m, b);
}

/* Which names follow from the value of the expression, once some are known? */
static void learn(Mapping *m, const Node *node, bool *known)
{
  node = node_bare(node);
  uint32_t name = mapping_name(m, node);
  if (name < m->names->count) known[name] = true;
  bool number = node->type && mapping_is_integer(m, node);
  switch ((NodeKind) node->kind) {
  case NODE_TYPED: learn(m, node->kids[0], known); break;
  case NODE_ADD:
  case NODE_MINUS:
    for (uint32_t i = 0; i < 2; i++)
      if (number && is_known(m, known, node->kids[!i])) learn(m, node->kids[i], known);
    break;
  case NODE_TIMES:
    for (uint32_t i = 0; i < 2; i++) {
      Bounds factor = number ? mapping_bounds(m, node->kids[!i]) : (Bounds){0, 0};
      if ((factor.low > 0 || factor.high < 0) && is_known(m, known, node->kids[!i]))
        learn(m, node->kids[i], known);
    }
    if (number && is_growing_square(m, node)) learn(m, node->kids[0], known);
    break;
  case NODE_POWER:
    if (number && is_growing_square(m, node)) learn(m, node->kids[0], known);
    break;
  case NODE_NEGATE:
    if (number) learn(m, node->kids[0], known);
    break;
  case NODE_SET_EXT:
    if (node->count == 1) learn(m, node->kids[0], known);
    break;
  case NODE_MAPLET:
  case NODE_REC:
  case NODE_ENTRY:
    for (uint32_t i = 0; i < node->count; i++) learn(m, node->kids[i], known);
    break;
  case NODE_APPLY: {
    const Node *f = node_bare(node->kids[0]);
    if (mapping_is_recursion(m, f) || !mapping_closes(m, f)) break;
    Value v = ref_eval(m->r, f);
    if (!value_is_none(v) && cover_is_injective(m->r, ref_shape(m->r, f), v) == TRUTH_TRUE)
      learn(m, node->kids[1], known);
    break;
  }
  default: break;
  }
}

bool mapping_is_function(const Mapping *m) { return m->value != NULL; }

bool mapping_is_injective(Mapping *m)
{
  if (!m->value || !mapping_is_defined(m)) return false;
  bool *known = arena_new_array(m->r->e->scratch, bool, m->names->count);
  for (uint32_t i = 0; i < m->names->count; i++) known[i] = i >= m->count;
  Fault fault = m->r->e->fault;
  for (uint32_t round = 0; round < m->count; round++) learn(m, m->value, known);
  m->r->e->fault = fault;
  for (uint32_t i = 0; i < m->count; i++)
    if (!known[i]) return false;
  return true;
}
