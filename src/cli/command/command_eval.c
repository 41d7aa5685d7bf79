#include <sys/stat.h>

#include "cli/command/commands.h"
#include "cli/input.h"
#include "csp/script.h"
#include "report/csp/csp_value_report.h"
#include "report/eval_report.h"

static ExitCode wrong_count(Cli *cli)
{
  struct stat info;
  uint32_t count = cli_argument_count(cli);
  const char *last = count ? cli_argument(cli, count - 1) : NULL;
  if (count == 2 && stat(last, &info) == 0) {
    text_printf(&cli->options.hint, "--in %s makes the names of that model visible", last);
    return cli_usage(cli, "eval takes a formula, not a file");
  }
  return cli_usage(cli, "eval takes one formula; put it in quotes");
}

static ExitCode evaluate(Cli *cli, Model *scope)
{
  const Options *o = &cli->options;
  EvalStyle style = {.all = options_given(o, OPT_ALL),
                     .why = options_given(o, OPT_WHY),
                     .unicode = options_given(o, OPT_UNICODE)};
  Evaluation evaluation;
  if (!evaluation_open(cli->report.session, scope, cli_argument(cli, 0), &evaluation))
    return cli_refused(cli);
  ExitCode code = cli_finish(cli, eval_report(&cli->report, &evaluation, style));
  evaluation_close(&evaluation);
  return code;
}

static ExitCode evaluate_in_script(Cli *cli, const Source *script)
{
  CspValue value;
  if (!input_suits_options(cli, INPUT_SCRIPT)) return EXIT_CODE_USAGE;
  if (!csp_value_open(cli->report.session, script, cli_argument(cli, 0), &value))
    return cli_refused(cli);
  ExitCode code = cli_finish(cli, csp_value_report(&cli->report, &value));
  csp_value_close(&value);
  return code;
}

ExitCode command_eval(Cli *cli)
{
  if (cli_argument_count(cli) != 1) return wrong_count(cli);
  const char *in = options_text(&cli->options, OPT_IN);
  if (!in) return evaluate(cli, NULL);
  const Source *source = input_read_file(cli, in);
  if (!source) return EXIT_CODE_USAGE;
  if (csp_is_source(source)) return evaluate_in_script(cli, source);
  Model *model = session_load(cli->report.session, source);
  if (cli_has_errors(cli)) cli->report.file = in;
  if (model->main && model->main->name) cli->report.model = model->main->name->text;
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  return evaluate(cli, model);
}
