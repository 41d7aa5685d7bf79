#include "cli/engine_options.h"

#include <stdlib.h>
#include <string.h>

static const Symbol *set_named(const Model *model, const char *name, size_t length)
{
  for (uint32_t i = 0; model && i < model->sets.len; i++) {
    const Name *set = model->sets.data[i]->name;
    if (set->len == length && !memcmp(set->text, name, length)) return model->sets.data[i];
  }
  return NULL;
}

Engine *engine_from_options(Cli *cli, const Model *model)
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
  engine->reference_only = evaluator && !strcmp(evaluator, "reference");
  if (cli->json) engine->output = stderr; /* standard output is the report's */
  engine_set_time_limit(engine, cli->options.values[OPT_TIME_LIMIT].seconds);
  const OptionValue *cards = &cli->options.values[OPT_CARD];
  for (uint32_t i = 0; i < cards->all.len; i++) {
    const char *setting = cards->all.data[i], *equals = strchr(setting, '=');
    const Symbol *set = set_named(model, setting, (size_t) (equals - setting));
    if (set && !set->enumerated && engine_set_size(engine, set, strtoull(equals + 1, NULL, 10)))
      continue;
    cli_usage(cli,
              set ? "the size of the set %.*s is fixed by the model"
                  : "there is no deferred set %.*s in the model",
              (int) (equals - setting), setting);
    engine_free(engine);
    return NULL;
  }
  return engine;
}
