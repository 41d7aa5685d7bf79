#include "prove/foreign/translate_impl.h"

#include <string.h>

uint32_t fo_type_width(const Type *type)
{
  if (type->kind != TYPE_PAIR && type->kind != TYPE_RECORD) return 1;
  uint32_t width = 0;
  for (uint32_t i = 0; i < type->count; i++) {
    width += fo_type_width(type->args[i]);
    if (width > WIDTH_LIMIT) return WIDTH_LIMIT + 1;
  }
  return width;
}

/* The sort of a given set: if it is enumerated, with its elements. */
static const FolSort *given_sort(Translator *t, const Symbol *set)
{
  FolSort *sort = fol_plain_sort(t->p, set, set->name->text);
  if (!set->enumerated || sort->kind == SORT_VALUES) return sort;
  sort->kind = SORT_VALUES;
  sort->count = set->element_count;
  sort->values = arena_new_array(t->arena, FolFunction *, sort->count + 1);
  for (uint32_t i = 0; i < sort->count; i++) {
    sort->values[i] = fol_function(t->p, set->elements[i]->name->text, NULL, 0, sort);
    sort->values[i]->value = true;
  }
  return sort;
}

void fo_type_sorts(Translator *t, const Type *type, const FolSort **out)
{
  switch (type->kind) {
  case TYPE_PAIR:
  case TYPE_RECORD:
    for (uint32_t i = 0; i < type->count; i++) {
      fo_type_sorts(t, type->args[i], out);
      out += fo_type_width(type->args[i]);
    }
    return;
  case TYPE_INTEGER: *out = fol_int(t->p); return;
  case TYPE_BOOL: *out = fol_bool(t->p); return;
  case TYPE_GIVEN: *out = given_sort(t, type->symbol); return;
  case TYPE_POW: *out = fo_set_sort_of(t, type->args[0]); return;
  default: {
    if (type->kind == TYPE_FREE) fo_lose(t, "free types");
    FolSort *sort = fol_plain_sort(t->p, type, "Sort"); /* strings, reals, free types */
    sort->infinite = true;
    *out = sort;
  }
  }
}

const FolSort *fo_set_sort_of(Translator *t, const Type *element)
{
  const FolSort *parts[WIDTH_LIMIT + 1];
  fo_type_sorts(t, element, parts);
  return fol_set_sort(t->p, parts, fo_type_width(element));
}

const Fol **fo_fresh(Translator *t, const Type *type, uint32_t *width)
{
  const FolSort *sorts[WIDTH_LIMIT + 1];
  fo_type_sorts(t, type, sorts);
  *width = fo_type_width(type);
  const Fol **variables = arena_new_array(t->arena, const Fol *, *width);
  for (uint32_t i = 0; i < *width; i++) variables[i] = fol_variable(t->p, sorts[i]);
  return variables;
}

/* -------------------------------------------------------------- bound names */

void fo_bind(Translator *t, const Symbol *symbol, const Fol *const *terms)
{
  Binding b = {symbol, terms};
  vec_push(&t->bindings, b);
}

const Binding *fo_binding_of(const Translator *t, const Symbol *symbol)
{
  for (uint32_t i = t->bindings.len; i-- > 0;)
    if (t->bindings.data[i].symbol == symbol) return &t->bindings.data[i];
  return NULL;
}

void fo_unbind(Translator *t, uint32_t mark) { t->bindings.len = mark; }

Bound fo_bind_fresh(Translator *t, const Node *names)
{
  Bound b = {.mark = t->bindings.len};
  VEC(const Fol *) all = {0};
  for (uint32_t i = 0; i < names->count; i++) {
    const Symbol *symbol = node_bare(names->kids[i])->symbol;
    uint32_t width;
    const Fol **variables = fo_fresh(t, symbol->type, &width);
    fo_bind(t, symbol, variables);
    for (uint32_t j = 0; j < width; j++) vec_push(&all, variables[j]);
  }
  b.count = all.len;
  b.variables = arena_new_array(t->arena, const Fol *, all.len + 1);
  memcpy(b.variables, all.data, all.len * sizeof *all.data);
  vec_free(&all);
  return b;
}

const Fol *fo_quantify(Translator *t, FolKind kind, const Bound *b, const Fol *body)
{
  fo_unbind(t, b->mark);
  return fol_quantified(t->p, kind, b->variables, b->count, body);
}
