#include "compare/alphabet.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/arena.h"
#include "base/vec.h"
#include "compare/canonical.h"

/* Calls and actions are numbered together, from 1, by their canonical texts. */
typedef struct {
  const char *text; /* as it was first seen */
  uint32_t call, number;
  uint32_t choice; /* a set of actions, or NO_SET */
  bool is_call;
} Entry;

struct Alphabet {
  Names *names; /* canonical */
  Arena *arena; /* of texts  */
  Sets *menus, *choices;
  VEC(Entry) entries; /* by number - 1 */
  uint32_t calls;
  uint32_t tick; /* or ACTION_TAU: no system has it */
};

Alphabet *alphabet_new(void)
{
  Alphabet *a = calloc(1, sizeof *a);
  if (!a) memory_exhausted();
  a->names = names_new();
  a->arena = arena_new();
  a->menus = sets_new();
  a->choices = sets_new();
  return a;
}

void alphabet_free(Alphabet *a)
{
  if (!a) return;
  names_free(a->names);
  arena_free(a->arena);
  sets_free(a->menus);
  sets_free(a->choices);
  vec_free(&a->entries);
  free(a);
}

/* `mark` keeps texts apart that mean different things. */
static uint32_t number_of(Alphabet *a, const char *text, size_t length, const char *mark)
{
  Text canonical = {0};
  text_add(&canonical, mark);
  canonical_add(&canonical, text, length);
  const Name *name = names_intern(a->names, text_string(&canonical), canonical.len);
  text_free(&canonical);
  assert(name->id <= a->entries.len);
  if (name->id == a->entries.len) {
    Entry entry = {.text = arena_copy(a->arena, text, length), .choice = NO_SET};
    entry.call = entry.number = name->id + 1;
    vec_push(&a->entries, entry);
  }
  return name->id + 1;
}

uint32_t alphabet_add(Alphabet *a, const char *text, size_t length, size_t call_length)
{
  assert(call_length <= length);
  uint32_t call = number_of(a, text, call_length, "");
  uint32_t action = call_length == length ? call : number_of(a, text, length, "");
  a->entries.data[action - 1].call = call;
  if (!a->entries.data[call - 1].is_call) a->calls++;
  a->entries.data[call - 1].is_call = true;
  return action;
}

uint32_t alphabet_add_tick(Alphabet *a)
{
  static const char text[] = "\u2713";
  if (a->tick == ACTION_TAU) a->tick = alphabet_add(a, text, sizeof text - 1, sizeof text - 1);
  return a->tick;
}

bool alphabet_is_tick(const Alphabet *a, uint32_t action)
{
  return action != ACTION_TAU && action == a->tick;
}

const char *alphabet_text(const Alphabet *a, uint32_t action)
{
  return action == ACTION_TAU ? "tau" : a->entries.data[action - 1].text;
}

uint32_t alphabet_call(const Alphabet *a, uint32_t action)
{
  assert(action < alphabet_count(a));
  return action == ACTION_TAU ? ACTION_TAU : a->entries.data[action - 1].call;
}

uint32_t alphabet_count(const Alphabet *a) { return a->entries.len + 1; }
uint32_t alphabet_calls(const Alphabet *a) { return a->calls; }
Sets *alphabet_menus(const Alphabet *a) { return a->menus; }

uint32_t alphabet_add_choice(Alphabet *a, uint32_t *actions, uint32_t count)
{
  count = sets_sort(actions, count);
  assert(count > 0 && actions[count - 1] < alphabet_count(a));
  if (count == 1) return actions[0];
  Text text = {0};
  for (uint32_t i = 0; i < count; i++)
    text_printf(&text, "%s%s", i ? " or " : "", alphabet_text(a, actions[i]));
  uint32_t action = number_of(a, text_string(&text), text.len, "\n");
  a->entries.data[action - 1].choice = sets_add(a->choices, actions, count);
  text_free(&text);
  return action;
}

bool alphabet_has_choices(const Alphabet *a) { return sets_count(a->choices) > 0; }

bool alphabet_is_choice(const Alphabet *a, uint32_t action)
{
  return action != ACTION_TAU && a->entries.data[action - 1].choice != NO_SET;
}

const uint32_t *alphabet_choices(const Alphabet *a, uint32_t action, uint32_t *count)
{
  static const uint32_t hidden = ACTION_TAU;
  *count = 1;
  if (action == ACTION_TAU) return &hidden;
  const Entry *entry = &a->entries.data[action - 1];
  if (entry->choice == NO_SET) return &entry->number;
  return sets_get(a->choices, entry->choice, count);
}

bool alphabet_fits(const Alphabet *a, uint32_t action, uint32_t other)
{
  if (action == other) return true;
  return alphabet_is_choice(a, action) &&
         sets_has(a->choices, a->entries.data[action - 1].choice, other);
}

bool alphabet_may_call(const Alphabet *a, uint32_t menu, uint32_t action)
{
  uint32_t count;
  const uint32_t *all = alphabet_choices(a, action, &count);
  for (uint32_t i = 0; i < count; i++)
    if (sets_has(a->menus, menu, alphabet_call(a, all[i]))) return true;
  return false;
}
