#include "cli/command/check_temporal.h"

#include "cli/common/progress.h"
#include "cli/signals.h"
#include "report/temporal/temporal_report.h"

bool check_is_temporal(const Options *o)
{
  return options_given(o, OPT_CHECK_LTL) || options_given(o, OPT_CHECK_CTL) ||
         options_given(o, OPT_LTL_FILE) || options_given(o, OPT_TEMPORAL);
}

static void take_texts(Cli *cli, OptionId id, const char *name, TemporalLogic logic,
                       TemporalTexts *texts)
{
  const OptionValue *value = &cli->options.values[id];
  for (uint32_t i = 0; i < value->all.len; i++)
    vec_push(texts, ((TemporalText){session_text(cli->report.session, name, value->all.data[i]),
                                    NULL, logic}));
}

/* False: a usage error was reported. */
static bool take_file(Cli *cli, TemporalTexts *texts)
{
  const char *path = options_text(&cli->options, OPT_LTL_FILE);
  const Source *source = path ? input_read_file(cli, path) : NULL;
  if (source) temporal_take_lines(cli->report.session, source, texts);
  return source || !path;
}

/* --temporal, --temporal=NAME. */
static bool take_definitions(Cli *cli, const System *system, TemporalTexts *texts)
{
  const OptionValue *value = &cli->options.values[OPT_TEMPORAL];
  VEC(const char *) names = {0};
  bool all = false;
  for (uint32_t i = 0; i < value->all.len; i++)
    if (*value->all.data[i]) vec_push(&names, value->all.data[i]);
    else all = true;
  bool good = !value->all.len || !system->model ||
              temporal_take_definitions(cli->report.session, system->model, names.data,
                                        all ? 0 : names.len, texts);
  vec_free(&names);
  return good;
}

static ExitCode tell(Cli *cli, const TemporalChecked *c)
{
  Text trace = {0};
  bool wanted = options_given(&cli->options, OPT_TRACE);
  Verdict verdict = temporal_report(&cli->report, c, wanted ? &trace : NULL,
                                    options_given(&cli->options, OPT_VERBOSE));
  bool saved = cli_save_trace(cli, &trace);
  ExitCode code = cli_finish(cli, verdict);
  text_free(&trace);
  return cli_unless_interrupted(saved ? code : EXIT_CODE_USAGE);
}

static ExitCode run(Cli *cli, const System *system, TemporalRequest *request)
{
  Session *session = cli->report.session;
  TemporalChecked c;
  bool good = temporal_check_run(session, system, request, &c);
  progress_end(request->progress_context);
  ExitCode code = good ? tell(cli, &c) : cli_refused(cli);
  temporal_check_close(&c);
  return code;
}

static ExitCode check_system(Cli *cli, const System *system)
{
  const Options *o = &cli->options;
  Progress progress = progress_of(cli);
  TemporalRequest request = {.fair = options_text(o, OPT_FAIR),
                             .jobs = (uint32_t) o->values[OPT_JOBS].number,
                             .progress = progress_note,
                             .progress_context = &progress};
  take_texts(cli, OPT_CHECK_LTL, "--ltl", LOGIC_LTL, &request.texts);
  take_texts(cli, OPT_CHECK_CTL, "--ctl", LOGIC_CTL, &request.texts);
  ExitCode code = EXIT_CODE_USAGE;
  if (take_file(cli, &request.texts)) {
    code = take_definitions(cli, system, &request.texts) ? run(cli, system, &request)
                                                         : cli_refused(cli);
  }
  vec_free(&request.texts);
  return code;
}

/* Fairness is about paths; CTL alone has none. */
static bool fairness_fits(Cli *cli)
{
  const Options *o = &cli->options;
  bool paths = options_given(o, OPT_CHECK_LTL) || options_given(o, OPT_LTL_FILE) ||
               options_given(o, OPT_TEMPORAL);
  if (!options_given(o, OPT_FAIR) || paths) return true;
  cli_usage(cli, "--fair is an assumption for formulas of LTL, but there is none");
  return false;
}

/* Who names a predicate to be checked must not be told PASS without it. */
static bool predicates_fit(Cli *cli)
{
  static const OptionId formulas[] = {OPT_CHECK_LTL, OPT_CHECK_CTL, OPT_LTL_FILE, OPT_TEMPORAL};
  Options *o = &cli->options;
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    if (options_exclude(o, OPT_INVARIANT, formulas[i]) && options_exclude(o, OPT_GOAL, formulas[i]))
      continue;
    text_add(&o->hint, "formulas of temporal logic are checked alone; --ltl 'G {P}' is about P");
    cli_usage_options(cli);
    return false;
  }
  return true;
}

ExitCode check_temporal(Cli *cli, const Input *input)
{
  System system;
  if (!fairness_fits(cli) || !predicates_fit(cli)) return EXIT_CODE_USAGE;
  SystemKind kind = system_text_kind(input->system, (SystemKind){.as = SYSTEM_WHOLE});
  bool good = system_load(cli->report.session, input->source, kind, &system);
  cli->report.model = system_name(&system);
  if (!good) return cli_refused(cli);
  signals_note_interruption();
  if (!system_start(cli->report.session, kind, &system)) return cli_refused(cli);
  bool suits = input_suits_options(cli, input_kind(&system));
  ExitCode code = suits ? check_system(cli, &system) : EXIT_CODE_USAGE;
  system_close(&system);
  return code;
}
