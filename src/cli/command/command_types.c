#include "cli/command/commands.h"
#include "cli/input.h"
#include "session/settings.h"
#include "report/model_text.h"

typedef struct {
  Cli *cli;
  json_t *list;
} SymbolList;

static void list_symbol(void *data, const Symbol *symbol)
{
  SymbolList *symbols = data;
  Sources *sources = session_sources(symbols->cli->report.session);
  json_array_append_new(symbols->list, json_report_symbol(sources, symbol));
}

static void add_model_fields(Cli *cli, const Model *model)
{
  SymbolList symbols = {cli, json_array()};
  model_text_each_symbol(model, list_symbol, &symbols);
  json_object_set_new(cli->report.fields, "symbols", symbols.list);
  json_t *operations = json_array();
  for (uint32_t i = 0; i < model->operations.len; i++) {
    const Operation *operation = model->operations.data[i];
    if (!model_text_shows(model, operation)) continue;
    Sources *sources = session_sources(cli->report.session);
    json_array_append_new(operations, json_report_operation(sources, operation));
  }
  json_object_set_new(cli->report.fields, "operations", operations);
}

static ExitCode types_of_file(Cli *cli, const Input *input)
{
  const Model *model = session_load(cli->report.session, input->source);
  if (model->main && model->main->name) cli->report.model = model->main->name->text;
  input_warn_ending(cli, input, model->main ? model->main->unit : NULL);
  if (!cli_has_errors(cli)) {
    settings_warn_sets(cli->report.session, model);
    if (cli->report.json) add_model_fields(cli, model);
    else if (!options_given(&cli->options, OPT_QUIET)) model_text_types(&cli->report.out, model);
  }
  return cli_finish(cli, VERDICT_PASS);
}

static void add_formula_fields(Cli *cli, const Formula *formula)
{
  Text type = {0};
  if (formula->node->type) type_print(&type, formula->node->type);
  json_object_set_new(cli->report.fields, "type", json_report_string(type.data));
  text_free(&type);
  SymbolList symbols = {cli, json_array()};
  for (uint32_t i = 0; i < formula->free.len; i++) list_symbol(&symbols, formula->free.data[i]);
  json_object_set_new(cli->report.fields, "symbols", symbols.list);
}

static ExitCode types_of_formula(Cli *cli, const Input *input)
{
  Model *scope = NULL;
  const char *in = options_text(&cli->options, OPT_IN);
  if (in) {
    const Source *source = input_read_file(cli, in);
    if (!source) return EXIT_CODE_USAGE;
    scope = session_load(cli->report.session, source);
    if (cli_has_errors(cli)) {
      cli->report.file = in;
      return cli_finish(cli, VERDICT_ERROR);
    }
    if (scope->main && scope->main->name) cli->report.model = scope->main->name->text;
    settings_warn_sets(cli->report.session, scope);
  }
  const Formula *formula = session_formula(cli->report.session, scope, input->source, input->kind);
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  if (cli->report.json) add_formula_fields(cli, formula);
  if (options_given(&cli->options, OPT_QUIET)) return cli_finish(cli, VERDICT_PASS);
  if (formula->node->type) {
    type_print(&cli->report.out, formula->node->type);
    text_add_char(&cli->report.out, '\n');
  }
  for (uint32_t i = 0; i < formula->free.len; i++)
    model_text_symbol(&cli->report.out, formula->free.data[i]);
  return cli_finish(cli, VERDICT_PASS);
}

ExitCode command_types(Cli *cli)
{
  Input input;
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  return input.is_formula ? types_of_formula(cli, &input) : types_of_file(cli, &input);
}
