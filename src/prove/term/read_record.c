#include <assert.h>

#include "prove/term/read_impl.h"

Sort read_record_sort(Bank *b, const Type *type)
{
  Sort s = sort_of_type(b, type->args[0]);
  for (uint32_t i = 1; i < type->count; i++)
    s = sort_make(b, SORT_PAIR, s, sort_of_type(b, type->args[i]), NULL);
  return s;
}

/* What the entry of that name stands for; 0: it has no term. */
static Term entry(Reader *r, const Node *n, const Name *name)
{
  for (uint32_t i = 0; i < n->count; i++)
    if (n->kids[i]->name == name) return read_term(r, n->kids[i]->kids[0]);
  return read_unsupported(r, "a record");
}

Term read_record(Reader *r, const Node *n)
{
  const Type *type = n->type;
  Term t = entry(r, n, type->names[0]);
  for (uint32_t i = 1; t && i < type->count; i++) {
    Term next = entry(r, n, type->names[i]);
    t = next ? make_pair(r->bank, t, next) : 0;
  }
  return t;
}

Term read_struct(Reader *r, const Node *n)
{
  Bank *b = r->bank;
  const Type *type = n->type->args[0];
  Term t = entry(r, n, type->names[0]);
  for (uint32_t i = 1; t && i < type->count; i++) {
    Term next = entry(r, n, type->names[i]);
    if (!next) return 0;
    Sort pair = sort_make(b, SORT_PAIR, sort_element(b, term_sort(b, t)),
                          sort_element(b, term_sort(b, next)), NULL);
    Sort set = sort_make(b, SORT_POW, pair, 0, NULL);
    t = make_term(b, NODE_CARTESIAN, set, 0, (Term[]){t, next}, 2);
  }
  return t;
}

Term read_field(Reader *r, const Node *n)
{
  const Type *type = node_bare(n->kids[0])->type;
  Term t = read_term(r, n->kids[0]);
  if (!t) return 0;
  assert(type->kind == TYPE_RECORD);
  uint32_t at = type->count - 1;
  for (; at > 0 && type->names[at] != n->name; at--) t = make_first(r->bank, t);
  return at > 0 ? make_second(r->bank, t) : t;
}
