#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/command/commands.h"
#include "cli/command/check_paths.h"
#include "cli/command/check_processes.h"
#include "cli/command/check_temporal.h"
#include "cli/common/many_files.h"
#include "cli/common/progress.h"
#include "cli/input.h"
#include "cli/signals.h"
#include "report/check/check_report.h"
#include "report/csp/csp_report.h"
#include "report/prove/preserved_report.h"

/* ------------------------------------------------------------- the request */

static int caching(const Options *o)
{
  const char *word = options_text(o, OPT_CACHE);
  if (options_given(o, OPT_NO_CACHE) || (word && !strcmp(word, "never"))) return CACHE_NEVER;
  return word && !strcmp(word, "always") ? CACHE_ALWAYS : CACHE_WHERE_IT_PAYS;
}

static SearchOrder search_order(const Options *o)
{
  return options_given(o, OPT_DFS)     ? ORDER_DEPTH
         : options_given(o, OPT_MIXED) ? ORDER_MIXED
         : options_given(o, OPT_WALKS) ? ORDER_RANDOM
                                       : ORDER_BREADTH;
}

static CheckPredicates predicates_of(const Options *o, OptionId id)
{
  return (CheckPredicates){o->values[id].all.data, o->values[id].all.len};
}

static CheckRequest request_of(const Options *o, Progress *progress)
{
  ExploreOptions explore = {.order = search_order(o),
                            .caching = caching(o),
                            .every_predicate = options_given(o, OPT_NO_CACHE),
                            .seed = o->values[OPT_SEED].number,
                            .invariant = !options_given(o, OPT_NO_INVARIANT),
                            .deadlock = !options_given(o, OPT_NO_DEADLOCK),
                            .assertions = !options_given(o, OPT_NO_ASSERTIONS),
                            .goal = !options_given(o, OPT_NO_GOAL),
                            .keep_going = options_given(o, OPT_KEEP_GOING),
                            .no_wd = options_given(o, OPT_NO_WD),
                            .strict_wd = options_given(o, OPT_STRICT_WD),
                            .progress = progress_note,
                            .progress_context = progress};
  return (CheckRequest){.explore = explore,
                        .jobs = (uint32_t) o->values[OPT_JOBS].number,
                        .invariants = predicates_of(o, OPT_INVARIANT),
                        .goals = predicates_of(o, OPT_GOAL),
                        .scope = options_text(o, OPT_SCOPE)};
}

static bool orders_are_clear(Cli *cli)
{
  static const OptionId orders[] = {OPT_BFS, OPT_DFS, OPT_MIXED, OPT_WALKS};
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t j = i + 1; j < 4; j++)
      if (!options_exclude(&cli->options, orders[i], orders[j])) return false;
  return true;
}

/* -------------------------------------------------------------- the report */

/* Who asked for threads is told where there is only one. */
static void tell_threads(const Cli *cli, const Checked *c)
{
  const Options *o = &cli->options;
  bool asked = o->values[OPT_JOBS].number > 1;
  if (asked && c->options.order != ORDER_BREADTH)
    diag_warning(session_diags(cli->report.session), SPAN_NONE, "one-thread",
                 "--dfs, --mixed and --random use one thread: --jobs is ignored");
  else if (c->x->alone && options_given(o, OPT_VERBOSE))
    fputs("check: using one thread, because the model calls external functions or its states "
          "contain symbolic sets\n",
          stderr);
}

static ExitCode tell(Cli *cli, const Checked *c, const CspChecked *assertions)
{
  Text trace = {0}, also = {0};
  const Options *o = &cli->options;
  CheckStyle style = {.explain = options_given(o, OPT_EXPLAIN),
                      .coverage = options_given(o, OPT_COVERAGE) || cli->report.evidence,
                      .trace_file = options_text(o, OPT_TRACE),
                      .trace = options_given(o, OPT_TRACE) ? &trace : NULL};
  tell_threads(cli, c);
  if (assertions->results.len) {
    style.also_verdict = csp_report_part(&cli->report, assertions, NULL, &also);
    style.also = text_string(&also);
  }
  Verdict verdict = check_report(&cli->report, c, &style);
  bool saved = cli_save_trace(cli, style.trace);
  ExitCode code = cli_finish(cli, verdict);
  text_free(&trace);
  text_free(&also);
  return cli_unless_interrupted(saved ? code : EXIT_CODE_USAGE);
}

/* What operations surely preserve is not evaluated after them. */
static void use_proofs(Cli *cli, const System *system, CheckRequest *request, Preserved *preserved)
{
  static const double most_seconds = 2;
  preserved_find(cli->report.session, system, most_seconds, preserved);
  request->explore.preserved.table = preserved->table;
  request->explore.preserved.predicates = preserved->predicates;
  preserved_report(&cli->report, preserved);
}

/* The machine, and what the script that guides it asserts. */
static ExitCode check_system(Cli *cli, const SystemText *text, const System *system)
{
  assert(system->machine);
  Session *session = cli->report.session;
  Progress progress = progress_of(cli);
  CheckRequest request = request_of(&cli->options, &progress);
  CspRequest asserted = check_assertions_request(cli, text, &progress);
  Checked c;
  CspChecked assertions = {0};
  Preserved preserved = {0};
  if (options_given(&cli->options, OPT_PROVED)) use_proofs(cli, system, &request, &preserved);
  if (!check_run(session, system, &request, &c)) {
    preserved_free(&preserved);
    return cli_refused(cli);
  }
  bool good = !system->script ||
              csp_check_machine(session, system, text->block_others, &asserted, &assertions);
  progress_end(&progress);
  ExitCode code = good ? tell(cli, &c, &assertions) : cli_refused(cli);
  csp_check_close(&assertions);
  check_close(&c);
  preserved_free(&preserved);
  return code;
}

static ExitCode check_file(Cli *cli)
{
  Input input;
  System system;
  if (!input_open_system(cli, 0, &input)) return EXIT_CODE_USAGE;
  SystemKind kind =
      system_text_kind(input.system, (SystemKind){.as = SYSTEM_WHOLE, .may_guide_nothing = true});
  if (check_is_about_paths(&cli->options)) return check_paths(cli, &input);
  if (check_is_temporal(&cli->options)) return check_temporal(cli, &input);
  if (options_given(&cli->options, OPT_FAIR))
    return cli_usage(cli, "--fair is an assumption for formulas of LTL: see --ltl and --temporal");
  if (check_is_about_processes(&input)) return check_processes(cli, &input);
  bool good = system_load(cli->report.session, input.source, kind, &system);
  const Machine *main = system.model->main;
  cli->report.model = system_name(&system);
  input_warn_ending(cli, &input, main ? main->unit : NULL);
  if (!good) return cli_refused(cli);
  signals_note_interruption();
  if (!system_start(cli->report.session, kind, &system)) return cli_refused(cli);
  bool suits = input_suits_options(cli, input_kind(&system));
  ExitCode code = suits ? check_system(cli, &input.system, &system) : EXIT_CODE_USAGE;
  system_close(&system);
  return code;
}

ExitCode command_check(Cli *cli)
{
  if (!orders_are_clear(cli)) return cli_usage_options(cli);
  if (!many_files_given(cli)) return check_file(cli);
  if (options_given(&cli->options, OPT_TRACE)) return cli_usage(cli, "--trace takes one file");
  return many_files(cli);
}
