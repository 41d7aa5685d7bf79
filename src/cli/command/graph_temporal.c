#include "cli/command/graph_temporal.h"

#include "cli/common/drawing.h"
#include "report/temporal/path_picture.h"

bool graph_temporal_fits(Cli *cli)
{
  Options *o = &cli->options;
  if (!options_exclude(o, OPT_GRAPH_LTL, OPT_PROJECT)) {
    cli_usage_options(cli);
    return false;
  }
  if (!options_given(o, OPT_FAIR) || options_given(o, OPT_GRAPH_LTL)) return true;
  cli_usage(cli, "--fair is an assumption for formulas of LTL, but there is none");
  return false;
}

static ExitCode draw(Cli *cli, const TemporalChecked *c, const char *form)
{
  Text dot = {0};
  bool reasons = options_given(&cli->options, OPT_VERBOSE);
  Verdict verdict = path_picture_report(&cli->report, c, reasons, &dot);
  if (verdict != VERDICT_PASS) drawing_leave_output(cli);
  ExitCode code =
      verdict == VERDICT_PASS ? drawing_deliver(cli, &dot, form) : cli_finish_run(cli, verdict);
  text_free(&dot);
  return cli_unless_interrupted(code);
}

ExitCode graph_temporal(Cli *cli, const System *system, const char *form)
{
  const Options *o = &cli->options;
  Session *session = cli->report.session;
  TemporalRequest request = {.fair = options_text(o, OPT_FAIR)};
  const Source *source = session_text(session, "--ltl", options_text(o, OPT_GRAPH_LTL));
  vec_push(&request.texts, ((TemporalText){source, NULL, LOGIC_LTL}));
  TemporalChecked c = {0};
  bool good = temporal_check_run(session, system, &request, &c);
  ExitCode code = good ? draw(cli, &c, form) : cli_refused(cli);
  temporal_check_close(&c);
  vec_free(&request.texts);
  return code;
}
