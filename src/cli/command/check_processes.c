#include "cli/command/check_processes.h"

#include "cli/command/progress.h"
#include "cli/signals.h"
#include "report/csp/csp_report.h"
#include "session/system.h"

bool check_is_about_processes(const Input *input) { return system_is_aut(input->source->name); }

static CspRequest request_of(const Options *o, Progress *progress)
{
  return (CspRequest){.jobs = (uint32_t) o->values[OPT_JOBS].number,
                      .ascii = options_given(o, OPT_ASCII),
                      .progress = progress_note,
                      .progress_context = progress};
}

static ExitCode tell(Cli *cli, const CspChecked *c)
{
  Text trace = {0};
  bool wanted = options_given(&cli->options, OPT_TRACE);
  Verdict verdict = csp_report(&cli->report, c, wanted ? &trace : NULL);
  bool saved = cli_save_trace(cli, &trace);
  ExitCode code = cli_finish(cli, verdict);
  text_free(&trace);
  return cli_unless_interrupted(saved ? code : EXIT_CODE_USAGE);
}

ExitCode check_processes(Cli *cli, const Input *input)
{
  System system;
  Progress progress = progress_of(cli);
  CspRequest request = request_of(&cli->options, &progress);
  CspChecked c;
  if (!system_open(cli->report.session, input->source, (SystemKind){.as = SYSTEM_WHOLE}, &system))
    return cli_refused(cli);
  signals_note_interruption();
  csp_check_system(cli->report.session, system.lts, &request, &c);
  progress_end(&progress);
  ExitCode code = tell(cli, &c);
  csp_check_close(&c);
  system_close(&system);
  return code;
}
