#include "cli/common/drawing.h"

#include <string.h>

#include "cli/signals.h"
#include "report/graphviz.h"

/* What the name of the output file promises: NULL is the text itself. */
bool drawing_form(Cli *cli, const char **form)
{
  static const char *const forms[] = {"svg", "png", "pdf"};
  const char *path = options_text(&cli->options, OPT_OUTPUT);
  const char *dot = path ? strrchr(path, '.') : NULL;
  *form = NULL;
  if (!path || !strcmp(path, "-")) return true;
  for (size_t i = 0; dot && i < sizeof forms / sizeof *forms; i++)
    if (!strcmp(dot + 1, forms[i])) *form = forms[i];
  if (*form && cli->report.json) {
    text_add(&cli->options.hint, "the report contains the picture as Graphviz text");
    cli_usage(cli, "-o %s: --format json gives a report, not a picture", path);
    return false;
  }
  if (cli->report.json) return true;
  if (*form || (dot && (!strcmp(dot, ".dot") || !strcmp(dot, ".gv")))) return true;
  text_add(&cli->options.hint, "its name must end in .dot, .svg, .png or .pdf");
  cli_usage(cli, "-o %s: unknown picture format", path);
  return false;
}

/* By the program dot; false: a usage error was reported. */
static bool draw(Cli *cli, const Text *dot, const char *form)
{
  GraphvizLimits limits = {.seconds = session_options(cli->report.session)->time_limit,
                           .cancelled = signals_cancel()};
  Text error = {0};
  bool good = graphviz_draw(dot, form, limits, &cli->report.out, &error);
  if (!good) {
    if (!signals_interrupted())
      text_add(&cli->options.hint, "dot is part of Graphviz; -o FILE.dot works without it");
    cli_usage(cli, "%s", text_string(&error));
  }
  text_free(&error);
  return good;
}

ExitCode drawing_deliver(Cli *cli, const Text *dot, const char *form)
{
  bool good = true;
  if (form) good = draw(cli, dot, form);
  else text_add_bytes(&cli->report.out, text_string(dot), dot->len);
  ExitCode code = good ? cli_finish(cli, VERDICT_PASS) : EXIT_CODE_USAGE;
  return cli_unless_interrupted(code);
}

void drawing_leave_output(Cli *cli) { cli->options.values[OPT_OUTPUT].text = NULL; }

ExitCode drawing_failed(Cli *cli, const char *reason)
{
  drawing_leave_output(cli);
  text_printf(&cli->report.out, "UNKNOWN not drawn: %s\n", reason);
  json_t *reasons = json_array();
  json_array_append_new(reasons, json_report_string(reason));
  json_object_set_new(cli->report.fields, "reasons", reasons);
  return cli_finish_run(cli, VERDICT_UNKNOWN);
}
