#include <assert.h>

#include "engine/reference/closure/ref_mapping.h"

#include "syntax/inspect.h"

/* Functions that are not written out, compared: lambda expressions, identities, projections. */

static const Symbol *name_at(const Node *names, uint32_t i)
{
  return node_bare(names->kids[i])->symbol;
}

/* By form: the same domain, and the same expression for the value, whatever the bound names
 * are called. */

typedef struct {
  Value domain;
  LazyKind projection; /* LAZY_ID, LAZY_PRJ1, LAZY_PRJ2; or a lambda: */
  const Node *names, *body;
  uint32_t count; /* so many of the names are arguments */
} Form;

/* A function by an expression that needs no other names.  False if it is none, or the set of its
 * arguments is not plain. */
static bool closure_function(Reference *r, Value closure, Form *form)
{
  Mapping m;
  if (!mapping_enter(&m, r, closure)) return false;
  bool plain = mapping_is_function(&m) && m.c->captured && m.c->captured_count == 0;
  if (plain) {
    Cover c = mapping_domain(&m);
    plain = c.exact;
    form->domain = c.set;
    form->names = m.names;
    form->count = m.count;
    form->body = m.value;
  }
  mapping_leave(&m);
  return plain;
}

static bool form_of(Reference *r, Value f, Form *form)
{
  assert(is_lazy(f));
  uint32_t what = lazy_what(r->s, f);
  if (what >= LAZY_CLOSURE) {
    form->projection = LAZY_CLOSURE;
    return closure_function(r, f, form);
  }
  form->projection = (LazyKind) what;
  if (what == LAZY_ID) return form->domain = lazy_part(r->s, f, 0), true;
  if (what != LAZY_PRJ1 && what != LAZY_PRJ2) return false;
  form->domain = ref_lazy(r, LAZY_PRODUCT, lazy_part(r->s, f, 0), lazy_part(r->s, f, 1));
  return true;
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
    for (uint32_t i = 0; i < a->count; i++)
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
    return a->count == b->count && same_body(a, a->body, b, b->body);
  if (b->projection == LAZY_ID) return a->count == 1 && node_is_name(a->body, name_at(a->names, 0));
  return a->count == 2 && node_is_name(a->body, name_at(a->names, b->projection == LAZY_PRJ2));
}

bool closure_is_same_function(Reference *r, const Shape *relation, Value a, Value b)
{
  Form f, g;
  if (!is_lazy(a) || !is_lazy(b) || !form_of(r, a, &f) || !form_of(r, b, &g)) return false;
  const Shape *domain = shape_set(r->e->shapes, relation->args[0]->args[0]);
  return same_values(&f, &g) && reference_equal(r, domain, f.domain, g.domain) == TRUTH_TRUE;
}
