#include "check/alphabet.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/arena.h"
#include "base/vec.h"
#include "check/canonical.h"

/* Calls and actions are numbered together, from 1, by their canonical texts. */
typedef struct {
  const char *text; /* as it was first seen */
  uint32_t call;
  bool is_call;
} Entry;

struct Alphabet {
  Names *names; /* canonical */
  Arena *arena; /* of texts  */
  Sets *menus;
  VEC(Entry) entries; /* by number - 1 */
  uint32_t calls;
};

Alphabet *alphabet_new(void)
{
  Alphabet *a = calloc(1, sizeof *a);
  if (!a) memory_exhausted();
  a->names = names_new();
  a->arena = arena_new();
  a->menus = sets_new();
  return a;
}

void alphabet_free(Alphabet *a)
{
  if (!a) return;
  names_free(a->names);
  arena_free(a->arena);
  sets_free(a->menus);
  vec_free(&a->entries);
  free(a);
}

static uint32_t number_of(Alphabet *a, const char *text, size_t length)
{
  Text canonical = {0};
  canonical_add(&canonical, text, length);
  const Name *name = names_intern(a->names, text_string(&canonical), canonical.len);
  text_free(&canonical);
  if (name->id == a->entries.len) {
    Entry entry = {arena_copy(a->arena, text, length), name->id + 1, false};
    vec_push(&a->entries, entry);
  }
  return name->id + 1;
}

uint32_t alphabet_add(Alphabet *a, const char *text, size_t length, size_t call_length)
{
  uint32_t call = number_of(a, text, call_length);
  uint32_t action = call_length == length ? call : number_of(a, text, length);
  a->entries.data[action - 1].call = call;
  if (!a->entries.data[call - 1].is_call) a->calls++;
  a->entries.data[call - 1].is_call = true;
  return action;
}

const char *alphabet_text(const Alphabet *a, uint32_t action)
{
  return action == ACTION_TAU ? "tau" : a->entries.data[action - 1].text;
}

uint32_t alphabet_call(const Alphabet *a, uint32_t action)
{
  return action == ACTION_TAU ? ACTION_TAU : a->entries.data[action - 1].call;
}

uint32_t alphabet_count(const Alphabet *a) { return a->entries.len + 1; }
uint32_t alphabet_calls(const Alphabet *a) { return a->calls; }
Sets *alphabet_menus(Alphabet *a) { return a->menus; }
