#include "session/events.h"

#include <string.h>

#include "compare/event_name.h"
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

static bool is_file(const System *system) { return !system->script && !system->model; }

static const CspResolved *resolved(const System *system)
{
  return evaluator_script(csp_script_evaluator(system->script));
}

static const char *const *take_names(Session *, const System *, CspSymbolKind);

/* What the names of the channels stand for. */
static const char *meant(Session *session, const char *channel, const char *const *channels)
{
  Text text = {0};
  event_name_read(&text, channel, channels);
  channel = arena_copy(session_arena(session), text_string(&text), text.len);
  text_free(&text);
  return channel;
}

/* The name of the events of a label, as others call them: labels of files have fields in their
 * text, c.1. */
static const char *event_name(Session *session, const System *system, uint32_t label,
                              const char *const *channels)
{
  const char *name = system->lts->label_name(system->lts, label);
  EventReading reading = {.notation = EVENT_OF_FILE};
  if (system_is_process(system)) name = meant(session, name, channels);
  return is_file(system) ? event_read(session_arena(session), name, reading).name : name;
}

/* The names of events that the system has: a process has all channels of its script. */
static Names *names_of(Session *session, const System *system)
{
  Names *names = names_new();
  Lts *lts = system->lts;
  if (system_is_process(system)) {
    const char *const *channels = take_names(session, system, CSP_SYMBOL_CHANNEL);
    for (uint32_t i = 0; channels[i]; i++)
      names_intern_string(names, meant(session, channels[i], channels));
  }
  for (uint32_t i = lts->first_operation; !system_is_process(system) && i < lts->label_count; i++)
    names_intern_string(names, event_name(session, system, i, NULL));
  return names;
}

/* Does the other side have events of this name?  A result without value is not part of it. */
static bool is_common(const Names *its, const char *name)
{
  const char *undefined = strstr(name, EVENT_UNDEFINED);
  return names_find(its, name, strlen(name)) ||
         (undefined && names_find(its, name, (size_t) (undefined - name)));
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
  Names *its = names_of(session, other);
  const char *const *channels =
      system_is_process(system) ? take_names(session, system, CSP_SYMBOL_CHANNEL) : NULL;
  Lts *lts = system->lts;
  VEC(const char *) list = {0};
  for (; hidden && *hidden; hidden++) vec_push(&list, *hidden);
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    const char *name = event_name(session, system, i, channels);
    bool whole = is_file(system); /* its labels are more than names */
    if (is_common(its, name) || is_silent(lts, i)) continue;
    vec_push(&list, whole ? name : lts->label_name(lts, i));
  }
  const char **all = arena_new_array(session_arena(session), const char *, list.len + 1);
  if (list.len) memcpy(all, list.data, list.len * sizeof *all);
  vec_free(&list);
  names_free(its);
  return all;
}

/* How many values of its operations are seen: as many as the channels of the script have fields. */
static void take_channels(Session *session, const System *system, SpaceOptions *options)
{
  const CspResolved *all = resolved(system);
  uint32_t count = all->channels_and_constructors.len;
  const char *const *names = take_names(session, system, CSP_SYMBOL_CHANNEL);
  SpaceChannel *list = arena_new_array(session_arena(session), SpaceChannel, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const CspSymbol *symbol = all->channels_and_constructors.data[i];
    if (is_channel(symbol))
      list[options->channel_count++] = (SpaceChannel){meant(session, symbol->name->text, names),
                                                      fields_of(symbol->declaration->kids[1])};
  }
  options->channels = list;
}

bool events_fields(const System *system, const char *channel, uint32_t *count)
{
  const CspResolved *all = resolved(system);
  for (uint32_t i = 0; i < all->channels_and_constructors.len; i++) {
    const CspSymbol *symbol = all->channels_and_constructors.data[i];
    if (!is_channel(symbol) || strcmp(symbol->name->text, channel)) continue;
    *count = fields_of(symbol->declaration->kids[1]);
    return true;
  }
  return false;
}

/* All names of the script that mean this. */
static const char *const *take_names(Session *session, const System *system, CspSymbolKind kind)
{
  const CspResolved *all = resolved(system);
  uint32_t count = 0, most = all->channels_and_constructors.len;
  const char **names = arena_new_array(session_arena(session), const char *, most + 1);
  for (uint32_t i = 0; i < most; i++) {
    const CspSymbol *symbol = all->channels_and_constructors.data[i];
    if (symbol->kind == kind) names[count++] = symbol->name->text;
  }
  return names;
}

/* The number of fields of a constructor of the script. */
static uint32_t arity(void *context, const char *name)
{
  const CspResolved *all = context;
  for (uint32_t i = 0; i < all->channels_and_constructors.len; i++) {
    const CspSymbol *symbol = all->channels_and_constructors.data[i];
    if (symbol->kind == CSP_SYMBOL_CONSTRUCTOR && symbol->declaration &&
        !strcmp(symbol->name->text, name))
      return fields_of(symbol->declaration->kids[0]);
  }
  return 0;
}

void events_read(Session *session, const System *system, SpaceOptions *options)
{
  options->dotted = true;
  options->reading = (EventReading){.notation = is_file(system) ? EVENT_OF_FILE : EVENT_OF_B};
  if (!system->script) return;
  if (system_is_process(system)) {
    options->reading.notation = EVENT_OF_CSP;
    options->channel_names = take_names(session, system, CSP_SYMBOL_CHANNEL);
    options->constructors = take_names(session, system, CSP_SYMBOL_CONSTRUCTOR);
  }
  options->reading.arity = arity;
  options->reading.context = (void *) (uintptr_t) resolved(system);
}

void events_see(Session *session, const System *system, const System *other, int alphabet,
                SpaceOptions *options)
{
  bool process = system_is_process(system), others = system_is_process(other);
  bool mixed = !system->script != !other->script || process != others;
  if (system->script || other->script) events_read(session, system, options);
  if (!process && others) take_channels(session, other, options);
  if (alphabet == ALPHABET_COMMON || (alphabet == ALPHABET_MIXED && mixed))
    options->hidden = hide_others(session, system, other, options->hidden);
}
