#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/help.h"
#include "cli/last_words.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/signals.h"
#include "report/colour.h"
#include "report/diag_text.h"
#include "session/trace_file.h"
#include "report/width.h"

const Command command_table[] = {
#define COMMAND(name, arguments, summary, example, exit_codes, details) \
  {#name, command_##name, arguments, summary, example, exit_codes, details},
#include "cli/commands.def"
#undef COMMAND
    {0},
};

const Command *command_find(const char *name)
{
  for (const Command *command = command_table; command->name; command++)
    if (!strcmp(command->name, name)) return command;
  return NULL;
}

uint32_t cli_argument_count(const Cli *cli) { return cli->options.words.len - 1; }
const char *cli_argument(const Cli *cli, uint32_t i) { return cli->options.words.data[i + 1]; }

/* ---- where and how texts appear */

static bool want_colour(const Cli *cli)
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
  Diags *diags = session_diags(cli->session);
  if (diags_count(diags) == 0) return;
  DiagTextStyle style = {.colour = want_colour(cli), .width = page_width()};
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
  diags_release(session_diags(cli->session), 0);
}

static void show_statistics(Cli *cli)
{
  if (!options_given(&cli->options, OPT_VERBOSE)) return;
  Text text = {0};
  text_printf(&text, "%s: %.3f s, trees %zu KB, %u names\n", cli->command->name, cli_seconds(cli),
              arena_bytes(session_arena(cli->session)) / 1024,
              names_count(session_names(cli->session)));
  output_complain(&text);
  text_free(&text);
}

/* ---- reports */

/* The pairs NAME=VALUE given for an option, as an object; the last one counts. */
static void add_setting(json_t *settings, const Cli *cli, OptionId id)
{
  const OptionValue *value = &cli->options.values[id];
  if (value->all.len == 0) return;
  json_t *pairs = json_object();
  for (uint32_t i = 0; i < value->all.len; i++) {
    const char *equals = strchr(value->all.data[i], '=');
    Text name = {0};
    text_add_bytes(&name, value->all.data[i], (size_t) (equals - value->all.data[i]));
    json_object_set_new(pairs, text_string(&name), json_report_string(equals + 1));
    text_free(&name);
  }
  json_object_set_new(settings, option_table[id].name, pairs);
}

double cli_seconds(const Cli *cli) { return clock_seconds() - cli->started; }

json_t *cli_new_report(const Cli *cli, Verdict verdict)
{
  ReportHead head = {.command = cli->command ? cli->command->name : NULL,
                     .file = cli->file,
                     .model = cli->model,
                     .verdict = verdict,
                     .complete =
                         !cli->incomplete && verdict != VERDICT_UNKNOWN && verdict != VERDICT_ERROR,
                     .seconds = cli_seconds(cli)};
  json_t *report = json_report_new(&head);
  add_setting(json_object_get(report, "settings"), cli, OPT_PREF);
  add_setting(json_object_get(report, "settings"), cli, OPT_CARD);
  add_setting(json_object_get(report, "settings"), cli, OPT_LET);
  return report;
}

static void show_error(Cli *cli, const char *message, const char *hint)
{
  Text text = {0};
  text_add(&text, "probity: ");
  colour_begin(&text, want_colour(cli), COLOUR_ERROR);
  text_add(&text, "error: ");
  colour_end(&text, want_colour(cli));
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
  const Sources *sources = session_sources(cli->session);
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

static ExitCode write_standard(Cli *cli, ExitCode code)
{
  Text error = {0};
  bool good = output_write_standard(&cli->out, &error), closed = !good && error.len == 0;
  if (!good && !closed) show_error(cli, text_string(&error), NULL);
  text_free(&error);
  return good ? code : closed ? EXIT_CODE_PIPE : EXIT_CODE_USAGE;
}

ExitCode cli_flush(Cli *cli)
{
  ExitCode code = write_standard(cli, EXIT_CODE_PASS);
  text_clear(&cli->out);
  return code;
}

/* Writes `out` where the user wants it.  Where the text was wrong, a file is left
 * alone, except by a JSON report, which says so.  The result is `code` if all is well. */
static ExitCode deliver(Cli *cli, ExitCode code)
{
  if (cli->collected) {
    text_add_bytes(cli->collected, text_string(&cli->out), cli->out.len);
    return code;
  }
  const char *path = options_text(&cli->options, OPT_OUTPUT);
  if (!path || !strcmp(path, "-") || (code == EXIT_CODE_WRONG_TEXT && !cli->json))
    return write_standard(cli, code);
  const Source *source = read_before(cli, path);
  if (source) return cli_usage(cli, "-o %s would overwrite %s, which was read", path, source->name);
  Text error = {0};
  if (!output_write_file(path, &cli->out, &error)) code = cli_usage(cli, "%s", text_string(&error));
  text_free(&error);
  return code;
}

/* The report becomes the text that is delivered, or one of several. */
static void write_report(Cli *cli, json_t *report)
{
  text_clear(&cli->out);
  if (cli->reports) json_array_append(cli->reports, report);
  else json_report_print(&cli->out, report);
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

bool cli_has_errors(const Cli *cli) { return diags_errors(session_diags(cli->session)) > 0; }

/* The report is about the text as it was read. */
static void warn_of_changes(Cli *cli)
{
  const Source *changed = sources_changed(session_sources(cli->session));
  if (!changed || !strcmp(cli->command->name, "fmt")) return; /* which replaces files itself */
  diag_warning(session_diags(cli->session), SPAN_NONE, "changed-file",
               "%s was changed after it had been read: this report is about the old text",
               changed->name);
}

ExitCode cli_finish_anyway(Cli *cli, Verdict verdict)
{
  Diags *diags = session_diags(cli->session);
  warn_of_changes(cli);
  settings_warn(cli);
  diags_sort(diags);
  if (cli_has_errors(cli)) verdict = VERDICT_ERROR;
  if (!cli->json) {
    show_diags(cli, true);
  } else {
    json_t *report = cli_new_report(cli, verdict);
    json_report_add_diags(report, diags);
    if (verdict == VERDICT_ERROR) {
      Text reason = {0};
      diag_text_count(&reason, diag_text_errors(diags), "error");
      json_report_add_reason(report, text_string(&reason));
      text_free(&reason);
    }
    json_object_update(report, cli->fields);
    write_report(cli, report);
  }
  show_statistics(cli);
  return deliver(cli, exit_code_of(verdict));
}

/* Where the first error is: in the text of an option (`<goal>`), in the file, or in the formula. */
static const char *wrong_text(const Cli *cli)
{
  const Diags *diags = session_diags(cli->session);
  const Diag *first = NULL;
  for (uint32_t i = 0; i < diags_count(diags) && !first; i++)
    if (diags_get(diags, i)->severity == DIAG_ERROR) first = diags_get(diags, i);
  const Source *source =
      first ? sources_place(session_sources(cli->session), first->span.begin).source : NULL;
  for (unsigned i = 0; source && source->name[0] == '<' && i < OPTION_COUNT; i++) {
    const char *name = option_table[i].name;
    size_t length = strlen(name);
    if (!strncmp(source->name + 1, name, length) && !strcmp(source->name + 1 + length, ">"))
      return arena_printf(session_arena(cli->session), "--%s", name);
  }
  return cli->file ? cli->file : "the formula";
}

ExitCode cli_finish(Cli *cli, Verdict verdict)
{
  Diags *diags = session_diags(cli->session);
  if (cli_has_errors(cli)) {
    diags_sort(diags);
    text_clear(&cli->out);
    json_object_clear(cli->fields);
    text_add(&cli->out, "ERROR ");
    diag_text_count(&cli->out, diag_text_errors(diags), "error");
    text_printf(&cli->out, " in %s\n", wrong_text(cli));
  }
  return cli_finish_anyway(cli, verdict);
}

/* ---- mistakes in the command line */

static ExitCode usage(Cli *cli, const char *message, const char *hint)
{
  show_error(cli, message, hint);
  if (!cli->json) return EXIT_CODE_USAGE;
  json_t *report = cli_new_report(cli, VERDICT_ERROR);
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

static ExitCode unknown_command(Cli *cli, const char *word)
{
  const char *names[32] = {0};
  for (unsigned i = 0; command_table[i].name && i < 31; i++) names[i] = command_table[i].name;
  options_suggest(&cli->options.hint, word, names);
  struct stat info;
  if (cli->options.hint.len == 0 && stat(word, &info) == 0)
    text_printf(&cli->options.hint, "a command comes first, such as: probity check %s", word);
  if (cli->options.hint.len == 0) text_add(&cli->options.hint, "`probity help` lists the commands");
  return cli_usage(cli, "unknown command '%s'", word);
}

/* ---- the run */

/* Even if the command line is wrong, the report is JSON for whoever asked. */
static bool wants_json(int count, char **arguments)
{
  for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
    if (!strcmp(arguments[i], "--format=json")) return true;
    if (!strcmp(arguments[i], "--format") && i + 1 < count)
      return !strcmp(arguments[i + 1], "json");
  }
  return false;
}

ExitCode cli_print(Cli *cli) { return deliver(cli, EXIT_CODE_PASS); }

ExitCode cli_tell(Cli *cli)
{
  if (!cli->json) return cli_print(cli);
  if (!cli->command) cli->command = command_find("help");
  return cli_finish(cli, VERDICT_PASS);
}

static ExitCode print_version(Cli *cli)
{
  text_add(&cli->out, "probity " PROBITY_VERSION "\n");
  json_object_set_new(cli->fields, "version", json_report_string(PROBITY_VERSION));
  return cli_tell(cli);
}

static void add_folders(const Cli *cli, Session *session)
{
  const OptionValue *folders = &cli->options.values[OPT_INCLUDE];
  for (uint32_t i = 0; i < folders->all.len; i++) session_add_folder(session, folders->all.data[i]);
  const char *path = getenv("PROBITY_PATH");
  if (path && *path) session_add_path(session, path);
}

Session *cli_new_session(const Cli *cli)
{
  Session *session = session_new();
  add_folders(cli, session);
  return session;
}

static bool reads_standard_twice(const Cli *cli)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < cli_argument_count(cli); i++)
    count += !strcmp(cli_argument(cli, i), "-");
  return count > 1;
}

static ExitCode run(Cli *cli, int count, char **arguments)
{
  Options *options = &cli->options;
  cli->json = wants_json(count, arguments);
  bool good = options_read(options, count, arguments);
  const char *word = options->words.len > 0 ? options->words.data[0] : NULL;
  if (word) cli->command = command_find(word);
  if (!good) return cli_usage_options(cli);
  cli->json = options_is(options, OPT_FORMAT, "json");
  if (options_given(options, OPT_VERSION)) return print_version(cli);
  if (options_given(options, OPT_HELP)) return help_on_words(cli);
  if (!word) {
    text_add(&options->hint, "`probity help` lists the commands");
    return cli_usage(cli, "no command is given");
  }
  if (!cli->command) return unknown_command(cli, word);
  if (!options_fit(options, cli->command->name)) return cli_usage_options(cli);
  if (!options_exclude(options, OPT_QUIET, OPT_VERBOSE)) return cli_usage_options(cli);
  if (!settings_check(cli)) return EXIT_CODE_USAGE;
  if (reads_standard_twice(cli)) return cli_usage(cli, "standard input can be read only once");
  add_folders(cli, cli->session);
  last_words_prepare(cli, NULL);
  return cli->command->run(cli);
}

int cli_main(int argc, char **argv)
{
  Cli cli = {.session = session_new(), .fields = json_object(), .started = clock_seconds()};
  ExitCode code = run(&cli, argc > 0 ? argc - 1 : 0, argv + 1);
  session_free(cli.session);
  options_free(&cli.options);
  json_decref(cli.fields);
  text_free(&cli.out);
  signals_last_words(NULL);
  for (int i = 0; i < 2; i++) text_free(&cli.last_words[i]);
  return (int) code;
}
