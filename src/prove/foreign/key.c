#include "prove/foreign/translate_impl.h"

/* What is around a node while its key is written. */
typedef struct {
  Translator *t;
  Text *text;
  ConstSymbols *parameters;
  ConstSymbols inner; /* bound inside of the node, by their numbers */
} Key;

static bool position(const ConstSymbols *symbols, const Symbol *s, uint32_t *at)
{
  for (uint32_t i = symbols->len; i-- > 0;)
    if (symbols->data[i] == s) return *at = i, true;
  return false;
}

static void add_symbol(Key *k, const Symbol *s)
{
  uint32_t at;
  if (position(&k->inner, s, &at)) text_printf(k->text, "b%u", at);
  else if (fo_binding_of(k->t, s)) {
    if (!position(k->parameters, s, &at)) {
      at = k->parameters->len;
      vec_push(k->parameters, s);
    }
    text_printf(k->text, "p%u", at);
  } else text_printf(k->text, "s%p", (const void *) s);
}

static void add(Key *k, const Node *node)
{
  node = node_bare(node);
  uint32_t mark = k->inner.len;
  text_printf(k->text, "(%u", node->kind);
  /* two uses of a function of the tool need not have the same value */
  if (node->kind == NODE_EXTERNAL) text_printf(k->text, "x%u", ++k->t->external);
  if (node->count == 0 && node->type) text_printf(k->text, ":%u", node->type->id);
  if (node->symbol) add_symbol(k, node->symbol);
  else if (node->name) text_printf(k->text, "n%p", (const void *) node->name);
  for (uint32_t i = 0; i < node->count; i++) {
    const Node *kid = node->kids[i];
    if (kid->kind == NODE_NAMES) {
      for (uint32_t j = 0; j < kid->count; j++) {
        const Node *name = node_bare(kid->kids[j]);
        text_printf(k->text, "v%u",
                    name->symbol && name->symbol->type ? name->symbol->type->id : 0);
        vec_push(&k->inner, name->symbol);
      }
    } else add(k, kid);
  }
  text_add_char(k->text, ')');
  /* A LET and a quantifier alike end the scope of their names. */
  k->inner.len = mark;
}

void fo_node_key(Translator *t, Text *text, const Node *node, ConstSymbols *parameters)
{
  Key k = {.t = t, .text = text, .parameters = parameters};
  add(&k, node);
  vec_free(&k.inner);
}
