#include "cli/cli.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/request.h"
#include "cli/signals.h"
#include "csp/script.h"
#include "report/colour.h"
#include "report/diag_text.h"
#include "report/width.h"
#include "session/settings.h"
#include "session/trace_file.h"

uint32_t cli_argument_count(const Cli *cli) { return cli->options.words.len - 1; }
const char *cli_argument(const Cli *cli, uint32_t i) { return cli->options.words.data[i + 1]; }

/* ---- where and how texts appear */

bool cli_wants_colour(const Cli *cli)
{
  if (options_is(&cli->options, OPT_COLOR, "always")) return true;
  if (options_is(&cli->options, OPT_COLOR, "never")) return false;
  const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");
  if (off && *off) return false;
  return isatty(STDERR_FILENO) && !(terminal && !strcmp(terminal, "dumb"));
}

static unsigned page_width(void)
{
  struct winsize size;
  bool known = isatty(STDERR_FILENO) && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0;
  return known && size.ws_col > 0 ? size.ws_col : DIAG_TEXT_WIDTH;
}

static void show_diags(Cli *cli, bool summary)
{
  Diags *diags = session_diags(cli->report.session);
  if (diags_count(diags) == 0) return;
  DiagTextStyle style = {.colour = cli_wants_colour(cli), .width = page_width()};
  style.errors_only = options_given(&cli->options, OPT_QUIET);
  Text text = {0};
  diag_text_print(&text, diags, style);
  if (summary) diag_text_summary(&text, diags, style);
  output_complain(&text);
  text_free(&text);
}

void cli_tell_diags(Cli *cli)
{
  show_diags(cli, false);
  diags_release(session_diags(cli->report.session), 0);
}

static void show_statistics(Cli *cli)
{
  if (!options_given(&cli->options, OPT_VERBOSE)) return;
  Text text = {0};
  text_printf(&text, "%s: %.3f s, trees %zu KB, %u names\n", cli->command->name,
              report_seconds(&cli->report), arena_bytes(session_arena(cli->report.session)) / 1024,
              names_count(session_names(cli->report.session)));
  output_complain(&text);
  text_free(&text);
}

/* ---- reports */

static void show_error(Cli *cli, const char *message, const char *hint)
{
  Text text = {0};
  text_add(&text, "probity: ");
  colour_begin(&text, cli_wants_colour(cli), COLOUR_ERROR);
  text_add(&text, "error: ");
  colour_end(&text, cli_wants_colour(cli));
  text_printf(&text, "%s\n", message);
  if (hint) text_printf(&text, "  hint: %s\n", hint);
  output_complain(&text);
  text_free(&text);
}

bool cli_would_overwrite(const Cli *cli, const char *path)
{
  const char *target = options_text(&cli->options, OPT_OUTPUT);
  return target && output_same_file(target, path);
}

/* The source that was read from this file, or NULL. */
static const Source *read_before(const Cli *cli, const char *path)
{
  const Sources *sources = session_sources(cli->report.session);
  uint32_t position = 1;
  for (const Source *s, *last = NULL; (s = sources_at(sources, position)) && s != last; last = s) {
    if (s->path && s != cli->replaced && output_same_file(path, s->path)) return s;
    position = s->base + s->length + 2;
  }
  return NULL;
}

static bool is_trace(const Source *source)
{
  Text ignored = {0};
  TraceFile *file = trace_file_read(source->text, source->length, &ignored);
  text_free(&ignored);
  trace_file_free(file);
  return file != NULL;
}

bool cli_write_trace(const Cli *cli, const char *path, const Text *text, Text *error)
{
  const Source *source = read_before(cli, path);
  const char *script = options_text(&cli->options, OPT_SCRIPT), *name = NULL;
  if (source && !is_trace(source)) name = source->name;
  if (script && output_same_file(path, script)) name = script;
  if (!name) return output_write_file(path, text, error);
  text_printf(error, "the trace would overwrite %s, which was read", name);
  return false;
}

bool cli_save_trace(Cli *cli, const Text *trace)
{
  Text error = {0};
  if (!trace || !trace->len) return true;
  bool good = cli_write_trace(cli, options_text(&cli->options, OPT_TRACE), trace, &error);
  if (!good) cli_usage(cli, "%s", text_string(&error));
  text_free(&error);
  return good;
}

static ExitCode write_standard(Cli *cli, ExitCode code)
{
  Text error = {0};
  bool good = output_write_standard(&cli->report.out, &error), closed = !good && error.len == 0;
  if (!good && !closed) show_error(cli, text_string(&error), NULL);
  text_free(&error);
  return good ? code : closed ? EXIT_CODE_PIPE : EXIT_CODE_USAGE;
}

ExitCode cli_flush(Cli *cli)
{
  ExitCode code = write_standard(cli, EXIT_CODE_PASS);
  text_clear(&cli->report.out);
  return code;
}

/* Writes `out` where the user wants it.  Where the text was wrong, a file is left
 * alone, except by a JSON report, which says so.  The result is `code` if all is well. */
static ExitCode deliver(Cli *cli, ExitCode code)
{
  if (cli->collected) {
    text_add_bytes(cli->collected, text_string(&cli->report.out), cli->report.out.len);
    return code;
  }
  const char *path = options_text(&cli->options, OPT_OUTPUT);
  if (!path || !strcmp(path, "-") || (code == EXIT_CODE_WRONG_TEXT && !cli->report.json))
    return write_standard(cli, code);
  const Source *source = read_before(cli, path);
  if (source) return cli_usage(cli, "-o %s would overwrite %s, which was read", path, source->name);
  Text error = {0};
  if (!output_write_file(path, &cli->report.out, &error))
    code = cli_usage(cli, "%s", text_string(&error));
  text_free(&error);
  return code;
}

/* The report becomes the text that is delivered, or is kept. */
static void write_report(Cli *cli, json_t *report)
{
  assert(cli->report.json);
  text_clear(&cli->report.out);
  if (cli->reports) json_array_append(cli->reports, report);
  else exchange_print(&cli->report.out, report, cli->form);
  json_decref(report);
}

static ExitCode exit_code_of(Verdict verdict)
{
  switch (verdict) {
  case VERDICT_PASS: return EXIT_CODE_PASS;
  case VERDICT_FAIL: return EXIT_CODE_FAIL;
  case VERDICT_UNKNOWN: return EXIT_CODE_UNKNOWN;
  case VERDICT_ERROR: return EXIT_CODE_WRONG_TEXT;
  }
  return EXIT_CODE_INTERNAL;
}

bool cli_has_errors(const Cli *cli) { return session_has_errors(cli->report.session); }

/* The report is about the text as it was read. */
static void warn_of_changes(Cli *cli)
{
  const Source *changed = sources_changed(session_sources(cli->report.session));
  if (!changed || !strcmp(cli->command->name, "fmt")) return; /* which replaces files itself */
  diag_warning(session_diags(cli->report.session), SPAN_NONE, "changed-file",
               "%s changed after it was read: this report is about the old text", changed->name);
}

/* Sizes of sets mean nothing to commands that only read, nor to proofs, which are about all. */
static void warn_of_sizes(Cli *cli)
{
  static const char *const readers[] = {"parse", "fmt", "dump", "prove"};
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    if (options_given(&cli->options, OPT_CARD) && !strcmp(readers[i], cli->command->name))
      diag_warning(session_diags(cli->report.session), SPAN_NONE, "unknown-setting",
                   "--card has no effect on %s", cli->command->name);
}

/* A page that goes to a file is not seen at once: the mistakes and the last line of the text go to
 * the terminal. */
static void tell_verdict(Cli *cli)
{
  const char *path = options_text(&cli->options, OPT_OUTPUT);
  if (cli->form != EXCHANGE_PAGE || !path || !strcmp(path, "-") || cli->reports || cli->collected)
    return;
  show_diags(cli, true);
  Text line = {0};
  const char *text = text_string(&cli->report.out);
  size_t begin = cli->report.out.len;
  while (begin > 1 && text[begin - 2] != '\n') begin--;
  text_add(&line, begin ? text + begin - 1 : "");
  text_clear(&cli->report.out);
  text_add(&cli->report.out, text_string(&line));
  text_free(&line);
  cli_flush(cli);
}

ExitCode cli_finish_anyway(Cli *cli, Verdict verdict)
{
  assert(cli->command); /* whose report it is */
  Diags *diags = session_diags(cli->report.session);
  warn_of_changes(cli);
  settings_warn(cli->report.session);
  warn_of_sizes(cli);
  diags_sort(diags);
  if (cli_has_errors(cli)) verdict = VERDICT_ERROR;
  if (!cli->report.json) show_diags(cli, true);
  else {
    tell_verdict(cli);
    write_report(cli, report_whole_json(&cli->report, verdict));
  }
  show_statistics(cli);
  return deliver(cli, exit_code_of(verdict));
}

/* Where the first error is: in the text of an option (`<goal>`), in the file, or in the formula. */
static const char *wrong_text(const Cli *cli)
{
  const Diags *diags = session_diags(cli->report.session);
  const Diag *first = NULL;
  for (uint32_t i = 0; i < diags_count(diags) && !first; i++)
    if (diags_get(diags, i)->severity == DIAG_ERROR) first = diags_get(diags, i);
  const Source *source =
      first ? sources_place(session_sources(cli->report.session), first->span.begin).source : NULL;
  if (source && csp_is_source(source)) return source->name;
  for (unsigned i = 0; source && source->name[0] == '<' && i < OPTION_COUNT; i++) {
    const char *name = option_table[i].name;
    if (!options_given(&cli->options, i)) continue; /* FILE#P, not --process P */
    size_t length = strlen(name);
    if (!strncmp(source->name + 1, name, length) && !strcmp(source->name + 1 + length, ">"))
      return arena_printf(session_arena(cli->report.session), "--%s", name);
  }
  return cli->report.file ? cli->report.file : "the formula";
}

ExitCode cli_finish(Cli *cli, Verdict verdict)
{
  if (cli_has_errors(cli)) report_wrong_text(&cli->report, wrong_text(cli));
  return cli_finish_anyway(cli, verdict);
}

ExitCode cli_unless_interrupted(ExitCode code)
{
  return signals_interrupted() ? EXIT_CODE_INTERRUPTED : code;
}

ExitCode cli_finish_run(Cli *cli, Verdict verdict)
{
  return cli_unless_interrupted(cli_finish(cli, verdict));
}

/* ---- mistakes in the command line */

static ExitCode usage(Cli *cli, const char *message, const char *hint)
{
  if (!cli->embedded) show_error(cli, message, hint);
  if (!cli->report.json) return EXIT_CODE_USAGE;
  json_t *report = report_json(&cli->report, VERDICT_ERROR);
  json_report_add_error(report, "usage", message, hint);
  json_report_add_reason(report, message);
  write_report(cli, report);
  /* a wrong command line must not replace files */
  if (!cli->collected) write_standard(cli, EXIT_CODE_USAGE);
  return EXIT_CODE_USAGE;
}

ExitCode cli_usage(Cli *cli, const char *format, ...)
{
  char raw[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(raw, sizeof raw, format, args);
  va_end(args);
  Text message = {0};
  width_add_clean(&message, raw);
  const Text *hint = &cli->options.hint;
  usage(cli, text_string(&message), hint->len > 0 ? hint->data : NULL);
  text_free(&message);
  return EXIT_CODE_USAGE;
}

ExitCode cli_usage_options(Cli *cli)
{
  return cli_usage(cli, "%s", text_string(&cli->options.error));
}

ExitCode cli_refused(Cli *cli)
{
  assert(session_refusal(cli->report.session)->wrong_text ||
         session_refusal(cli->report.session)->message.len);
  const Refusal *refusal = session_refusal(cli->report.session);
  if (refusal->wrong_text) return cli_finish(cli, VERDICT_ERROR);
  if (refusal->verdict != VERDICT_ERROR) { /* a file that was to be made is left alone */
    if (!cli->report.json) cli->options.values[OPT_OUTPUT].text = NULL;
    return cli_finish_run(cli, report_refusal(&cli->report, refusal));
  }
  text_add(&cli->options.hint, text_string(&refusal->hint));
  const char *message = text_string(&refusal->message);
  if (!refusal->setting.len) return cli_usage(cli, "%s", message);
  return cli_usage(cli, "--%s: %s", text_string(&refusal->setting), message);
}

ExitCode cli_refused_source(Cli *cli)
{
  const Refusal *refusal = session_refusal(cli->report.session);
  if (refusal->source && !cli->report.json) cli->report.file = refusal->source->name;
  return cli_refused(cli);
}

/* ---- sessions, and what is no report */

ExitCode cli_print(Cli *cli) { return deliver(cli, EXIT_CODE_PASS); }

Session *cli_new_session(const Cli *cli)
{
  Session *session = session_new();
  request_prepare(session, &cli->options);
  return session;
}
