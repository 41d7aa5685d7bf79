#include "cli/given_constants.h"

#include <string.h>

#include "session/unknown_name.h"

static size_t name_length(const char *setting) { return strcspn(setting, "="); }

static bool has_constant(const Model *model, const char *name, size_t length)
{
  for (uint32_t i = 0; model && i < model->constants.len; i++) {
    const Name *constant = model->constants.data[i]->name;
    if (constant->len == length && !memcmp(constant->text, name, length)) return true;
  }
  return false;
}

static void complain(Cli *cli, const Model *model, const char *setting)
{
  Arena *arena = session_arena(cli->session);
  uint32_t count = model ? model->constants.len : 0;
  const char **names = arena_new_array(arena, const char *, count + 1);
  for (uint32_t i = 0; i < count; i++) names[i] = model->constants.data[i]->name->text;
  const char *name = arena_copy(arena, setting, name_length(setting));
  for (uint32_t i = 0; model && i < model->variables.len; i++)
    if (!strcmp(model->variables.data[i]->name->text, name)) {
      cli_usage(cli, "--let %s: this is a variable of the model, not a constant", name);
      return;
    }
  options_suggest(&cli->options.hint, name, names);
  cli_usage(cli, "--let %s: there is no such constant in the model", name);
}

static bool give(Cli *cli, Model *model, const char *setting)
{
  Text text = {0};
  size_t length = name_length(setting);
  text_printf(&text, "%.*s = (%s)", (int) length, setting, setting + length + 1);
  Diags *diags = session_diags(cli->session);
  uint32_t mark = diags_mark(diags), errors = diags_errors(diags);
  const char *kept = arena_copy(session_arena(cli->session), text_string(&text), text.len);
  text_free(&text);
  const Source *source = session_text(cli->session, "<let>", kept);
  const Formula *formula = session_formula(cli->session, model, source, FORMULA_PRED);
  unknown_name_report(cli->session, model, formula, mark);
  if (diags_errors(diags) != errors) return false;
  Clause clause = {.node = formula->node, .machine = model->main};
  vec_push(&model->properties, clause);
  return true;
}

bool constants_give(Cli *cli, Model *model, bool partial)
{
  const OptionValue *given = &cli->options.values[OPT_LET];
  for (uint32_t i = 0; i < given->all.len; i++) {
    const char *setting = given->all.data[i];
    bool known = has_constant(model, setting, name_length(setting));
    if (!known && partial) continue;
    if (!known) return complain(cli, model, setting), false;
    if (!give(cli, model, setting)) return false;
  }
  return true;
}

bool constants_known(Cli *cli, const Model *const *models, uint32_t count)
{
  const OptionValue *given = &cli->options.values[OPT_LET];
  for (uint32_t i = 0; i < given->all.len; i++) {
    const char *setting = given->all.data[i];
    const Model *some = NULL;
    bool known = false;
    for (uint32_t k = 0; k < count && !known; k++) {
      if (!some) some = models[k];
      known = has_constant(models[k], setting, name_length(setting));
    }
    if (known) continue;
    complain(cli, some, setting);
    return false;
  }
  return true;
}

void constants_add_given(const Cli *cli, Text *text, const char *before)
{
  const OptionValue *given = &cli->options.values[OPT_LET];
  for (uint32_t i = 0; i < given->all.len; i++, before = ", ")
    text_printf(text, "%s%s", before, given->all.data[i]);
}
