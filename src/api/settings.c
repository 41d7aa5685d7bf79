#include "api/settings.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "base/quantity.h"

typedef enum {
  KIND_FLAG,
  KIND_TEXT,
  KIND_NUMBER,
  KIND_POSITIVE,
  KIND_SECONDS,
  KIND_SIZE,
  KIND_PAIR,
  KIND_CARD,
  KIND_FOLDER,
  KIND_CHOICE
} Kind;

typedef enum { WHEN_MODEL, WHEN_MODELS, WHEN_ANY, WHEN_ANYS } When;

static const struct {
  const char *name, *words;
  Kind kind;
  When when;
} table[SETTING_COUNT] = {
#define SETTING(id, name, kind, words, when) {name, words, KIND_##kind, WHEN_##when},
#include "api/settings.def"
#undef SETTING
};

static bool complain(Text *message, const char *name, const char *value, const char *expected)
{
  text_printf(message, "%s: '%s' is not %s", name, value, expected);
  return false;
}

static bool is_word(const char *words, const char *value)
{
  size_t length = strlen(value);
  for (const char *at = words; at; at = strchr(at, '|')) {
    if (*at == '|') at++;
    if (length && !strncmp(at, value, length) && (at[length] == '|' || !at[length])) return true;
  }
  return false;
}

static bool is_folder(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* What the kind demands, if the value is something else; NULL: it fits. */
static const char *misfit(SettingId id, const char *value, Given *given)
{
  const char *rest = "";
  uint64_t size = 0;
  switch (table[id].kind) {
  case KIND_TEXT: return NULL;
  case KIND_FLAG:
    given->on = !strcmp(value, "yes");
    return given->on || !strcmp(value, "no") ? NULL : "yes or no";
  case KIND_NUMBER:
    return quantity_number(value, &given->number, &rest) && !*rest ? NULL : "a whole number";
  case KIND_POSITIVE:
    return quantity_number(value, &given->number, &rest) && !*rest && given->number
               ? NULL
               : "a whole number from 1";
  case KIND_SECONDS: return quantity_seconds(value, &given->seconds) ? NULL : "a time in seconds";
  case KIND_SIZE: return quantity_size(value, &given->number) ? NULL : "a size, such as 500M or 2G";
  case KIND_PAIR: return quantity_setting(value, &rest) ? NULL : "of the form NAME=VALUE";
  case KIND_CARD:
    return quantity_setting(value, &rest) && quantity_number(rest, &size, &rest) && !*rest && size
               ? NULL
               : "of the form SET=N with N from 1";
  case KIND_FOLDER: return is_folder(value) ? NULL : "a folder";
  case KIND_CHOICE: return is_word(table[id].words, value) ? NULL : table[id].words;
  }
  return NULL;
}

static void clear(Given *given)
{
  for (uint32_t i = 0; i < given->all.len; i++) free(given->all.data[i]);
  vec_free(&given->all);
  *given = (Given){0};
}

/* Figures of a value that does not fit must not stay. */
static bool take(SettingId id, Given *given, const char *value, Text *message)
{
  Given read = {0};
  const char *expected = misfit(id, value, &read);
  if (expected) return complain(message, table[id].name, value, expected);
  if (table[id].when == WHEN_MODEL || table[id].when == WHEN_ANY) clear(given);
  size_t length = strlen(value);
  char *copy = memcpy(memory_alloc(length + 1), value, length + 1);
  vec_push(&given->all, copy);
  given->text = copy;
  given->number = read.number;
  given->seconds = read.seconds;
  given->on = read.on;
  return true;
}

bool settings_set(GivenSettings *all, const char *name, const char *value, bool opened,
                  Text *message)
{
  Nearest nearest = nearest_to(name);
  for (unsigned id = 0; id < SETTING_COUNT; id++) {
    nearest_offer(&nearest, table[id].name);
    if (strcmp(table[id].name, name) != 0) continue;
    if (opened && (table[id].when == WHEN_MODEL || table[id].when == WHEN_MODELS)) {
      text_printf(message, "%s must be set before a model is opened", name);
      return false;
    }
    if (!value) clear(&all->of[id]);
    return !value || take((SettingId) id, &all->of[id], value, message);
  }
  text_printf(message, "there is no setting '%s'", name);
  if (nearest.best) text_printf(message, "; did you mean %s?", nearest.best);
  return false;
}

void settings_free(GivenSettings *all)
{
  for (unsigned id = 0; id < SETTING_COUNT; id++) clear(&all->of[id]);
}

bool settings_is(const GivenSettings *all, SettingId id, const char *word)
{
  return all->of[id].text && !strcmp(all->of[id].text, word);
}
