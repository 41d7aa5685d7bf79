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

/* The name of the events of a label: labels of files have fields in their text, c.1. */
static const char *event_name(Session *session, const System *system, uint32_t label)
{
  const char *name = system->lts->label_name(system->lts, label);
  EventReading reading = {.notation = EVENT_OF_FILE};
  return is_file(system) ? event_read(session_arena(session), name, reading).name : name;
}

static void add_written(Names *names, const char *name)
{
  Text written = {0};
  event_name_add(&written, name);
  names_intern(names, text_string(&written), written.len);
  text_free(&written);
}

/* The names of events that the system has, also as a script writes them: a process has all channels
 * of its script. */
static Names *names_of(Session *session, const System *system)
{
  Names *names = names_new();
  Lts *lts = system->lts;
  bool process = system_is_process(system);
  const CspResolved *script = process ? resolved(system) : NULL;
  for (uint32_t i = 0; process && i < script->channels_and_constructors.len; i++) {
    const CspSymbol *symbol = script->channels_and_constructors.data[i];
    if (is_channel(symbol)) names_intern_string(names, symbol->name->text);
  }
  for (uint32_t i = lts->first_operation; !process && i < lts->label_count; i++) {
    const char *name = event_name(session, system, i);
    names_intern_string(names, name);
    add_written(names, name);
    add_written(names, arena_printf(session_arena(session), "%s" EVENT_UNDEFINED, name));
  }
  return names;
}

/* Does the other side have events of this name, perhaps as a script writes it?  Results without
 * value have numbers there. */
static bool is_common(const Names *its, const char *name)
{
  Text written = {0};
  event_name_add(&written, name);
  bool found =
      names_find(its, name, strlen(name)) || names_find(its, text_string(&written), written.len);
  const char *undefined = strstr(name, EVENT_UNDEFINED_WRITTEN);
  text_clear(&written);
  if (undefined) text_add_bytes(&written, name, (size_t) (undefined - name));
  text_add(&written, EVENT_UNDEFINED_WRITTEN "'");
  found |= undefined && names_find(its, text_string(&written), written.len);
  text_free(&written);
  return found;
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
  Lts *lts = system->lts;
  VEC(const char *) list = {0};
  for (; hidden && *hidden; hidden++) vec_push(&list, *hidden);
  for (uint32_t i = lts->first_operation; i < lts->label_count; i++) {
    const char *name = event_name(session, system, i);
    if (!is_common(its, name) && !is_silent(lts, i)) vec_push(&list, name);
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

void events_read(const System *system, SpaceOptions *options)
{
  options->dotted = true;
  options->reading = (EventReading){.notation = is_file(system) ? EVENT_OF_FILE : EVENT_OF_B};
  if (!system->script) return;
  if (system_is_process(system)) options->reading.notation = EVENT_OF_CSP;
  options->reading.arity = arity;
  options->reading.context = (void *) (uintptr_t) resolved(system);
}

void events_see(Session *session, const System *system, const System *other, int alphabet,
                SpaceOptions *options)
{
  bool process = system_is_process(system), others = system_is_process(other);
  bool mixed = !system->script != !other->script || process != others;
  if (system->script || other->script) events_read(system, options);
  if (!process && others) take_channels(session, other->script, options);
  if (others) {
    options->channel_names = take_names(session, other, CSP_SYMBOL_CHANNEL);
    options->constructors = take_names(session, other, CSP_SYMBOL_CONSTRUCTOR);
  }
  if (alphabet == ALPHABET_COMMON || (alphabet == ALPHABET_MIXED && mixed))
    options->hidden = hide_others(session, system, other, options->hidden);
}
