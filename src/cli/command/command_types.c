#include "cli/command/commands.h"
#include "cli/input.h"
#include "csp/script.h"
#include "report/csp/csp_types_report.h"
#include "report/types_report.h"
#include "session/settings.h"

static bool is_wanted(const Cli *cli)
{
  return cli->report.json || !options_given(&cli->options, OPT_QUIET);
}

static ExitCode types_of_file(Cli *cli, const Input *input)
{
  const Model *model = session_load(cli->report.session, input->source);
  if (model->main && model->main->name) cli->report.model = model->main->name->text;
  input_warn_ending(cli, input, model->main ? model->main->unit : NULL);
  if (!cli_has_errors(cli)) {
    settings_warn_sets(cli->report.session, model);
    if (is_wanted(cli)) types_report_model(&cli->report, model);
  }
  return cli_finish(cli, VERDICT_PASS);
}

static ExitCode types_of_script(Cli *cli, const Input *input)
{
  const CspScript *script = session_typed_script(cli->report.session, input->source);
  if (!cli_has_errors(cli) && is_wanted(cli)) csp_types_report_script(&cli->report, script);
  return cli_finish(cli, VERDICT_PASS);
}

/* An expression in the scope of a script. */
static ExitCode types_in_script(Cli *cli, const Input *input, const Source *source)
{
  CspScript *script = session_typed_script(cli->report.session, source);
  const CspNode *n = cli_has_errors(cli) ? NULL : csp_script_expression(script, input->source);
  if (!n) return cli_finish(cli, VERDICT_ERROR);
  if (is_wanted(cli)) csp_types_report_expression(&cli->report, n);
  return cli_finish(cli, VERDICT_PASS);
}

/* Of a temporal formula nothing has a type that could be printed: the formula is. */
static ExitCode types_of_temporal(Cli *cli, const Input *input, Model *scope)
{
  const Temporal *t = session_temporal(cli->report.session, scope, input->source, input->logic);
  if (t && is_wanted(cli)) types_report_temporal(&cli->report, t);
  return cli_finish(cli, VERDICT_PASS);
}

static ExitCode types_of_formula(Cli *cli, const Input *input)
{
  Model *scope = NULL;
  const char *in = options_text(&cli->options, OPT_IN);
  if (in) {
    const Source *source = input_read_file(cli, in);
    if (!source) return EXIT_CODE_USAGE;
    if (csp_is_source(source)) return types_in_script(cli, input, source);
    scope = session_load(cli->report.session, source);
    if (cli_has_errors(cli)) {
      cli->report.file = in;
      return cli_finish(cli, VERDICT_ERROR);
    }
    if (scope->main && scope->main->name) cli->report.model = scope->main->name->text;
    settings_warn_sets(cli->report.session, scope);
  }
  if (input->is_temporal) return types_of_temporal(cli, input, scope);
  const Formula *formula = session_formula(cli->report.session, scope, input->source, input->kind);
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  if (is_wanted(cli)) types_report_formula(&cli->report, formula);
  return cli_finish(cli, VERDICT_PASS);
}

ExitCode command_types(Cli *cli)
{
  Input input;
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  if (input.is_formula) return types_of_formula(cli, &input);
  return csp_is_source(input.source) ? types_of_script(cli, &input) : types_of_file(cli, &input);
}
