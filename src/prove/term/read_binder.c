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
    vec_push(&r->bound, ((Bound){name->symbol, sort, r->depth + sorts->len}));
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
