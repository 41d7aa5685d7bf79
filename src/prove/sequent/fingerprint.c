#include "prove/sequent/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/text.h"

/* A text that says it all, to be hashed.  Each part says where it ends, so that different sequents
 * have different texts whatever their names and strings are: a text of the model stands behind its
 * length. */

typedef struct {
  const Symbol *symbol;
  uint32_t before; /* 1 + the entry of another symbol with the same name; 0: none */
} SymbolEntry;

typedef struct {
  Text text;
  VEC(SymbolEntry) symbols; /* that occurred */
  Map latest;               /* by name: 1 + the entry of the last one that has it, for a pointer */
} Writer;

static void add_string(Writer *w, const char *string, size_t length)
{
  text_printf(&w->text, "%zu:", length);
  text_add_bytes(&w->text, string, length);
}

static void add_name(Writer *w, const Name *name) { add_string(w, name->text, name->len); }

static void add_type(Writer *w, const Type *type)
{
  Text text = {0};
  if (type) type_print(&text, type);
  add_string(w, text_string(&text), text.len);
  text_free(&text);
}

/* A symbol says what it is where it occurs first, and has a number afterwards: a bound name may be
 * called as another name is. */
static void add_symbol(Writer *w, const Symbol *s)
{
  uint32_t latest = (uint32_t) (uintptr_t) map_get(&w->latest, s->name);
  for (uint32_t number = latest; number; number = w->symbols.data[number - 1].before)
    if (w->symbols.data[number - 1].symbol == s) {
      text_printf(&w->text, "#%u;", (unsigned) number);
      return;
    }
  vec_push(&w->symbols, ((SymbolEntry){s, latest}));
  map_put(&w->latest, s->name, (void *) (uintptr_t) w->symbols.len);
  text_printf(&w->text, "%u ", (unsigned) s->kind);
  add_name(w, s->name);
  add_type(w, s->type);
}

/* Types of inner nodes follow from those of the leaves. */
static void add_node(Writer *w, const Node *n)
{
  text_printf(&w->text, "(%u ", (unsigned) n->kind);
  if (n->symbol) add_symbol(w, n->symbol);
  else if (n->name) add_name(w, n->name);
  if (!n->count && n->type) add_type(w, n->type);
  for (uint32_t i = 0; i < n->count; i++) add_node(w, n->kids[i]);
  text_add_char(&w->text, ')');
}

static void add_elements(Writer *w, const Symbols *sets)
{
  for (uint32_t i = 0; i < sets->len; i++) {
    const Symbol *set = sets->data[i];
    add_symbol(w, set);
    for (uint32_t j = 0; j < set->element_count; j++) {
      text_add_char(&w->text, ',');
      add_symbol(w, set->elements[j]);
      if (set->elements[j]->argument) add_node(w, set->elements[j]->argument);
    }
    text_add_char(&w->text, '\n');
  }
}

static int by_text(const void *a, const void *b)
{
  const Name *const *left = a, *const *right = b;
  return strcmp((*left)->text, (*right)->text);
}

/* Settings of the model say what MAXINT is. */
static void add_settings(Writer *w, const Map *settings)
{
  VEC(const Name *) keys = {0};
  for (uint32_t i = 0; i < settings->capacity; i++)
    if (settings->keys[i]) vec_push(&keys, settings->keys[i]);
  if (keys.len) qsort(keys.data, keys.len, sizeof *keys.data, by_text);
  for (uint32_t i = 0; i < keys.len; i++) {
    add_name(w, keys.data[i]);
    add_node(w, map_get(settings, keys.data[i]));
    text_add_char(&w->text, '\n');
  }
  vec_free(&keys);
}

static void add_sequent(Writer *w, const Sequent *s)
{
  for (uint32_t i = 0; i < s->name_count; i++) {
    text_printf(&w->text, "\n%u ", (unsigned) s->names[i].role);
    add_symbol(w, s->names[i].symbol);
  }
  for (uint32_t i = 0; i < s->hypothesis_count; i++) {
    text_add(&w->text, s->hypotheses[i].selected ? "\n*" : "\n ");
    add_node(w, s->hypotheses[i].predicate);
  }
  if (s->unsupported) text_printf(&w->text, "\n-%s", s->unsupported);
  text_add(&w->text, "\n|-");
  add_node(w, s->goal);
  for (uint32_t i = 0; i < s->after_count; i++) {
    text_add(&w->text, "\n'");
    add_name(w, s->after[i].variable);
    add_node(w, s->after[i].value);
  }
}

Fingerprint fingerprint_of(const Obligations *of, const Sequent *s)
{
  Writer w = {0};
  Fingerprint f;
  text_add(&w.text, of->eventb ? "Event-B\n" : "B\n");
  add_settings(&w, &of->model->settings);
  add_elements(&w, &of->model->sets);
  add_elements(&w, &of->model->freetypes);
  add_sequent(&w, s);
  XXH128_hash_t hash = XXH3_128bits(text_string(&w.text), w.text.len);
  snprintf(f.text, sizeof f.text, "%016llx%016llx", (unsigned long long) hash.high64,
           (unsigned long long) hash.low64);
  text_free(&w.text);
  vec_free(&w.symbols);
  map_free(&w.latest);
  return f;
}
