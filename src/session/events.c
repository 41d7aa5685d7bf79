#include "session/events.h"

#include <string.h>

#include "csp/script.h"

/* The number of fields of a channel: of the type that it is declared with. */
static uint32_t fields_of(const CspNode *type)
{
  while (csp_is(type, CSP_NAME) && type->symbol && type->symbol->kind == CSP_SYMBOL_NAMETYPE &&
         type->symbol->declaration)
    type = type->symbol->declaration->kids[0];
  if (csp_is(type, CSP_ABSENT)) return 0;
  return csp_is(type, CSP_DOT) ? fields_of(type->kids[0]) + fields_of(type->kids[1]) : 1;
}

static bool is_channel(const CspSymbol *symbol)
{
  return symbol->kind == CSP_SYMBOL_CHANNEL && symbol->declaration;
}

/* The names of labels are those of their channels: c of c.1. */
static void add_label_names(Names *names, Lts *lts)
{
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    const char *name = lts->label_name(lts, i);
    names_intern(names, name, strcspn(name, "( ."));
  }
}

/* The names of events that the system has: a process has all channels of its script. */
static Names *names_of(const System *system)
{
  Names *names = names_new();
  if (!system_is_process(system)) add_label_names(names, system->lts);
  else {
    const CspResolved *script = evaluator_script(csp_script_evaluator(system->script));
    for (uint32_t i = 0; i < script->channels_and_constructors.len; i++) {
      const CspSymbol *symbol = script->channels_and_constructors.data[i];
      if (is_channel(symbol)) names_intern(names, symbol->name->text, strlen(symbol->name->text));
    }
  }
  return names;
}

static bool is_silent(Lts *lts, uint32_t label)
{
  return (lts->is_hidden && lts->is_hidden(lts, label)) ||
         (lts->is_tick && lts->is_tick(lts, label));
}

/* All names that the other side lacks, besides those that are hidden anyway. */
static const char *const *hide_others(Session *session, const System *system, const System *other,
                                      const char *const *hidden)
{
  Names *its = names_of(other);
  Lts *lts = system->lts;
  VEC(const char *) list = {0};
  for (; hidden && *hidden; hidden++) vec_push(&list, *hidden);
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    const char *name = lts->label_name(lts, i);
    size_t length = strcspn(name, "( .");
    uint32_t known = names_count(its);
    if (names_intern(its, name, length)->id < known || is_silent(lts, i)) continue;
    vec_push(&list, arena_copy(session_arena(session), name, length));
  }
  const char **all = arena_new_array(session_arena(session), const char *, list.len + 1);
  if (list.len) memcpy(all, list.data, list.len * sizeof *all);
  vec_free(&list);
  names_free(its);
  return all;
}

/* How many values of its operations are seen: as many as the channels of the script have fields. */
static void take_channels(Session *session, CspScript *script, SpaceOptions *options)
{
  const CspResolved *all = evaluator_script(csp_script_evaluator(script));
  uint32_t count = all->channels_and_constructors.len;
  SpaceChannel *list = arena_new_array(session_arena(session), SpaceChannel, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const CspSymbol *symbol = all->channels_and_constructors.data[i];
    if (is_channel(symbol))
      list[options->channel_count++] =
          (SpaceChannel){symbol->name->text, fields_of(symbol->declaration->kids[1])};
  }
  options->channels = list;
}

void events_see(Session *session, const System *system, const System *other, int alphabet,
                SpaceOptions *options)
{
  bool mixed =
      !system->script != !other->script || system_is_process(system) != system_is_process(other);
  options->dotted = system->script || other->script;
  if (!system_is_process(system) && system_is_process(other))
    take_channels(session, other->script, options);
  if (alphabet == ALPHABET_COMMON || (alphabet == ALPHABET_MIXED && mixed))
    options->hidden = hide_others(session, system, other, options->hidden);
}
