#include "cli/common/many_files.h"

#include <assert.h>
#include <string.h>

#include "cli/last_words.h"
#include "cli/signals.h"

/* From good to bad. */
static const ExitCode ranking[] = {EXIT_CODE_PASS,       EXIT_CODE_UNKNOWN, EXIT_CODE_FAIL,
                                   EXIT_CODE_WRONG_TEXT, EXIT_CODE_USAGE,   EXIT_CODE_INTERRUPTED,
                                   EXIT_CODE_PIPE,       EXIT_CODE_INTERNAL};
enum { RANKS = sizeof ranking / sizeof *ranking };

static unsigned rank_of(ExitCode code)
{
  unsigned rank = 0;
  while (rank + 1 < RANKS && ranking[rank] != code) rank++;
  return rank;
}

static ExitCode run_one(Cli *cli, const char *file, ExitCode (*run)(Cli *), json_t *reports)
{
  Cli one = {.command = cli->command,
             .options = cli->options,
             .form = cli->form,
             .collected = &cli->report.out,
             .reports = reports};
  report_open(&one.report, cli_new_session(cli), cli->report.json);
  one.report.command = cli->report.command;
  memset(&one.options.words, 0, sizeof one.options.words); /* the others are the caller's */
  one.options.error = one.options.hint = (Text){0};
  vec_push(&one.options.words, cli->options.words.data[0]);
  vec_push(&one.options.words, file);
  ExitCode code = run(&one);
  last_words_prepare(cli, NULL);
  session_free(one.report.session);
  report_close(&one.report);
  text_free(&one.options.error);
  text_free(&one.options.hint);
  vec_free(&one.options.words);
  for (int i = 0; i < 2; i++) text_free(&one.last_words[i]);
  return code;
}

static void add_summary(Cli *cli, const uint32_t *counts, uint32_t done, unsigned worst)
{
  assert(worst < RANKS && done <= cli_argument_count(cli));
  static const char *const words[] = {"PASS",  "UNKNOWN", "FAIL",  "ERROR",
                                      "ERROR", "ERROR",   "ERROR", "ERROR"};
  uint32_t files = cli_argument_count(cli);
  text_printf(&cli->report.out, "%s %u files:", words[worst], files);
  const char *before = " ";
  for (unsigned i = RANKS; i-- > 0;) {
    if (!counts[i]) continue;
    text_printf(&cli->report.out, "%s%u %s", before, counts[i],
                i > rank_of(EXIT_CODE_WRONG_TEXT) ? "not checked" : words[i]);
    before = ", ";
  }
  if (done < files) text_printf(&cli->report.out, ", %u not started", files - done);
  text_add_char(&cli->report.out, '\n');
}

static Verdict verdict_of(ExitCode code)
{
  return code == EXIT_CODE_PASS      ? VERDICT_PASS
         : code == EXIT_CODE_FAIL    ? VERDICT_FAIL
         : code == EXIT_CODE_UNKNOWN ? VERDICT_UNKNOWN
                                     : VERDICT_ERROR;
}

ExitCode many_files(Cli *cli, ExitCode (*run)(Cli *))
{
  json_t *reports = cli->report.json ? json_array() : NULL;
  uint32_t counts[RANKS] = {0}, done = 0;
  unsigned worst = 0;
  bool written = options_given(&cli->options, OPT_OUTPUT);
  for (; done < cli_argument_count(cli) && !signals_interrupted(); done++) {
    const char *file = cli_argument(cli, done);
    text_printf(&cli->report.out, "%s%s:\n", done ? "\n" : "", file);
    unsigned rank = rank_of(run_one(cli, file, run, reports));
    counts[rank]++;
    if (rank > worst) worst = rank;
    if (!cli->report.json && !written && cli_flush(cli) != EXIT_CODE_PASS) return EXIT_CODE_PIPE;
  }
  text_add_char(&cli->report.out, '\n');
  add_summary(cli, counts, done, worst);
  cli->report.incomplete = worst > 0;
  json_object_set_new(cli->report.fields, "reasons", json_array()); /* each report has its own */
  if (reports) json_object_set_new(cli->report.fields, "files", reports);
  ExitCode code = cli_finish(cli, verdict_of(ranking[worst]));
  bool plain = worst <= rank_of(EXIT_CODE_WRONG_TEXT);
  return plain || code == EXIT_CODE_PIPE ? code : ranking[worst];
}
