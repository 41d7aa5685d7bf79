#include "cli/command/commands.h"
#include "cli/common/operands.h"
#include "cli/signals.h"
#include "report/compare/assume_report.h"
#include "report/compare/comparison.h"
#include "report/compare/refine_report.h"

static RefineModel chosen_model(const Options *o)
{
  static const struct {
    const char *letters;
    RefineModel model;
  } short_names[] = {
      {"T", REFINE_TRACES}, {"F", REFINE_FAILURES}, {"FD", REFINE_FAILURES_DIVERGENCES}};
  for (unsigned i = 0; i < sizeof short_names / sizeof *short_names; i++)
    if (options_is(o, OPT_MODEL, short_names[i].letters)) return short_names[i].model;
  for (unsigned i = 0; refine_model_names[i]; i++)
    if (options_is(o, OPT_MODEL, refine_model_names[i])) return (RefineModel) i;
  return REFINE_TRACES;
}

/* --pre assume: traces of calls that the refined machine allows. */
static ExitCode refine_assuming(Cli *cli)
{
  static const OptionId others[] = {OPT_HIDE, OPT_RENAME, OPT_SEMANTICS};
  const Options *o = &cli->options;
  for (uint32_t i = 0; i < sizeof others / sizeof *others; i++)
    if (options_given(o, others[i]))
      return cli_usage(cli, "--pre assume cannot be combined with --%s",
                       option_table[others[i]].name);
  if (chosen_model(o) != REFINE_TRACES)
    return cli_usage(cli, "--pre assume requires --model traces");
  System system;
  Assumption assumption;
  ExitCode code;
  if (!operands_refinement(cli, &system, &code)) return code;
  signals_note_interruption();
  assumption_run(cli->report.session, &system, &assumption);
  code = cli_finish_run(cli, assume_report(&cli->report, &assumption, false));
  assumption_close(&assumption);
  system_close(&system);
  return code;
}

static Verdict compare(Cli *cli, Systems *s, RefineOptions options)
{
  if (!comparison_can_begin(&cli->report, s)) return VERDICT_FAIL;
  Refinement *x = refine(s->impl_space, s->spec_space, options);
  Verdict verdict = refine_report(&cli->report, s, x, options.model);
  refinement_free(x);
  return verdict;
}

ExitCode command_refine(Cli *cli)
{
  const Options *o = &cli->options;
  RefineOptions options = {.model = chosen_model(o),
                           .exact = options_is(o, OPT_SEMANTICS, "exact")};
  if (options_given(o, OPT_SEMANTICS) && !options.exact && !options_is(o, OPT_SEMANTICS, "csp"))
    return cli_usage(cli, "the semantics of refine are csp and exact");
  if (options.exact && options.model < REFINE_FAILURES)
    return cli_usage(cli, "--semantics exact requires --model failures or failures-divergences");
  if (options_is(o, OPT_PRE, "assume")) return refine_assuming(cli);
  Systems s;
  ExitCode code;
  if (!operands_pair(cli, &s, &code)) return code;
  options.count_hidden = s.impl.script || s.spec.script;
  code = cli_finish_run(cli, compare(cli, &s, options));
  systems_close(&s);
  return code;
}
