#include "cli/command/check_paths.h"

#include <string.h>

#include "cli/common/progress.h"
#include "cli/common/provers.h"
#include "cli/signals.h"
#include "eventb/eventb.h"
#include "report/prove/inductive_report.h"
#include "report/prove/path_report.h"

static const double default_seconds_per = 10;

bool check_is_about_paths(const Options *o)
{
  return options_given(o, OPT_BMC) || options_given(o, OPT_INDUCTION) ||
         options_given(o, OPT_INDUCTIVE);
}

/* By induction over K steps, all paths of fewer than K steps are looked at anyway. */
static PathRequest request_of(const Options *o, Progress *progress)
{
  uint32_t induction = (uint32_t) o->values[OPT_INDUCTION].number;
  uint32_t steps = (uint32_t) o->values[OPT_BMC].number;
  if (induction && steps < induction - 1) steps = induction - 1;
  return (PathRequest){.steps = steps,
                       .induction = induction,
                       .seconds_per = default_seconds_per,
                       .progress = progress_count,
                       .progress_context = progress};
}

static ExitCode check_by_paths(Cli *cli, Model *model, uint32_t foreign)
{
  Progress progress = progress_of(cli);
  PathRequest request = request_of(&cli->options, &progress);
  PathChecked checked;
  request.foreign = foreign;
  path_check_run(cli->report.session, model, &request, &checked);
  progress_end(&progress);
  ExitCode code = cli_finish_run(cli, path_report(&cli->report, &checked, &request));
  path_check_close(&checked);
  return code;
}

static ExitCode check_inductive(Cli *cli, Model *model, uint32_t foreign)
{
  Progress progress = progress_of(cli);
  InductiveRequest request = {default_seconds_per, foreign, progress_count, &progress};
  InductiveChecked checked;
  inductive_check_run(cli->report.session, model, &request, &checked);
  progress_end(&progress);
  ExitCode code = cli_finish_run(cli, inductive_report(&cli->report, &checked));
  inductive_check_close(&checked);
  return code;
}

/* Who gives an option that is about states, or about some constants and sizes, expects more than
 * these checks do.  False: told. */
static bool options_suit(Cli *cli)
{
  static const OptionId suiting[] = {OPT_BMC,   OPT_INDUCTION, OPT_INDUCTIVE, OPT_PROVERS,
                                     OPT_ALONE, OPT_ASCII,     OPT_EVALUATOR};
  Options *o = &cli->options;
  OptionId asked = options_given(o, OPT_INDUCTIVE) ? OPT_INDUCTIVE
                   : options_given(o, OPT_BMC)     ? OPT_BMC
                                                   : OPT_INDUCTION;
  for (OptionId i = 0; i < OPTION_COUNT; i++) {
    bool suits = !strcmp(option_table[i].commands, "*") && i != OPT_CARD;
    for (size_t j = 0; j < sizeof suiting / sizeof *suiting; j++) suits |= suiting[j] == i;
    if (suits || options_exclude(o, asked, i)) continue;
    text_add(&o->hint, "it does not explore, and is about all constants and sizes of sets");
    return false;
  }
  return options_exclude(o, OPT_INDUCTIVE, OPT_BMC) &&
         options_exclude(o, OPT_INDUCTIVE, OPT_INDUCTION);
}

/* What a refinement of classical B requires is said in what it refines. */
static bool needs_chain(const Cli *cli, const Model *model, const Source *source)
{
  return model->main && model->main->refines && !eventb_is_source(source) &&
         !options_given(&cli->options, OPT_ALONE);
}

ExitCode check_paths(Cli *cli, const Input *input)
{
  const Options *o = &cli->options;
  if (!options_suit(cli)) return cli_usage_options(cli);
  Model *model = session_load(cli->report.session, input->source);
  if (model->main && model->main->name) cli->report.model = model->main->name->text;
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  if (needs_chain(cli, model, input->source)) {
    text_add(&cli->options.hint, "`probity prove` proves refinements; --alone takes this one "
                                 "alone, without the preconditions above");
    return cli_usage(cli, "%s refines %s: that is not looked at without exploring states",
                     model->main->name->text, model->main->refines->name->text);
  }
  uint32_t foreign;
  if (!provers_of(cli, &foreign)) return EXIT_CODE_USAGE;
  signals_note_interruption();
  return options_given(o, OPT_INDUCTIVE) ? check_inductive(cli, model, foreign)
                                         : check_by_paths(cli, model, foreign);
}
