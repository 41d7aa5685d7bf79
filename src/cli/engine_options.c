#include "cli/engine_options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/limits.h"
#include "engine/external/external.h"
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
  engine->options.strict_wd = options_given(&cli->options, OPT_STRICT_WD);
  engine->options.reference_only = evaluator && !strcmp(evaluator, "reference");
  engine->options.memory_limit = limits_memory(&cli->options);
  external_install(engine);
  solver_install(engine);
  if (cli->json) engine->options.output = stderr; /* standard output is the report's */
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
  if (engine) engine->options.plain_calls = true;
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
