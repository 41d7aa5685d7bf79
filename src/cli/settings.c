#include "cli/settings.h"

#include <string.h>

/* The preferences that the engine knows; the value of each is a whole number. */
static const char *const preferences[] = {"MAXINT", "MININT", "DEFAULT_SETSIZE", NULL};

/* NAME of NAME=VALUE. */
static const char *name_of(Cli *cli, const char *setting)
{
  return arena_copy(session_arena(cli->session), setting, strcspn(setting, "="));
}

static bool is_listed(const char *const *names, const char *name)
{
  for (; *names; names++)
    if (!strcmp(*names, name)) return true;
  return false;
}

static bool is_number(const char *text)
{
  if (*text == '-') text++;
  return *text && text[strspn(text, "0123456789")] == '\0';
}

bool settings_check(Cli *cli)
{
  const OptionValue *given = &cli->options.values[OPT_PREF];
  for (uint32_t i = 0; i < given->all.len; i++) {
    const char *name = name_of(cli, given->all.data[i]);
    const char *value = strchr(given->all.data[i], '=') + 1;
    if (!is_listed(preferences, name) || is_number(value)) continue;
    cli_usage(cli, "--pref %s: '%s' is not a whole number", name, value);
    return false;
  }
  return true;
}

static void warn_preference(Cli *cli, const char *name)
{
  Diags *diags = session_diags(cli->session);
  Diag *diag = diag_warning(diags, SPAN_NONE, "unknown-setting", "there is no preference %s", name);
  Text hint = {0};
  options_suggest(&hint, name, preferences);
  if (hint.len == 0) text_add(&hint, "there are MAXINT, MININT and DEFAULT_SETSIZE");
  diag_hint(diags, diag, "%s", text_string(&hint));
  text_free(&hint);
}

void settings_warn(Cli *cli)
{
  static const char *const readers[] = {"parse", "fmt", "dump", NULL};
  const OptionValue *given = &cli->options.values[OPT_PREF];
  for (uint32_t i = 0; i < given->all.len; i++) {
    const char *name = name_of(cli, given->all.data[i]);
    if (!is_listed(preferences, name)) warn_preference(cli, name);
  }
  if (options_given(&cli->options, OPT_CARD) && is_listed(readers, cli->command->name))
    diag_warning(session_diags(cli->session), SPAN_NONE, "unknown-setting",
                 "--card has no effect on %s", cli->command->name);
}

static bool has_deferred_set(const Model *model, const char *name)
{
  for (uint32_t i = 0; i < model->sets.len; i++)
    if (!strcmp(model->sets.data[i]->name->text, name)) return !model->sets.data[i]->enumerated;
  return false;
}

void settings_warn_sets(Cli *cli, const Model *model)
{
  Diags *diags = session_diags(cli->session);
  const OptionValue *given = &cli->options.values[OPT_CARD];
  for (uint32_t i = 0; i < given->all.len; i++) {
    const char *name = name_of(cli, given->all.data[i]);
    if (has_deferred_set(model, name)) continue;
    const char *names[65] = {0};
    for (uint32_t k = 0, count = 0; k < model->sets.len && count < 64; k++)
      if (!model->sets.data[k]->enumerated) names[count++] = model->sets.data[k]->name->text;
    Diag *diag = diag_warning(diags, SPAN_NONE, "unknown-setting",
                              "there is no deferred set %s in the model", name);
    Text hint = {0};
    options_suggest(&hint, name, names);
    if (hint.len > 0) diag_hint(diags, diag, "%s", text_string(&hint));
    text_free(&hint);
  }
}
