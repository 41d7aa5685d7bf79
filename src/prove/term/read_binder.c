#include "prove/rules/formula.h"
#include "prove/term/read_impl.h"

enum { MOST_BOUND = 2000 };

bool read_is_binder(const Node *n)
{
  switch (n->kind) {
  case NODE_FORALL:
  case NODE_EXISTS:
  case NODE_LET_PRED:
  case NODE_COMPREHENSION:
  case NODE_IMAGE_SET:
  case NODE_LAMBDA:
  case NODE_SIGMA:
  case NODE_PRODUCT:
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER: return true;
  default: return false;
  }
}

Term read_bound(Reader *r, const Symbol *s)
{
  for (uint32_t i = r->bound.len; i-- > 0;) {
    const Bound *found = &r->bound.data[i];
    if (found->symbol != s) continue;
    if (found->value) return make_lift(r->bank, found->value, r->depth - found->level);
    Sorts sorts = {0};
    VEC(Term) leaves = {0};
    tuple_sorts(r->bank, found->sort, &sorts);
    for (uint32_t k = 0; k < sorts.len; k++)
      vec_push(&leaves, make_bound(r->bank, sorts.data[k], r->depth - 1 - found->level - k));
    uint32_t next = 0;
    Term t = tuple_make(r->bank, found->sort, leaves.data, &next);
    vec_free(&sorts);
    vec_free(&leaves);
    return t;
  }
  return 0;
}

static void bind(Reader *r, const Node *names, Sorts *sorts)
{
  for (uint32_t i = 0; i < names->count; i++) {
    const Node *name = node_bare(names->kids[i]);
    Sort sort = sort_of_type(r->bank, name->type ? name->type : name->symbol->type);
    vec_push(&r->bound, ((Bound){name->symbol, sort, r->depth + sorts->len, 0}));
    tuple_sorts(r->bank, sort, sorts);
  }
  r->depth += sorts->len;
}

static void unbind(Reader *r, const Node *names, const Sorts *sorts)
{
  r->bound.len -= names->count;
  r->depth -= sorts->len;
}

/* (x,y,z) of bound names */
static Term tuple_of_names(Reader *r, const Node *names)
{
  Term t = read_bound(r, node_bare(names->kids[0])->symbol);
  for (uint32_t i = 1; i < names->count; i++)
    t = make_pair(r->bank, t, read_bound(r, node_bare(names->kids[i])->symbol));
  return t;
}

static Term collection(Reader *r, uint32_t op, const Node *n, const Sorts *sorts, Term p, Term e)
{
  Bank *b = r->bank;
  VEC(Term) kids = {0};
  for (uint32_t i = 0; i < sorts->len; i++)
    vec_push(&kids, term_make(b, OP_SORT, sorts->data[i], 0, NULL, 0));
  vec_push(&kids, p);
  vec_push(&kids, e);
  Term t = make_term(b, op, sort_of_type(b, n->type), sorts->len, kids.data, kids.len);
  vec_free(&kids);
  return t;
}

/* The names are bound. */
static Term read_body(Reader *r, const Node *n, const Sorts *sorts)
{
  Bank *b = r->bank;
  Term p = read_term(r, n->kids[1]);
  if (!p || r->depth > MOST_BOUND) return read_unsupported(r, "too many bound names");
  if (n->kind == NODE_FORALL) return make_forall(b, sorts->data, sorts->len, p);
  if (n->kind == NODE_EXISTS) return make_exists(b, sorts->data, sorts->len, p);
  if (n->kind == NODE_COMPREHENSION)
    return collection(r, NODE_IMAGE_SET, n, sorts, p, tuple_of_names(r, n->kids[0]));
  Term e = read_term(r, n->kids[2]);
  if (!e) return 0;
  switch (n->kind) {
  case NODE_LET_PRED: return make_exists(b, sorts->data, sorts->len, make_and2(b, p, e));
  case NODE_LAMBDA:
    return collection(r, NODE_IMAGE_SET, n, sorts, p,
                      make_pair(b, tuple_of_names(r, n->kids[0]), e));
  default: return collection(r, n->kind, n, sorts, p, e);
  }
}

Term read_binder(Reader *r, const Node *n)
{
  Sorts sorts = {0};
  if (n->type && n->type->kind == TYPE_REAL) return read_unsupported(r, "real numbers");
  bind(r, n->kids[0], &sorts);
  Term t = read_body(r, n, &sorts);
  unbind(r, n->kids[0], &sorts);
  vec_free(&sorts);
  return t;
}

/* ---------------------------------------------------------------------------- LET */

static bool is_one_of(const Node *names, const Node *n, const Symbol **which)
{
  n = node_bare(n);
  for (uint32_t i = 0; n->kind == NODE_IDENT && i < names->count; i++)
    if (node_bare(names->kids[i])->symbol == n->symbol) return *which = n->symbol, true;
  return false;
}

/* Are all names of the LET in the formula known already? */
static bool is_known(const Reader *r, uint32_t before, const Node *names, const Node *formula)
{
  for (uint32_t i = 0; i < names->count; i++) {
    const Symbol *s = node_bare(names->kids[i])->symbol;
    bool known = !formula_mentions(formula, s);
    for (uint32_t k = before; k < r->bound.len; k++) known |= r->bound.data[k].symbol == s;
    if (!known) return false;
  }
  return true;
}

/* Notes the values of equations x = E, or E = x, of which E is known; false: one has no term. */
static bool take_equations(Reader *r, uint32_t before, const Node *names, const Node *p)
{
  const Symbol *name;
  p = node_bare(p);
  for (uint32_t i = 0; p->kind == NODE_AND && i < p->count; i++)
    if (!take_equations(r, before, names, p->kids[i])) return false;
  if (p->kind != NODE_EQUAL) return p->kind == NODE_AND;
  uint32_t left = is_one_of(names, p->kids[0], &name) ? 0 : 1;
  if (left == 1 && !is_one_of(names, p->kids[1], &name)) return false;
  for (uint32_t k = before; k < r->bound.len; k++)
    if (r->bound.data[k].symbol == name) return true;
  const Node *value = p->kids[1 - left];
  if (!is_known(r, before, names, value)) return true;
  Term t = read_term(r, value);
  if (t) vec_push(&r->bound, ((Bound){name, term_sort(r->bank, t), r->depth, t}));
  return t != 0;
}

Term read_let(Reader *r, const Node *n)
{
  const Node *names = n->kids[0];
  uint32_t before = r->bound.len;
  bool fine = true;
  /* in each turn at least one more: they may be about each other in any order */
  for (uint32_t i = 0; i < names->count && fine; i++)
    fine = take_equations(r, before, names, n->kids[1]);
  fine = fine && r->bound.len - before == names->count;
  Term t = fine ? read_term(r, n->kids[2]) : read_unsupported(r, "LET");
  r->bound.len = before;
  return t;
}
