#include "cli/request.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/signals.h"
#include "cli/texts.h"

/* NAME=VALUE, as often as the option was given. */
static Settings settings_of(Session *session, const Options *o, OptionId id)
{
  assert(option_table[id].kind == OPTION_SETTING || option_table[id].kind == OPTION_CARD);
  Arena *arena = session_arena(session);
  const OptionValue *given = &o->values[id];
  Setting *list = arena_new_array(arena, Setting, given->all.len + 1);
  for (uint32_t i = 0; i < given->all.len; i++) {
    const char *text = given->all.data[i], *equals = strchr(text, '=');
    list[i] = (Setting){arena_copy(arena, text, (size_t) (equals - text)), equals + 1};
  }
  return (Settings){list, given->all.len};
}

/* The folder of --inside, without links. */
static const char *inside_of(Session *session, const Options *o)
{
  const char *folder = options_text(o, OPT_INSIDE);
  char *real = folder ? realpath(folder, NULL) : NULL;
  const char *copy = real ? arena_copy(session_arena(session), real, strlen(real)) : folder;
  free(real);
  return copy;
}

bool request_for_programs(const Options *o)
{
  return options_given(o, OPT_FORMAT) && !options_is(o, OPT_FORMAT, "text");
}

void request_prepare(Session *session, const Options *o)
{
  session_set_options(session,
                      (SessionOptions){.preferences = settings_of(session, o, OPT_PREF),
                                       .sizes = settings_of(session, o, OPT_CARD),
                                       .constants = settings_of(session, o, OPT_LET),
                                       .max_states = o->values[OPT_MAX_STATES].number,
                                       .time_limit = o->values[OPT_TIME_LIMIT].seconds,
                                       .memory_limit = o->values[OPT_MEMORY_LIMIT].number,
                                       .inside = inside_of(session, o),
                                       .alone = options_given(o, OPT_ALONE),
                                       .strict_wd = options_given(o, OPT_STRICT_WD),
                                       .reference_only = options_is(o, OPT_EVALUATOR, "reference"),
                                       .for_programs = request_for_programs(o),
                                       .cancelled = signals_cancel()});
  if (o->texts) session_lay_over(session, texts_overlay(o));
  const OptionValue *folders = &o->values[OPT_INCLUDE];
  for (uint32_t i = 0; i < folders->all.len; i++) session_add_folder(session, folders->all.data[i]);
  const char *path = getenv("PROBITY_PATH");
  if (path && *path) session_add_path(session, path);
}

typedef VEC(const char *) Words;

/* A copy that ends with NULL and lives as long as the session. */
static const char *const *keep_words(Session *session, Words *words)
{
  const char **list = arena_new_array(session_arena(session), const char *, words->len + 1);
  if (words->len) memcpy(list, words->data, words->len * sizeof *list);
  vec_free(words);
  return list;
}

const char *const *request_hidden(Session *session, const Options *o)
{
  return request_names(session, o, OPT_HIDE);
}

const char *const *request_names(Session *session, const Options *o, OptionId id)
{
  const OptionValue *given = &o->values[id];
  Words names = {0};
  for (uint32_t i = 0; i < given->all.len; i++)
    for (const char *at = given->all.data[i]; *at;) {
      size_t length = strcspn(at, ",");
      if (length) vec_push(&names, arena_copy(session_arena(session), at, length));
      at += length + (at[length] == ',');
    }
  return keep_words(session, &names);
}

const char *const *request_renamed(Session *session, const Options *o)
{
  Settings given = settings_of(session, o, OPT_RENAME);
  Words names = {0};
  for (uint32_t i = 0; i < given.len; i++) {
    vec_push(&names, given.data[i].name);
    vec_push(&names, given.data[i].value);
  }
  return keep_words(session, &names);
}
