#include "prove/sequent/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/text.h"

static void add_symbol(Text *text, const Symbol *s)
{
  text_printf(text, "%u %s:", (unsigned) s->kind, s->name->text);
  if (s->type) type_print(text, s->type);
}

/* Types of inner nodes follow from those of the leaves. */
static void add_node(Text *text, const Node *n)
{
  text_printf(text, "(%u ", (unsigned) n->kind);
  if (n->symbol) add_symbol(text, n->symbol);
  else if (n->name) text_add(text, n->name->text);
  if (!n->count && n->type) type_print(text, n->type);
  for (uint32_t i = 0; i < n->count; i++) add_node(text, n->kids[i]);
  text_add_char(text, ')');
}

static void add_elements(Text *text, const Symbols *sets)
{
  for (uint32_t i = 0; i < sets->len; i++) {
    const Symbol *set = sets->data[i];
    add_symbol(text, set);
    for (uint32_t j = 0; j < set->element_count; j++) {
      text_add_char(text, ',');
      add_symbol(text, set->elements[j]);
      if (set->elements[j]->argument) add_node(text, set->elements[j]->argument);
    }
    text_add_char(text, '\n');
  }
}

static int by_text(const void *a, const void *b)
{
  const Name *const *left = a, *const *right = b;
  return strcmp((*left)->text, (*right)->text);
}

/* Settings of the model say what MAXINT is. */
static void add_settings(Text *text, const Map *settings)
{
  VEC(const Name *) keys = {0};
  for (uint32_t i = 0; i < settings->capacity; i++)
    if (settings->keys[i]) vec_push(&keys, settings->keys[i]);
  if (keys.len) qsort(keys.data, keys.len, sizeof *keys.data, by_text);
  for (uint32_t i = 0; i < keys.len; i++) {
    text_printf(text, "%s==", keys.data[i]->text);
    add_node(text, map_get(settings, keys.data[i]));
    text_add_char(text, '\n');
  }
  vec_free(&keys);
}

Fingerprint fingerprint_of(const Obligations *of, const Sequent *s)
{
  Text text = {0};
  Fingerprint f;
  text_add(&text, of->eventb ? "Event-B\n" : "B\n");
  add_settings(&text, &of->model->settings);
  add_elements(&text, &of->model->sets);
  add_elements(&text, &of->model->freetypes);
  for (uint32_t i = 0; i < s->name_count; i++) {
    text_printf(&text, "\n%u ", (unsigned) s->names[i].role);
    add_symbol(&text, s->names[i].symbol);
  }
  for (uint32_t i = 0; i < s->hypothesis_count; i++) {
    text_add(&text, s->hypotheses[i].selected ? "\n*" : "\n ");
    add_node(&text, s->hypotheses[i].predicate);
  }
  if (s->unsupported) text_printf(&text, "\n-%s", s->unsupported);
  text_add(&text, "\n|-");
  add_node(&text, s->goal);
  for (uint32_t i = 0; i < s->after_count; i++) {
    text_printf(&text, "\n%s'=", s->after[i].variable->text);
    add_node(&text, s->after[i].value);
  }
  XXH128_hash_t hash = XXH3_128bits(text_string(&text), text.len);
  snprintf(f.text, sizeof f.text, "%016llx%016llx", (unsigned long long) hash.high64,
           (unsigned long long) hash.low64);
  text_free(&text);
  return f;
}
