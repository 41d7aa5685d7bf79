#include "prove/foreign/translate_impl.h"

#include <string.h>

/* Functions that stand for expressions.  Two expressions with the same key have the same value
 * wherever their parameters have, so that they may share their functions. */

static Named *find_named(Translator *t, const Text *key)
{
  const Name *name = names_intern_string(t->p->table, text_string(key));
  Named *found = map_get(&t->named, name);
  if (!found) {
    found = arena_new_array(t->arena, Named, 1);
    found->key = name->text;
    map_put(&t->named, name, found);
  }
  return found;
}

FolFunction *fo_sort_function(Translator *t, const char *what, const FolSort *sort, uint32_t detail,
                              const FolSort *const *arguments, uint32_t count,
                              const FolSort *result)
{
  Text key = {0};
  text_printf(&key, "%s %u %u", what, sort->index, detail);
  Named *n = find_named(t, &key);
  if (!n->functions) {
    n->functions = arena_new_array(t->arena, FolFunction *, 1);
    text_clear(&key);
    text_printf(&key, "%s.%s", what, sort->name);
    n->functions[0] = fol_function(t->p, text_string(&key), arguments, count, result);
  }
  text_free(&key);
  return n->functions[0];
}

/* The sorts of the values of all parameters, and their terms. */
typedef struct {
  const Fol **terms;
  const FolSort **sorts;
  uint32_t count;
} Arguments;

static Arguments arguments_of(Translator *t, const ConstSymbols *parameters)
{
  Arguments a = {0};
  for (uint32_t i = 0; i < parameters->len; i++)
    a.count += fo_type_width(parameters->data[i]->type);
  a.terms = arena_new_array(t->arena, const Fol *, a.count + 1);
  a.sorts = arena_new_array(t->arena, const FolSort *, a.count + 1);
  uint32_t at = 0;
  for (uint32_t i = 0; i < parameters->len; i++) {
    const Binding *b = fo_binding_of(t, parameters->data[i]);
    for (uint32_t j = 0; j < fo_type_width(parameters->data[i]->type); j++, at++) {
      a.terms[at] = b->terms[j];
      a.sorts[at] = b->terms[j]->sort;
    }
  }
  return a;
}

Named *fo_name_expression(Translator *t, const Node *node, const char *what, const Type *type,
                          const Fol **out)
{
  Text key = {0};
  ConstSymbols parameters = {0};
  fo_node_key(t, &key, node, &parameters);
  Arguments a = arguments_of(t, &parameters);
  vec_free(&parameters);
  Named *n = find_named(t, &key);
  text_free(&key);
  uint32_t width = type ? fo_type_width(type) : 1;
  if (!n->functions) {
    const FolSort *sorts[WIDTH_LIMIT + 1] = {NULL};
    if (type) fo_type_sorts(t, type, sorts);
    n->functions = arena_new_array(t->arena, FolFunction *, width);
    for (uint32_t i = 0; i < width; i++)
      n->functions[i] = fol_function(t->p, what, a.sorts, a.count, sorts[i]);
  }
  for (uint32_t i = 0; i < width; i++) out[i] = fol_call(t->p, n->functions[i], a.terms);
  return n;
}

void fo_define_named(Translator *t, const Node *node, Named *n, Define *define)
{
  if (n->defined) return;
  n->defined = true;
  fo_assert_named(t, node, n, define);
}

void fo_assert_named(Translator *t, const Node *node, const Named *n, Define *define)
{
  Text key = {0};
  ConstSymbols parameters = {0};
  fo_node_key(t, &key, node, &parameters);
  text_free(&key);
  uint32_t mark = t->bindings.len;
  VEC(const Fol *) variables = {0};
  for (uint32_t i = 0; i < parameters.len; i++) {
    uint32_t width;
    const Fol **terms = fo_fresh(t, parameters.data[i]->type, &width);
    fo_bind(t, parameters.data[i], terms);
    for (uint32_t j = 0; j < width; j++) vec_push(&variables, terms[j]);
  }
  uint32_t width = node->type ? fo_type_width(node->type) : 1;
  const Fol **terms = arena_new_array(t->arena, const Fol *, width);
  for (uint32_t i = 0; i < width; i++)
    terms[i] = fol_call(t->p, n->functions[i], (const Fol *const *) variables.data);
  Side side = t->side;
  uint32_t facts = t->facts.len;
  t->side = SIDE_EXACT;
  const Fol *axiom = define(t, node, terms);
  t->side = side;
  t->facts.len = facts;
  fol_assert(
      t->p,
      fol_quantified(t->p, FOL_FORALL, (const Fol *const *) variables.data, variables.len, axiom),
      "definition", FOL_AXIOM);
  fo_unbind(t, mark);
  vec_free(&variables);
  vec_free(&parameters);
}
