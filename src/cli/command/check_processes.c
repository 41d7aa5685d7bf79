#include "cli/command/check_processes.h"

#include "cli/signals.h"
#include "report/csp/csp_report.h"
#include "session/system.h"

bool check_is_about_processes(const Input *input)
{
  return system_is_aut(input->source->name) || csp_is_source(input->source);
}

CspRequest check_assertions_request(const Cli *cli, const SystemText *text, Progress *progress)
{
  const Options *o = &cli->options;
  return (CspRequest){.chosen = o->values[OPT_ASSERT].all.data,
                      .chosen_count = o->values[OPT_ASSERT].all.len,
                      .process = text->process,
                      .plain = options_given(o, OPT_NO_COMPRESSION),
                      .jobs = (uint32_t) o->values[OPT_JOBS].number,
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

static ExitCode check_script(Cli *cli, const Input *input)
{
  Progress progress = progress_of(cli);
  CspRequest request = check_assertions_request(cli, &input->system, &progress);
  CspChecked c;
  signals_note_interruption();
  bool good = csp_check_run(cli->report.session, input->source, &request, &c);
  progress_end(&progress);
  ExitCode code = good ? tell(cli, &c) : cli_refused(cli);
  csp_check_close(&c);
  return code;
}

static ExitCode check_transitions(Cli *cli, const Input *input)
{
  System system;
  Progress progress = progress_of(cli);
  CspRequest request = check_assertions_request(cli, &input->system, &progress);
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

ExitCode check_processes(Cli *cli, const Input *input)
{
  InputKinds kind = csp_is_source(input->source) ? INPUT_SCRIPT : INPUT_AUT;
  if (!input_suits_options(cli, kind)) return EXIT_CODE_USAGE;
  if (!options_exclude(&cli->options, OPT_ASSERT, OPT_PROCESS)) return cli_usage_options(cli);
  if (input->system.process && options_given(&cli->options, OPT_ASSERT))
    return cli_usage(cli, "%s and --assert are mutually exclusive", cli->report.file);
  return kind == INPUT_SCRIPT ? check_script(cli, input) : check_transitions(cli, input);
}
