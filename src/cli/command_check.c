#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/check_report.h"
#include "cli/implied_sizes.h"
#include "cli/given_constants.h"
#include "cli/input.h"
#include "cli/integers.h"
#include "cli/last_words.h"
#include "cli/limits.h"
#include "cli/many_files.h"
#include "cli/model_settings.h"
#include "cli/signals.h"
#include "lts/b_machine.h"
#include "session/unknown_name.h"

typedef struct {
  Checked of;
  bool shows_progress;
} Check;

/* The predicates of --goal or --invariant; false if a text is wrong. */
static bool add_option_predicates(Check *c, Model *model, OptionId option, PredicateKind kind)
{
  const OptionValue *given = &c->of.cli->options.values[option];
  char name[40];
  snprintf(name, sizeof name, "<%s>", option_table[option].name);
  for (uint32_t i = 0; i < given->all.len; i++) {
    uint32_t mark = diags_mark(session_diags(c->of.cli->session));
    const Source *source = session_text(c->of.cli->session, name, given->all.data[i]);
    const Formula *formula = session_formula(c->of.cli->session, model, source, FORMULA_PRED);
    unknown_name_report(c->of.cli->session, model, formula, mark);
    if (cli_has_errors(c->of.cli)) return false;
    b_machine_add(c->of.machine, formula->node, kind);
    c->of.asked_integers |= integers_of(formula->node);
  }
  return true;
}

/* Redrawn in place on a terminal, a line each time otherwise. */
static void show_progress(const Check *c, const ExploreStatus *status)
{
  double seconds = cli_seconds(c->of.cli);
  bool terminal = isatty(STDERR_FILENO);
  uint64_t left = status->found > status->explored ? status->found - status->explored : 0;
  fprintf(stderr, "%s%llu states, %llu to explore, %llu transitions, %.0f states/s, %zu MB%s",
          terminal ? "\r\033[K" : "", (unsigned long long) status->found, (unsigned long long) left,
          (unsigned long long) status->transitions, (double) status->explored / seconds,
          status->bytes >> 20, terminal ? "" : "\n");
  fflush(stderr);
}

static void note_progress(void *context, const ExploreStatus *status)
{
  const Check *c = context;
  last_words_prepare(c->of.cli, status);
  if (c->shows_progress) show_progress(c, status);
}

static bool wants_progress(const Cli *cli)
{
  if (options_given(&cli->options, OPT_QUIET)) return false;
  return isatty(STDERR_FILENO) || options_given(&cli->options, OPT_VERBOSE);
}

static uint32_t cores(void)
{
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (uint32_t) count;
}

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

/* Who asked for threads is told where there is only one. */
static void tell_threads(const Check *c, const ExploreOptions *options)
{
  const Options *o = &c->of.cli->options;
  bool asked = options_given(o, OPT_JOBS) && options->jobs > 1;
  if (asked && options->order != ORDER_BREADTH)
    diag_warning(session_diags(c->of.cli->session), SPAN_NONE, "one-thread",
                 "--dfs, --mixed and --random use one thread, whatever --jobs says");
  else if (c->of.x->alone && options_given(o, OPT_VERBOSE))
    fputs("check: one thread, since the model calls functions of the tool, or its states hold sets "
          "that are not written out\n",
          stderr);
}

/* Of --time-limit, which has begun with the engine: sizes of sets were looked for; 0: no limit. */
static double time_left(const Engine *engine)
{
  double left = engine->options.deadline - clock_seconds();
  return engine->options.deadline <= 0 ? 0 : left > 0.001 ? left : 0.001;
}

static ExitCode run_check(Check *c, Model *model)
{
  if (!add_option_predicates(c, model, OPT_INVARIANT, PREDICATE_INVARIANT) ||
      !add_option_predicates(c, model, OPT_GOAL, PREDICATE_GOAL))
    return cli_finish(c->of.cli, VERDICT_ERROR);
  const Options *o = &c->of.cli->options;
  bool jobs_given = options_given(o, OPT_JOBS);
  ExploreOptions options = {.jobs = jobs_given ? (uint32_t) o->values[OPT_JOBS].number : cores(),
                            .parallel_from = jobs_given ? 16 : 0,
                            .eager_threads = jobs_given,
                            .order = search_order(o),
                            .caching = caching(o),
                            .every_predicate = options_given(o, OPT_NO_CACHE),
                            .seed = o->values[OPT_SEED].number,
                            .memory_limit = limits_memory(o),
                            .invariant = !options_given(o, OPT_NO_INVARIANT),
                            .deadlock =
                                !options_given(o, OPT_NO_DEADLOCK) && !lts_is_inert(c->of.lts),
                            .assertions = !options_given(o, OPT_NO_ASSERTIONS),
                            .goal = !options_given(o, OPT_NO_GOAL),
                            .keep_going = options_given(o, OPT_KEEP_GOING),
                            .no_wd = options_given(o, OPT_NO_WD),
                            .strict_wd = options_given(o, OPT_STRICT_WD),
                            .max_states = o->values[OPT_MAX_STATES].number,
                            .time_limit = time_left(c->of.engine),
                            .cancelled = signals_interrupted,
                            .progress = note_progress,
                            .progress_context = c};
  c->shows_progress = wants_progress(c->of.cli);
  Exploration *x = explore(c->of.lts, options);
  if (c->shows_progress && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
  c->of.x = x;
  tell_threads(c, &options);
  fflush(c->of.engine->options.output); /* what the model printed comes before the report … */
  c->of.engine->options.output = NULL;  /* … and is not printed again with the traces */
  ExitCode code = check_report(&c->of);
  if (signals_interrupted()) code = EXIT_CODE_INTERRUPTED;
  exploration_free(x);
  return code;
}

static bool orders_are_clear(Cli *cli)
{
  static const OptionId orders[] = {OPT_BFS, OPT_DFS, OPT_MIXED, OPT_WALKS};
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t j = i + 1; j < 4; j++)
      if (!options_exclude(&cli->options, orders[i], orders[j])) return false;
  return true;
}

static ExitCode check_file(Cli *cli)
{
  Input input;
  if (!input_open(cli, 0, &input)) return EXIT_CODE_USAGE;
  bool alone = options_given(&cli->options, OPT_ALONE);
  Model *model = alone ? session_load(cli->session, input.source)
                       : session_load_chain(cli->session, input.source);
  if (model->main && model->main->name) cli->model = model->main->name->text;
  input_warn_ending(cli, &input, model->main ? model->main->unit : NULL);
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  if (!constants_give(cli, model, false))
    return cli_has_errors(cli) ? cli_finish(cli, VERDICT_ERROR) : EXIT_CODE_USAGE;
  model_settings_warn(cli, model);
  signals_note_interruption();
  Check c = {.of = {.cli = cli, .engine = implied_sizes_engine(cli, model)}};
  if (!c.of.engine) return EXIT_CODE_USAGE;
  c.of.engine->options.cancelled = signals_interrupted;
  c.of.machine = b_machine_new(c.of.engine);
  c.of.lts = b_machine_lts(c.of.machine);
  ExitCode code = run_check(&c, model);
  c.of.lts->free(c.of.lts);
  engine_free(c.of.engine);
  return code;
}

ExitCode command_check(Cli *cli)
{
  if (!orders_are_clear(cli)) return cli_usage_options(cli);
  if (cli_argument_count(cli) <= 1) return check_file(cli);
  if (options_given(&cli->options, OPT_TRACE))
    return cli_usage(cli, "--trace is for one file, but %u are given", cli_argument_count(cli));
  return many_files(cli, check_file);
}
