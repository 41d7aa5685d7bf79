#include <string.h>

#include "base/names.h"
#include "compare/seen.h"
#include "csp/script.h"
#include "report/export/writer.h"

/* Elements of larger sets are declared only where they occur. */
enum { LARGEST_SET = 256 };

static const char *element_name(Writer *w, const Shape *set, uint64_t i)
{
  if (set->names) return set->names[i];
  return arena_printf(w->arena, "%s%llu", set->name, (unsigned long long) i + 1);
}

static Kind *kind_of_given(Writer *w, const Shape *set)
{
  Kind *all = kind_new(&w->kinds, KIND_WORDS, 0);
  for (uint64_t i = 0; i < set->size; i++)
    kinds_unify(&w->kinds, all, kinds_constructor(&w->kinds, element_name(w, set, i), 0)->kind);
  return all;
}

/* What is known of the values of a shape, even if none occurs. */
static Kind *kind_of_shape(Writer *w, const Shape *shape)
{
  Kind *kind = kind_new(&w->kinds, KIND_OPEN, 0);
  if (shape->kind == SHAPE_BOOL) kind->form = KIND_BOOL;
  if (shape->kind == SHAPE_INTEGER) kind->form = KIND_INTEGER;
  if (shape->kind == SHAPE_GIVEN && shape->size <= LARGEST_SET) kind = kind_of_given(w, shape);
  for (uint32_t i = 0; i < w->shapes.len; i++)
    if (w->shapes.data[i] == shape) return kind;
  vec_push(&w->shapes, shape);
  for (uint32_t i = 0; i < shape->count; i++)
    if (shape->args[i]) kind_of_shape(w, shape->args[i]);
  return kind;
}

static void add_name(Kind *kind, const char *name)
{
  if (!kind_find(kind)->name) kind_find(kind)->name = name;
}

/* The type of the model that a word belongs to.  The constructors of a free type make one datatype,
 * even if no two of them occur in one place. */
static void name_kinds(Writer *w, const Shape *shape)
{
  Kind *whole = NULL;
  if (shape->kind != SHAPE_GIVEN && shape->kind != SHAPE_FREE) return;
  for (uint32_t i = 0; i < w->kinds.constructors.len; i++) {
    Constructor *c = w->kinds.constructors.data[i];
    uint64_t size = shape->kind == SHAPE_GIVEN ? shape->size : shape->count;
    for (uint64_t k = 0; k < size; k++)
      if (!strcmp(c->name, element_name(w, shape, k))) {
        if (whole && shape->kind == SHAPE_FREE) kinds_unify(&w->kinds, whole, c->kind);
        whole = c->kind;
        add_name(c->kind, shape->name);
      }
  }
}

/* Operations that never happen are channels, too: whoever is compared with the script must not do
 * them either. */
static void add_label(Writer *w, const Names *seen, uint32_t label)
{
  Lts *lts = w->space->lts;
  Text text = {0};
  uint32_t results, count = lts->label_arguments(lts, label, &results) + results;
  seen_add_name(&text, w->space, label);
  bool visible = names_find(seen, text_string(&text), text.len);
  const char *name = arena_copy(w->arena, text_string(&text), text.len);
  text_free(&text);
  if (!visible || (lts->is_tick && lts->is_tick(lts, label))) return;
  Channel *c = writer_channel(w, name, count);
  for (uint32_t i = 0; i < count; i++) {
    const Shape *shape = lts->argument_shape(lts, label, i);
    if (shape) kinds_unify(&w->kinds, c->fields[i].kind, kind_of_shape(w, shape));
  }
}

void writer_find_channels(Writer *w)
{
  Lts *lts = w->space->lts;
  Names *seen = names_new();
  seen_names(w->space, seen);
  for (uint32_t i = lts->first_operation; lts->argument_shape && i < lts->label_count; i++)
    add_label(w, seen, i);
  names_free(seen);
}

/* Constructors of a script have the name of their datatype. */
static void add_datatypes(Writer *w, CspScript *script)
{
  const CspResolved *all = csp_script_resolved(script);
  for (uint32_t i = 0; i < w->kinds.constructors.len; i++)
    for (uint32_t k = 0; k < all->channels_and_constructors.len; k++) {
      const CspSymbol *symbol = all->channels_and_constructors.data[k];
      Constructor *c = w->kinds.constructors.data[i];
      if (symbol->kind == CSP_SYMBOL_CONSTRUCTOR && symbol->owner &&
          !strcmp(symbol->name->text, c->name))
        add_name(c->kind, symbol->owner->name->text);
    }
}

void writer_find_datatypes(Writer *w)
{
  for (uint32_t i = 0; i < w->shapes.len; i++) name_kinds(w, w->shapes.data[i]);
  if (w->systems->impl.script) add_datatypes(w, w->systems->impl.script);
}
