#include <string.h>

#include "cli/command/commands.h"
#include "cli/common/operands.h"
#include "cli/request.h"
#include "cli/signals.h"
#include "report/compare/comparison.h"
#include "report/export/export.h"
#include "report/export/export_tests.h"

static bool ends_with(const char *text, const char *end)
{
  size_t length = text ? strlen(text) : 0, tail = strlen(end);
  return length >= tail && !strcmp(text + length - tail, end);
}

/* A report is no file of the form that its name promises. */
static bool output_fits(Cli *cli)
{
  static const char *const endings[] = {".aut", ".csp", ".cspm"};
  const char *file = options_text(&cli->options, OPT_OUTPUT);
  for (size_t i = 0; cli->report.json && i < sizeof endings / sizeof *endings; i++) {
    if (!ends_with(file, endings[i])) continue;
    text_add(&cli->options.hint, "the field text of the report contains the states");
    cli_usage(cli, "-o %s: --format json gives a report", file);
    return false;
  }
  return true;
}

static bool is_csp(const Options *o)
{
  const char *file = o->values[OPT_OUTPUT].text;
  if (options_given(o, OPT_AS)) return options_is(o, OPT_AS, "csp");
  return ends_with(file, ".csp") || ends_with(file, ".cspm");
}

/* Ends without the file, which is left alone: `text` says why. */
static ExitCode not_written(Cli *cli, const Systems *s, const char *text, Verdict verdict)
{
  comparison_add_warnings(&cli->report, s);
  text_clear(&cli->report.out);
  text_printf(&cli->report.out, "%s\n", text);
  cli->options.values[OPT_OUTPUT].text = NULL;
  return cli_finish_run(cli, verdict);
}

static ExitCode not_complete(Cli *cli, const Systems *s)
{
  const char *reason = comparison_add_reasons(&cli->report, s);
  if (!reason) reason = "the search was interrupted";
  const char *text =
      arena_printf(session_arena(cli->report.session), "UNKNOWN not complete: %s", reason);
  return not_written(cli, s, text, VERDICT_UNKNOWN);
}

static ExitCode write_space(Cli *cli, const Systems *s)
{
  bool csp = is_csp(&cli->options);
  const char *misread = csp ? NULL : export_misread(s->impl_space);
  if (misread)
    return cli_usage(cli, "an Aldebaran file has no visible action %s: use --rename %s=NAME",
                     misread, misread);
  export_report(&cli->report, s, csp);
  return cli->report.json ? cli_finish_run(cli, VERDICT_PASS) : cli_print(cli);
}

static ExitCode write_tests(Cli *cli, const System *system)
{
  const Options *o = &cli->options;
  const char *until = options_text(o, OPT_UNTIL);
  CoverageRequest request = {.cover = request_names(cli->report.session, o, OPT_COVER),
                             .until = until && *until ? until : NULL,
                             .depth = (uint32_t) o->values[OPT_DEPTH].number};
  CoverageTests tests;
  while (request.cover[request.cover_count]) request.cover_count++;
  if (!coverage_tests_find(cli->report.session, system, &request, &tests)) return cli_refused(cli);
  ExitCode code = cli_finish_run(cli, export_tests(&cli->report, &tests));
  coverage_tests_close(&tests);
  return code;
}

static ExitCode export_as_tests(Cli *cli)
{
  System system;
  ExitCode code;
  signals_note_interruption();
  if (!operands_file(cli, &system, &code)) return code;
  code = write_tests(cli, &system);
  system_close(&system);
  return code;
}

/* Of tests alone; and others have names of events. */
static bool options_are_clear(Cli *cli, bool tests)
{
  static const OptionId of_tests[] = {OPT_COVER, OPT_UNTIL, OPT_DEPTH};
  static const OptionId of_others[] = {OPT_HIDE, OPT_RENAME};
  for (size_t i = 0; i < 3; i++) {
    if (tests || !options_given(&cli->options, of_tests[i])) continue;
    cli_usage(cli, "--%s is for --as tests", option_table[of_tests[i]].name);
    return false;
  }
  for (size_t i = 0; i < 2; i++) {
    if (!tests || !options_given(&cli->options, of_others[i])) continue;
    cli_usage(cli, "--%s and --as tests are mutually exclusive", option_table[of_others[i]].name);
    return false;
  }
  return true;
}

ExitCode command_export(Cli *cli)
{
  Systems s;
  ExitCode code;
  bool tests = options_is(&cli->options, OPT_AS, "tests");
  if (!options_are_clear(cli, tests)) return EXIT_CODE_USAGE;
  if (tests) return export_as_tests(cli);
  if (!output_fits(cli)) return EXIT_CODE_USAGE;
  if (!operands_one(cli, &s, is_csp(&cli->options), &code)) return code;
  space_explore(s.impl_space);
  if (!s.impl_space->complete) code = not_complete(cli, &s);
  else if (s.impl_space->initial.len) code = write_space(cli, &s);
  else code = not_written(cli, &s, "FAIL there is no initial state", VERDICT_FAIL);
  systems_close(&s);
  return code;
}
