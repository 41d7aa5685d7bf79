#include <string.h>

#include "cli/command/commands.h"
#include "cli/common/operands.h"
#include "report/compare/comparison.h"
#include "report/export/export.h"

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

ExitCode command_export(Cli *cli)
{
  Systems s;
  ExitCode code;
  if (!output_fits(cli)) return EXIT_CODE_USAGE;
  if (!operands_one(cli, &s, is_csp(&cli->options), &code)) return code;
  space_explore(s.impl_space);
  if (!s.impl_space->complete) code = not_complete(cli, &s);
  else if (s.impl_space->initial.len) code = write_space(cli, &s);
  else code = not_written(cli, &s, "FAIL there is no initial state", VERDICT_FAIL);
  systems_close(&s);
  return code;
}
