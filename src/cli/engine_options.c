#include "cli/engine_options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/signals.h"
#include "lts/b_machine.h"
#include "solver/solver.h"

static const Symbol *set_named(const Model *model, const char *name, size_t length)
{
  for (uint32_t i = 0; model && i < model->sets.len; i++) {
    const Name *set = model->sets.data[i]->name;
    if (set->len == length && !memcmp(set->text, name, length)) return model->sets.data[i];
  }
  return NULL;
}

static Engine *with_preferences(Cli *cli, const Model *model)
{
  Arena *arena = session_arena(cli->session);
  const OptionValue *prefs = &cli->options.values[OPT_PREF];
  Preference *list = arena_new_array(arena, Preference, prefs->all.len + 1);
  for (uint32_t i = 0; i < prefs->all.len; i++) {
    const char *setting = prefs->all.data[i], *equals = strchr(setting, '=');
    list[i].name = arena_copy(arena, setting, (size_t) (equals - setting));
    list[i].value = equals + 1;
  }
  Engine *engine = engine_new(session_names(cli->session), model, list, prefs->all.len);
  const char *evaluator = cli->options.values[OPT_EVALUATOR].text;
  engine->strict_wd = options_given(&cli->options, OPT_STRICT_WD);
  engine->reference_only = evaluator && !strcmp(evaluator, "reference");
  solver_install(engine);
  if (cli->json) engine->output = stderr; /* standard output is the report's */
  engine_set_time_limit(engine, cli->options.values[OPT_TIME_LIMIT].seconds);
  return engine;
}

static size_t name_length(const char *setting) { return strcspn(setting, "="); }

/* --card; `partial`: sets that the model does not have are left out. */
static Engine *with_cards(Cli *cli, const Model *model, bool partial)
{
  Engine *engine = with_preferences(cli, model);
  const OptionValue *cards = &cli->options.values[OPT_CARD];
  for (uint32_t i = 0; i < cards->all.len; i++) {
    const char *setting = cards->all.data[i];
    size_t length = name_length(setting);
    const Symbol *set = set_named(model, setting, length);
    if (!set && partial) continue;
    uint64_t size = strtoull(setting + length + 1, NULL, 10);
    if (set && !set->enumerated && engine_set_size(engine, set, size)) continue;
    cli_usage(cli,
              set ? "the size of the set %.*s is fixed by the model"
                  : "there is no deferred set %.*s in the model",
              (int) length, setting);
    engine_free(engine);
    return NULL;
  }
  return engine;
}

Engine *engine_from_options(Cli *cli, const Model *model) { return with_cards(cli, model, false); }

Engine *engine_of_side(Cli *cli, const Model *model)
{
  Engine *engine = with_cards(cli, model, true);
  if (engine) engine->plain_calls = true;
  return engine;
}

bool engine_cards_known(Cli *cli, const Model *one, const Model *other)
{
  const OptionValue *cards = &cli->options.values[OPT_CARD];
  for (uint32_t i = 0; i < cards->all.len; i++) {
    const char *setting = cards->all.data[i];
    size_t length = name_length(setting);
    if (set_named(one, setting, length) || set_named(other, setting, length)) continue;
    cli_usage(cli, "there is no deferred set %.*s in the models", (int) length, setting);
    return false;
  }
  return true;
}

/* -------------------------------------------------------- sizes of deferred sets */

typedef struct {
  Sink sink; /* first */
  bool found, doubt;
} Probe;

static void note_start(Sink *sink, const Transition *t)
{
  (void) t;
  ((Probe *) sink)->found = true;
}

static void note_trouble(Sink *sink, const Trouble *t)
{
  (void) t;
  ((Probe *) sink)->doubt = true;
}

/* Is there surely no set-up of constants (or initial state) with these sizes? */
static bool has_no_start(Engine *engine)
{
  Probe probe = {{note_start, note_trouble}, false, false};
  Lts *lts = b_machine_new(engine);
  engine->output = NULL;
  lts->initial(lts, &probe.sink);
  lts->free(lts);
  return !probe.found && !probe.doubt;
}

static bool guesses_sizes(Engine *engine)
{
  const Model *model = engine->model;
  for (uint32_t i = 0; i < model->sets.len; i++)
    engine_element_shape(engine, model->sets.data[i]->type);
  return engine->has_guessed_sizes;
}

/* The properties may imply that deferred sets have more than the default number of
 * elements: the least number for which there are constants is taken.  0: no other
 * than the default. */
static uint64_t implied_set_size(Cli *cli, const Model *model)
{
  enum { MOST_EXTRA = 3 };
  uint64_t size = 0;
  for (uint64_t extra = 0; extra <= MOST_EXTRA && !signals_interrupted(); extra++) {
    Engine *engine = engine_of_side(cli, model);
    if (!engine) return 0;
    engine->default_set_size += extra;
    size = engine->default_set_size;
    bool again = guesses_sizes(engine) && model->constants.len && has_no_start(engine);
    engine_free(engine);
    if (!again) return extra ? size : 0;
  }
  return 0;
}

void engine_enlarge_sets(Cli *cli, Engine *engine, Engine *other)
{
  uint64_t size = engine ? implied_set_size(cli, engine->model) : 0;
  uint64_t other_size = other ? implied_set_size(cli, other->model) : 0;
  if (other_size > size) size = other_size;
  if (!size) return;
  const Engine *any = engine ? engine : other;
  diag_warning(session_diags(cli->session), SPAN_NONE, "set-size",
               "there are no constants with deferred sets of %llu elements: they have %llu here",
               (unsigned long long) any->default_set_size, (unsigned long long) size);
  if (engine) engine->default_set_size = size;
  if (other) other->default_set_size = size;
}

Engine *engine_with_sizes(Cli *cli, const Model *model)
{
  Engine *engine = engine_from_options(cli, model);
  engine_enlarge_sets(cli, engine, NULL);
  return engine;
}
