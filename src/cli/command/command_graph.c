#include <string.h>

#include "cli/command/commands.h"
#include "cli/command/operands.h"
#include "cli/signals.h"
#include "lts/b_machine.h"
#include "report/graph_report.h"
#include "report/graphviz.h"

/* What the name of the output file promises: NULL is the text itself. */
static bool read_form(Cli *cli, const char **form)
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
                           .cancelled = signals_interrupted};
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

static ExitCode deliver(Cli *cli, const Text *dot, const char *form)
{
  bool good = true;
  if (form) good = draw(cli, dot, form);
  else text_add_bytes(&cli->report.out, text_string(dot), dot->len);
  ExitCode code = good ? cli_finish(cli, VERDICT_PASS) : EXIT_CODE_USAGE;
  return cli_unless_interrupted(code);
}

static void leave_output_alone(Cli *cli) { cli->options.values[OPT_OUTPUT].text = NULL; }

static ExitCode not_drawn(Cli *cli, const char *reason)
{
  leave_output_alone(cli);
  text_printf(&cli->report.out, "UNKNOWN not drawn: %s\n", reason);
  json_t *reasons = json_array();
  json_array_append_new(reasons, json_report_string(reason));
  json_object_set_new(cli->report.fields, "reasons", reasons);
  return cli_finish_run(cli, VERDICT_UNKNOWN);
}

static ExitCode draw_system(Cli *cli, const System *system, const char *form)
{
  const char *projection = options_text(&cli->options, OPT_PROJECT);
  bool unicode = options_given(&cli->options, OPT_UNICODE);
  Picture picture;
  if (!picture_open(cli->report.session, system, projection, unicode, &picture))
    return cli_refused(cli);
  if (signals_interrupted()) { /* part of a picture is none */
    picture_close(&picture);
    return not_drawn(cli, "interrupted");
  }
  Text dot = {0};
  Verdict verdict = graph_report(&cli->report, &picture, &dot);
  if (verdict == VERDICT_FAIL) leave_output_alone(cli);
  ExitCode code = verdict == VERDICT_FAIL ? cli_finish(cli, verdict) : deliver(cli, &dot, form);
  text_free(&dot);
  picture_close(&picture);
  return code;
}

ExitCode command_graph(Cli *cli)
{
  System system;
  ExitCode code;
  const char *form = NULL;
  if (cli_argument_count(cli) == 1 && !read_form(cli, &form)) return EXIT_CODE_USAGE;
  signals_note_interruption();
  if (!operands_file(cli, &system, &code)) return code;
  if (system.machine) b_machine_show(system.machine, false);
  code = draw_system(cli, &system, form);
  system_close(&system);
  return code;
}
