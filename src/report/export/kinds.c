#include "report/export/kinds.h"

#include <string.h>

Kind *kind_find(Kind *k)
{
  while (k->same) k = k->same;
  return k;
}

Kind *kind_new(Kinds *kinds, KindForm form, uint32_t count)
{
  Kind *k = arena_new_array(kinds->arena, Kind, 1);
  *k = (Kind){.form = form, .count = count};
  k->parts = arena_new_array(kinds->arena, Kind *, count + 1);
  for (uint32_t i = 0; i < count; i++) k->parts[i] = kind_new(kinds, KIND_OPEN, 0);
  return k;
}

Constructor *kinds_constructor(Kinds *kinds, const char *name, uint32_t fields)
{
  Text key = {0};
  text_printf(&key, "%s %u", name, fields);
  uint32_t id = names_intern(kinds->keys, text_string(&key), key.len)->id;
  text_free(&key);
  if (id < kinds->constructors.len) return kinds->constructors.data[id];
  Constructor *c = arena_new_array(kinds->arena, Constructor, 1);
  *c = (Constructor){.name = arena_copy(kinds->arena, name, strlen(name)), .count = fields};
  c->kind = kind_new(kinds, KIND_WORDS, 0);
  c->fields = arena_new_array(kinds->arena, Field, fields + 1);
  for (uint32_t i = 0; i < fields; i++) c->fields[i].kind = kind_new(kinds, KIND_OPEN, 0);
  vec_push(&kinds->constructors, c);
  return c;
}

Constructor *kinds_constant(Kinds *kinds, Kind *kind, const EventValue *value)
{
  Text text = {0};
  event_value_add(&text, value, (EventSpelling){0});
  Constructor *c = kinds_constructor(kinds, text_string(&text), 0);
  text_free(&text);
  if (kind_find(c->kind) != kind_find(kind)) kind_find(c->kind)->same = kind_find(kind);
  return c;
}

static bool is_collection(const Kind *k) { return k->form >= KIND_EMPTY && k->form <= KIND_MAP; }

/* A sequence that is also a set: of pairs. */
static Kind *as_set(Kinds *kinds, Kind *seq)
{
  Kind *pair = kind_new(kinds, KIND_TUPLE, 2), *set = kind_new(kinds, KIND_SET, 1);
  pair->parts[0]->form = KIND_INTEGER;
  pair->parts[1]->same = seq->parts[0];
  set->parts[0]->same = pair;
  return set;
}

static void unify_parts(Kinds *kinds, Kind *a, Kind *b)
{
  if (a->count != b->count) a->form = KIND_MIXED;
  for (uint32_t i = 0; i < a->count && i < b->count; i++)
    kinds_unify(kinds, a->parts[i], b->parts[i]);
}

void kinds_unify(Kinds *kinds, Kind *first, Kind *second)
{
  Kind *a = kind_find(first), *b = kind_find(second);
  if (a == b) return;
  bool both = is_collection(a) && is_collection(b);
  if (a->form == KIND_EMPTY && b->form == KIND_EMPTY) b->sequence |= a->sequence;
  if (a->form == KIND_OPEN || (both && a->form == KIND_EMPTY)) a->same = b;
  else if (b->form == KIND_OPEN || (both && b->form == KIND_EMPTY)) b->same = a;
  else if (a->form == b->form) {
    b->same = a;
    if (!a->name) a->name = b->name;
    unify_parts(kinds, a, b);
  } else if (a->form == KIND_SET && b->form == KIND_SEQ) {
    b->same = as_set(kinds, b);
    kinds_unify(kinds, a, b);
  } else if (a->form == KIND_SEQ && b->form == KIND_SET) kinds_unify(kinds, b, a);
  else {
    b->same = a;
    a->form = KIND_MIXED;
  }
}

static Kind *kind_of_parts(Kinds *kinds, const EventValue *v, KindForm form)
{
  Kind *k = kind_new(kinds, v->count ? form : KIND_EMPTY, v->count ? 1 + (form == KIND_MAP) : 0);
  k->sequence = form == KIND_SEQ;
  for (uint32_t i = 0; i < v->count; i++)
    kinds_unify(kinds, k->parts[i % k->count], kind_of_value(kinds, v->parts[i]));
  return k;
}

static Kind *kind_of_word(Kinds *kinds, const EventValue *v)
{
  Constructor *c = kinds_constructor(kinds, v->text, v->count);
  for (uint32_t i = 0; i < v->count; i++)
    kinds_unify(kinds, c->fields[i].kind, kind_of_value(kinds, v->parts[i]));
  return c->kind;
}

Kind *kind_of_value(Kinds *kinds, const EventValue *v)
{
  Kind *k = NULL;
  switch (v->form) {
  case EVENT_INTEGER: return kind_new(kinds, KIND_INTEGER, 0);
  case EVENT_BOOL: return kind_new(kinds, KIND_BOOL, 0);
  case EVENT_CHAR: return kind_new(kinds, KIND_CHAR, 0);
  case EVENT_WORD: return kind_of_word(kinds, v);
  case EVENT_STRING:
    k = kind_new(kinds, KIND_SEQ, 1);
    k->parts[0]->form = KIND_CHAR;
    return k;
  case EVENT_TUPLE:
    k = kind_new(kinds, KIND_TUPLE, v->count);
    for (uint32_t i = 0; i < v->count; i++)
      kinds_unify(kinds, k->parts[i], kind_of_value(kinds, v->parts[i]));
    return k;
  case EVENT_SET: return kind_of_parts(kinds, v, KIND_SET);
  case EVENT_SEQ: return kind_of_parts(kinds, v, KIND_SEQ);
  case EVENT_MAP: return kind_of_parts(kinds, v, KIND_MAP);
  }
  return k;
}
