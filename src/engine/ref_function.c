#include "engine/ref_bounds.h"
#include "engine/ref_impl.h"

/* Functions that are not written out, looked at as a whole: lambda expressions, identities,
 * projections. */

static const Symbol *name_at(const Node *names, uint32_t i)
{
  return node_bare(names->kids[i])->symbol;
}

/* The set that a conjunct `name : S` says the name is in, or NULL. */
static const Node *set_of_name(const Node *predicate, const Symbol *name, uint32_t *conjuncts)
{
  predicate = node_bare(predicate);
  if (predicate->kind == NODE_AND) {
    const Node *found = NULL;
    for (uint32_t i = 0; i < predicate->count; i++) {
      const Node *set = set_of_name(predicate->kids[i], name, conjuncts);
      if (set) found = set;
    }
    return found;
  }
  ++*conjuncts;
  const Node *x = predicate->kind == NODE_MEMBER ? node_bare(predicate->kids[0]) : NULL;
  return x && x->kind == NODE_IDENT && x->symbol == name ? predicate->kids[1] : NULL;
}

/* The domain of %x,y.(x:S & y:T | E): S*T, if the predicate says nothing else. */
static bool lambda_domain(Reference *r, const Node *node, Value *domain)
{
  const Node *names = node->kids[0];
  for (uint32_t i = 0; i < names->count; i++) {
    uint32_t conjuncts = 0;
    const Node *set = set_of_name(node->kids[1], name_at(names, i), &conjuncts);
    if (!set || conjuncts != names->count) return false;
    for (uint32_t j = 0; j < names->count; j++)
      if (mentions_symbol(set, name_at(names, j))) return false;
    Value v = eval(r, set);
    if (value_is_none(v)) return false;
    *domain = i == 0 ? v : lazy(r, LAZY_PRODUCT, *domain, v);
  }
  return true;
}

/* Is it a constructor of a datatype of Event-B?  These take all values of a type. */
static bool is_total_constructor(const Node *node)
{
  const Symbol *symbol = node->kind == NODE_IDENT ? node->symbol : NULL;
  return symbol && symbol->kind == SYMBOL_CONSTRUCTOR && symbol->owner && symbol->owner->machine &&
         symbol->owner->machine->unit->eventb;
}

/* f(x) in the definition of f: defined if the recursion is well-founded, which is asked where
 * it is applied. */
static bool is_recursion(Reference *r, const Node *node, Value closure)
{
  const Node *f = node_bare(node->kids[0]);
  if (f->kind != NODE_IDENT || f->symbol->kind != SYMBOL_CONSTANT) return false;
  Value v = VALUE_UNDEFINED;
  if (!find_binding(r, f->symbol, &v)) v = r->e->constants[f->symbol->index];
  return value_same(v, closure);
}

/* Formulas that have a value whatever their names stand for. */
static bool is_always_defined(Reference *r, const Node *node, Value closure)
{
  switch ((NodeKind) node->kind) {
  case NODE_APPLY:
    if (!is_total_constructor(node_bare(node->kids[0])) && !is_recursion(r, node, closure))
      return false;
    break;
  case NODE_TYPED: return is_always_defined(r, node->kids[0], closure);
  case NODE_IDENT:
  case NODE_INTEGER_LIT:
  case NODE_STRING_LIT:
  case NODE_TRUE:
  case NODE_FALSE:
  case NODE_ADD:
  case NODE_MINUS:
  case NODE_TIMES:
  case NODE_NEGATE:
  case NODE_MAPLET:
  case NODE_SET_EXT:
  case NODE_EMPTY_SET:
  case NODE_UNION:
  case NODE_EXPANSION:
  case NODE_IF_EXPR:
  case NODE_EQUAL:
  case NODE_NOT_EQUAL:
  case NODE_LESS:
  case NODE_LESS_EQUAL:
  case NODE_GREATER:
  case NODE_GREATER_EQUAL:
  case NODE_AND:
  case NODE_OR:
  case NODE_NOT: break;
  default: return false;
  }
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_always_defined(r, node->kids[i], closure)) return false;
  return true;
}

/* The parts of a lambda that needs no other names: the set of its arguments, its names and the
 * expression.  False if it is none, or the set is not plain. */
static bool closure_function(Reference *r, Value closure, Value *domain, const Node **names,
                             const Node **body)
{
  const Closure *c = r->e->closures.data[lazy_what(r->s, closure) - LAZY_CLOSURE];
  if (c->node->kind != NODE_LAMBDA || !c->captured || c->captured_count) return false;
  *names = c->node->kids[0];
  *body = c->node->kids[2];
  return is_always_defined(r, *body, closure) && lambda_domain(r, c->node, domain);
}

/* Do all values of an integer-valued %x.(P|E) surely lie in the range `set`? */
static bool lambda_values_in(Reference *r, const Node *node, Value set)
{
  Value low, high;
  const Node *names = node->kids[0];
  int64_t l = 0, h = 0;
  if (shape_of_node(r, node->kids[2])->kind != SHAPE_INTEGER || !is_lazy(set) ||
      lazy_what(r->s, set) > LAZY_UPTO || !integer_bounds(r, set, &low, &high))
    return false;
  Symbol **symbols = bound_names(r, names);
  bool *bound = arena_new_array(r->e->scratch, bool, names->count);
  Bounds *bounds = arena_new_array(r->e->scratch, Bounds, names->count);
  const Node *predicate = node_bare(node->kids[1]);
  bool many = predicate->kind == NODE_AND;
  BoundsProblem p = {r,
                     symbols,
                     bound,
                     names->count,
                     many ? (const Node *const *) predicate->kids : &predicate,
                     many ? predicate->count : 1,
                     bounds};
  if (!bounds_narrow(&p)) return true; /* there are no values */
  Bounds e = bounds_of(&p, node->kids[2]);
  bool above =
      value_is_none(low) || (int_fits(r->s, low, &l) && e.low != BOUND_BELOW && e.low >= l);
  bool below =
      value_is_none(high) || (int_fits(r->s, high, &h) && e.high != BOUND_ABOVE && e.high <= h);
  return above && below;
}

typedef struct {
  const Node *node;
  const Shape *pair;
  Value from, to;
  uint32_t tried;
  bool found;
} Escape;

/* Is this a pair of the lambda that is not in from * to? */
static bool escapes(void *context, Reference *r)
{
  enum { MOST_TRIED_HERE = 1000 };
  Escape *e = context;
  const Node *names = e->node->kids[0];
  Value x = VALUE_UNDEFINED, y = eval(r, e->node->kids[2]);
  for (uint32_t i = 0; i < names->count; i++) {
    Value v = VALUE_UNDEFINED;
    find_binding(r, node_bare(names->kids[i])->symbol, &v);
    x = i == 0 ? v : value_pair(r->s, x, v);
  }
  if (value_is_none(y)) return false;
  e->found = reference_member(r, e->pair->args[0], x, e->from) == TRUTH_FALSE ||
             reference_member(r, e->pair->args[1], y, e->to) == TRUTH_FALSE;
  return !e->found && ++e->tried < MOST_TRIED_HERE;
}

static bool has_pair_outside(Reference *r, const Node *lambda, const Shape *pair, Value from,
                             Value to)
{
  Escape e = {lambda, pair, from, to, 0, false};
  Fault fault = r->e->fault;
  reference_solve(r, bound_names(r, lambda->kids[0]), lambda->kids[0]->count, lambda->kids[1],
                  WINDOWS_WIDE, escapes, &e);
  r->e->fault = fault;
  return e.found;
}

Truth closure_is_function(Reference *r, const Shape *relation, Value closure, Value from, Value to,
                          bool total)
{
  const Shape *pair = relation->args[0];
  const Closure *c = enter_closure(r, closure);
  Value domain = VALUE_UNDEFINED;
  Truth t = TRUTH_UNKNOWN;
  if (c->node->kind == NODE_LAMBDA && lambda_domain(r, c->node, &domain)) {
    t = total ? reference_equal(r, shape_set(r->e->shapes, pair->args[0]), domain, from)
              : set_included(r, pair->args[0], domain, from);
    bool inside = set_is_whole_type(r, pair->args[1], to) || lambda_values_in(r, c->node, to);
    bool defined = is_always_defined(r, c->node->kids[2], closure);
    if (t == TRUTH_TRUE && !(inside && defined)) t = TRUTH_UNKNOWN;
    if (t == TRUTH_FALSE && !total) t = TRUTH_UNKNOWN; /* the set might be empty */
  }
  if (t == TRUTH_UNKNOWN && c->node->kind == NODE_LAMBDA &&
      has_pair_outside(r, c->node, pair, from, to))
    t = TRUTH_FALSE;
  if (t == TRUTH_UNKNOWN)
    engine_unknown(r->e, "whether an infinite function is in a set of functions");
  leave_closure(r, c);
  return t;
}

/* ---------------------------------------------------------------- equality */

/* By form: the same domain, and the same expression for the value, whatever the bound names
 * are called. */

typedef struct {
  Value domain;
  LazyKind projection; /* LAZY_ID, LAZY_PRJ1, LAZY_PRJ2; or a lambda: */
  const Node *names, *body;
} Form;

static bool form_of(Reference *r, Value f, Form *form)
{
  uint32_t what = lazy_what(r->s, f);
  if (what >= LAZY_CLOSURE) {
    form->projection = LAZY_CLOSURE;
    return closure_function(r, f, &form->domain, &form->names, &form->body);
  }
  form->projection = (LazyKind) what;
  if (what == LAZY_ID) return form->domain = lazy_part(r->s, f, 0), true;
  if (what != LAZY_PRJ1 && what != LAZY_PRJ2) return false;
  form->domain = lazy(r, LAZY_PRODUCT, lazy_part(r->s, f, 0), lazy_part(r->s, f, 1));
  return true;
}

static bool is_name(const Node *body, const Symbol *name)
{
  body = node_bare(body);
  return body->kind == NODE_IDENT && body->symbol == name;
}

/* The expressions are the same but for the bound names; inner binders are not looked into. */
static bool same_body(const Form *a, const Node *x, const Form *b, const Node *y)
{
  x = node_bare(x);
  y = node_bare(y);
  bool binder = node_is_operator(x) ? operator_of(x->kind)->form == FORM_BINDER
                                    : x->kind == NODE_COMPREHENSION || x->kind == NODE_IMAGE_SET ||
                                          x->kind == NODE_LET_EXPR;
  if (x->kind != y->kind || x->count != y->count || binder) return false;
  if (x->kind == NODE_IDENT) {
    for (uint32_t i = 0; i < a->names->count; i++)
      if (name_at(a->names, i) == x->symbol || name_at(b->names, i) == y->symbol)
        return name_at(a->names, i) == x->symbol && name_at(b->names, i) == y->symbol;
    return x->symbol == y->symbol;
  }
  if (x->name != y->name) return false;
  for (uint32_t i = 0; i < x->count; i++)
    if (!same_body(a, x->kids[i], b, y->kids[i])) return false;
  return true;
}

static bool same_values(const Form *a, const Form *b)
{
  if (a->projection != LAZY_CLOSURE && b->projection != LAZY_CLOSURE)
    return a->projection == b->projection;
  if (a->projection != LAZY_CLOSURE) return same_values(b, a);
  if (b->projection == LAZY_CLOSURE)
    return a->names->count == b->names->count && same_body(a, a->body, b, b->body);
  if (b->projection == LAZY_ID)
    return a->names->count == 1 && is_name(a->body, name_at(a->names, 0));
  return a->names->count == 2 && is_name(a->body, name_at(a->names, b->projection == LAZY_PRJ2));
}

bool is_same_function(Reference *r, const Shape *relation, Value a, Value b)
{
  Form f, g;
  if (!is_lazy(a) || !is_lazy(b) || !form_of(r, a, &f) || !form_of(r, b, &g)) return false;
  const Shape *domain = shape_set(r->e->shapes, relation->args[0]->args[0]);
  return same_values(&f, &g) && reference_equal(r, domain, f.domain, g.domain) == TRUTH_TRUE;
}
