#include "cli/command/commands.h"
#include "cli/common/drawing.h"
#include "cli/command/graph_temporal.h"
#include "cli/common/operands.h"
#include "cli/signals.h"
#include "lts/b_machine.h"
#include "report/graph_report.h"

static ExitCode draw_system(Cli *cli, const System *system, const char *form)
{
  const char *projection = options_text(&cli->options, OPT_PROJECT);
  bool unicode = options_given(&cli->options, OPT_UNICODE);
  Picture picture;
  if (!picture_open(cli->report.session, system, projection, unicode, &picture))
    return cli_refused(cli);
  if (signals_interrupted()) { /* part of a picture is none */
    picture_close(&picture);
    return drawing_failed(cli, "interrupted");
  }
  Text dot = {0};
  bool listed = options_given(&cli->options, OPT_GRAPH_LIST);
  Verdict verdict = graph_report(&cli->report, &picture, listed, &dot);
  if (verdict == VERDICT_FAIL) drawing_leave_output(cli);
  ExitCode code =
      verdict == VERDICT_FAIL ? cli_finish(cli, verdict) : drawing_deliver(cli, &dot, form);
  text_free(&dot);
  picture_close(&picture);
  return code;
}

static bool list_fits(Cli *cli)
{
  Options *o = &cli->options;
  if (!options_given(o, OPT_GRAPH_LIST)) return true;
  if (!options_exclude(o, OPT_GRAPH_LIST, OPT_GRAPH_LTL)) {
    cli_usage_options(cli);
    return false;
  }
  if (cli->report.json) return true;
  cli_usage(cli, "--list is for reports: --format json");
  return false;
}

ExitCode command_graph(Cli *cli)
{
  System system;
  ExitCode code;
  const char *form = NULL;
  if (!graph_temporal_fits(cli) || !list_fits(cli)) return EXIT_CODE_USAGE;
  if (cli_argument_count(cli) == 1 && !drawing_form(cli, &form)) return EXIT_CODE_USAGE;
  signals_note_interruption();
  if (!operands_file(cli, &system, &code)) return code;
  if (system.machine) b_machine_show(system.machine, false);
  bool path = options_given(&cli->options, OPT_GRAPH_LTL);
  code = path ? graph_temporal(cli, &system, form) : draw_system(cli, &system, form);
  system_close(&system);
  return code;
}
