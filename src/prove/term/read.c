#include "prove/term/read.h"

#include <stdlib.h>
#include <string.h>

#include "model/typing.h"
#include "prove/term/read_impl.h"

Sort sort_of_type(Bank *b, const Type *type)
{
  switch (type->kind) {
  case TYPE_INTEGER: return sort_make(b, SORT_INTEGER, 0, 0, NULL);
  case TYPE_BOOL: return sort_make(b, SORT_BOOL, 0, 0, NULL);
  case TYPE_GIVEN: return sort_make(b, SORT_GIVEN, 0, 0, type->symbol);
  case TYPE_POW: return sort_make(b, SORT_POW, sort_of_type(b, type->args[0]), 0, NULL);
  case TYPE_PAIR: {
    Sort left = sort_of_type(b, type->args[0]);
    return sort_make(b, SORT_PAIR, left, sort_of_type(b, type->args[1]), NULL);
  }
  case TYPE_RECORD: return read_record_sort(b, type);
  default: return sort_make(b, SORT_OTHER, 0, 0, type);
  }
}

Term read_unsupported(Reader *r, const char *what)
{
  if (!r->unsupported) r->unsupported = what;
  return 0;
}

typedef VEC(Term) Terms;

/* False: one has no term. */
static bool read_all(Reader *r, Node *const *nodes, uint32_t count, Terms *list)
{
  for (uint32_t i = 0; i < count; i++) {
    Term t = read_term(r, nodes[i]);
    if (!t) return false;
    vec_push(list, t);
  }
  return true;
}

static Sort node_sort(Reader *r, const Node *n)
{
  return n->type ? sort_of_type(r->bank, n->type) : 0;
}

static Term leaf(Reader *r, uint32_t op, const Node *n, int64_t payload)
{
  return make_term(r->bank, op, node_sort(r, n), payload, NULL, 0);
}

static Term read_name(Reader *r, const Node *n)
{
  Symbol *s = n->symbol;
  if (!s || !n->type) return read_unsupported(r, "a name without meaning");
  Term bound = read_bound(r, s);
  if (bound) return bound;
  switch (s->kind) {
  case SYMBOL_SET:
  case SYMBOL_FREETYPE: return leaf(r, OP_TYPE_SET, n, 0);
  case SYMBOL_ELEMENT:
  case SYMBOL_CONSTRUCTOR:
  case SYMBOL_CONSTANT:
  case SYMBOL_VARIABLE:
  case SYMBOL_LOCAL:
  case SYMBOL_FREE: return leaf(r, NODE_IDENT, n, terms_symbol(r->bank, s));
  default: return read_unsupported(r, symbol_kind_text(s));
  }
}

static Term read_integer(Reader *r, const Node *n)
{
  const char *digits = n->name->text;
  if (strlen(digits) <= 18) return make_number(r->bank, strtoll(digits, NULL, 10));
  return leaf(r, OP_BIG, n, terms_name(r->bank, n->name));
}

static Term read_couple(Reader *r, const Node *n)
{
  Term t = read_term(r, n->kids[0]);
  for (uint32_t i = 1; t && i < n->count; i++) {
    Term next = read_term(r, n->kids[i]);
    t = next ? make_pair(r->bank, t, next) : 0;
  }
  return t;
}

/* [a,b] is {1|->a, 2|->b} */
static Term read_list(Reader *r, const Node *n)
{
  Terms list = {0};
  Term t = 0;
  if (read_all(r, n->kids, n->count, &list)) {
    for (uint32_t i = 0; n->kind == NODE_SEQ_EXT && i < list.len; i++)
      list.data[i] = make_pair(r->bank, make_number(r->bank, i + 1), list.data[i]);
    uint32_t op = list.len ? NODE_SET_EXT : NODE_EMPTY_SET;
    t = make_term(r->bank, op, node_sort(r, n), 0, list.data, list.len);
  }
  vec_free(&list);
  return t;
}

/* P E P E … E, from i on */
static Term read_if(Reader *r, const Node *n, uint32_t i)
{
  if (i + 1 == n->count) return read_term(r, n->kids[i]);
  Term condition = read_term(r, n->kids[i]), yes = condition ? read_term(r, n->kids[i + 1]) : 0;
  Term no = yes ? read_if(r, n, i + 2) : 0;
  if (!no) return 0;
  Bank *b = r->bank;
  if (term_sort(b, yes) == 0)
    return make_and2(b, make_implies(b, condition, yes), make_or2(b, condition, no));
  return make_term(b, NODE_IF_EXPR, term_sort(b, yes), 0, (Term[]){condition, yes, no}, 3);
}

static bool has_reals(const Node *n)
{
  for (uint32_t i = 0; i < n->count; i++)
    if (n->kids[i]->type && n->kids[i]->type->kind == TYPE_REAL) return true;
  return n->type && n->type->kind == TYPE_REAL;
}

/* f(x,y) is f(x|->y) */
static Term read_application(Reader *r, const Node *n)
{
  if (typing_is_free_type(n)) return read_unsupported(r, "a free type of some values");
  Term f = read_term(r, n->kids[0]), x = f ? read_term(r, n->kids[1]) : 0;
  for (uint32_t i = 2; x && i < n->count; i++) {
    Term next = read_term(r, n->kids[i]);
    x = next ? make_pair(r->bank, x, next) : 0;
  }
  if (!x) return 0;
  return make_term(r->bank, NODE_APPLY, node_sort(r, n), 0, (Term[]){f, x}, 2);
}

static Term read_operator(Reader *r, const Node *n)
{
  Terms list = {0};
  Term t = 0;
  if (has_reals(n)) return read_unsupported(r, "real numbers");
  if (n->kind == NODE_APPLY) return read_application(r, n);
  if (read_all(r, n->kids, n->count, &list)) {
    bool first = n->count == 1 && n->kind == NODE_PRJ1,
         second = n->count == 1 && n->kind == NODE_PRJ2;
    uint32_t op = first ? OP_FST : second ? OP_SND : n->kind;
    int64_t payload = n->name ? terms_name(r->bank, n->name) : 0;
    t = make_term(r->bank, op, node_sort(r, n), payload, list.data, list.len);
  }
  vec_free(&list);
  return t;
}

Term read_term(Reader *r, const Node *n)
{
  n = node_bare(n);
  if (r->bank->full) return read_unsupported(r, "too many terms");
  if (read_is_binder(n)) return read_binder(r, n);
  switch (n->kind) {
  case NODE_IDENT: return read_name(r, n);
  case NODE_INTEGER_LIT: return read_integer(r, n);
  case NODE_STRING_LIT: return leaf(r, NODE_STRING_LIT, n, terms_name(r->bank, n->name));
  case NODE_COUPLE: return read_couple(r, n);
  case NODE_EMPTY_SET:
  case NODE_EMPTY_SEQ: return leaf(r, NODE_EMPTY_SET, n, 0);
  case NODE_SET_EXT:
  case NODE_SEQ_EXT: return read_list(r, n);
  case NODE_IF_EXPR:
  case NODE_IF_PRED: return read_if(r, n, 0);
  case NODE_TYPED:
  case NODE_SYMBOLIC: return read_term(r, n->kids[0]);
  case NODE_DEFINED_IF: return read_term(r, n->kids[1]);
  case NODE_REC: return read_record(r, n);
  case NODE_STRUCT: return read_struct(r, n);
  case NODE_FIELD: return read_field(r, n);
  case NODE_LET_EXPR: return read_let(r, n);
  case NODE_EVENTB_TYPE:
  case NODE_INTEGER:
  case NODE_BOOL:
  case NODE_STRING: return leaf(r, OP_TYPE_SET, n, 0);
  default: break;
  }
  return node_is_operator(n) ? read_operator(r, n) : read_unsupported(r, node_kind_name(n->kind));
}

Term term_read(Bank *b, const Node *n, const char **unsupported)
{
  Reader r = {.bank = b};
  Term t = read_term(&r, n);
  vec_free(&r.bound);
  if (!t) *unsupported = r.unsupported ? r.unsupported : "a formula";
  return t;
}
