#include "cli/command/commands.h"

#include <string.h>
#include <sys/stat.h>

#include "base/nearest.h"
#include "cli/command/help.h"
#include "cli/last_words.h"
#include "cli/probcli/probcli.h"
#include "cli/request.h"
#include "cli/signals.h"
#include "cli/texts.h"
#include "session/settings.h"

const Command command_table[] = {
#define COMMAND(name, arguments, summary, example, exit_codes, details) \
  {#name, command_##name, arguments, summary, example, exit_codes, details},
#include "cli/command/commands.def"
#undef COMMAND
    {0},
};

/* Commands that programs call; no help names them. */
static const Command hidden_table[] = {
#define HIDDEN(name) {#name, command_##name, "", "", "", "", ""},
#include "cli/command/hidden.def"
#undef HIDDEN
    {0},
};

const Command *command_find(const char *name)
{
  for (const Command *command = command_table; command->name; command++)
    if (!strcmp(command->name, name)) return command;
  for (const Command *command = hidden_table; command->name; command++)
    if (!strcmp(command->name, name)) return command;
  return NULL;
}

static ExitCode unknown_command(Cli *cli, const char *word)
{
  const char *names[32] = {0};
  for (unsigned i = 0; command_table[i].name && i < 31; i++) names[i] = command_table[i].name;
  nearest_suggest(&cli->options.hint, word, names);
  struct stat info;
  if (cli->options.hint.len == 0 && stat(word, &info) == 0)
    text_printf(&cli->options.hint, "a command must come first, for example: probity check %s",
                word);
  if (cli->options.hint.len == 0) text_add(&cli->options.hint, "`probity help` lists the commands");
  return cli_usage(cli, "unknown command '%s'", word);
}

/* Even if the command line is wrong, the report has the form that was asked for. */
static void guess_form(Cli *cli, int count, char **arguments)
{
  for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
    const char *word = NULL;
    if (!strncmp(arguments[i], "--format=", 9)) word = arguments[i] + 9;
    else if (!strcmp(arguments[i], "--format") && i + 1 < count) word = arguments[i + 1];
    if (word) cli->report.json = exchange_form(word, &cli->form);
  }
}

/* False: a usage error was reported.  Findings have forms of their own; texts, pictures and steps
 * have not. */
static bool form_fits(Cli *cli)
{
  static const char *const finders[] = {"parse",  "types", "check", "chain", "refine",
                                        "relate", "prove", "fmt",   "test"};
  if (cli->form == EXCHANGE_JSON) return true;
  for (size_t i = 0; i < sizeof finders / sizeof *finders; i++)
    if (!strcmp(finders[i], cli->command->name)) return true;
  cli->report.json = false;
  cli_usage(cli,
            "--format %s is for parse, types, check, chain, refine, relate, prove, fmt and test",
            options_text(&cli->options, OPT_FORMAT));
  return false;
}

static void choose_command(Cli *cli, const Command *command)
{
  cli->command = command;
  cli->report.command = command ? command->name : NULL;
}

ExitCode commands_tell(Cli *cli)
{
  if (!cli->report.json) return cli_print(cli);
  if (!cli->command) choose_command(cli, command_find("help"));
  return cli_finish(cli, VERDICT_PASS);
}

static ExitCode print_version(Cli *cli)
{
  text_add(&cli->report.out, "probity " PROBITY_VERSION "\n");
  json_object_set_new(cli->report.fields, "version", json_report_string(PROBITY_VERSION));
  return commands_tell(cli);
}

/* False: a usage error was reported. */
static bool preferences_are_good(Cli *cli)
{
  const Setting *wrong = settings_wrong(&session_options(cli->report.session)->preferences);
  if (wrong) cli_usage(cli, "--pref %s: '%s' is not a whole number", wrong->name, wrong->value);
  return !wrong;
}

/* A confined process writes no files. */
static bool would_write(Cli *cli)
{
  static const OptionId writers[] = {OPT_OUTPUT,      OPT_TRACE, OPT_SMT2,
                                     OPT_PROOF_CACHE, OPT_WRITE, OPT_CERTIFICATE};
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
    if (!options_given(&cli->options, writers[i])) continue;
    cli_usage(cli, "--%s and --inside are mutually exclusive", option_table[writers[i]].name);
    return true;
  }
  return false;
}

static bool reads_standard_twice(const Cli *cli)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < cli_argument_count(cli); i++)
    count += !strcmp(cli_argument(cli, i), "-");
  return count > 1;
}

/* Reports are for programs, but what a model prints is for people. */
static void let_print(Session *session)
{
  SessionOptions options = *session_options(session);
  options.for_programs = options.prints = true;
  session_set_options(session, options);
}

static ExitCode report_of_command(int count, char **arguments, json_t *reports);
static ExitCode talk_by_command(int count, char **arguments);

/* The options of probcli are words of its own. */
static ExitCode run_probcli(Cli *cli, int count, char **arguments)
{
  choose_command(cli, command_find("probcli"));
  request_prepare(cli->report.session, &cli->options);
  return probcli_main(cli, count, arguments, (ProbcliHooks){report_of_command, talk_by_command});
}

static bool ends_with(const char *text, const char *end)
{
  size_t length = strlen(text), tail = strlen(end);
  return length > tail && !strcmp(text + length - tail, end);
}

/* -o report.html asks for a page, where there is one. */
static void imply_page(Options *options, const char *command)
{
  static const char *const pages[] = {"check", "chain", "refine", "relate", "prove", "test"};
  const char *output = options_text(options, OPT_OUTPUT);
  if (!output || options_given(options, OPT_FORMAT) || options_given(options, OPT_INIT)) return;
  if (!ends_with(output, ".html") && !ends_with(output, ".htm")) return;
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    if (strcmp(pages[i], command) != 0) continue;
    options->values[OPT_FORMAT].text = "html";
    vec_push(&options->values[OPT_FORMAT].all, "html");
  }
}

static ExitCode run(Cli *cli, int count, char **arguments)
{
  Options *options = &cli->options;
  if (count > 0 && !strcmp(arguments[0], "probcli"))
    return run_probcli(cli, count - 1, arguments + 1);
  guess_form(cli, count, arguments);
  bool good = options_read(options, count, arguments);
  const char *word = options->words.len > 0 ? options->words.data[0] : NULL;
  if (word) choose_command(cli, command_find(word));
  if (good && word) imply_page(options, word);
  good = good && texts_read(options);
  request_prepare(cli->report.session, options);
  if (cli->embedded) let_print(cli->report.session);
  if (!good) return cli_usage_options(cli);
  cli->form = EXCHANGE_JSON;
  cli->report.json = exchange_form(options_text(options, OPT_FORMAT), &cli->form) || cli->reports;
  cli->report.evidence = options_given(options, OPT_EVIDENCE) || cli->form == EXCHANGE_PAGE;
  cli->report.words = arguments;
  cli->report.word_count = (uint32_t) count;
  if (options_given(options, OPT_VERSION)) return print_version(cli);
  if (options_given(options, OPT_HELP)) return help_on_words(cli);
  if (!word) {
    text_add(&options->hint, "`probity help` lists the commands");
    return cli_usage(cli, "missing command");
  }
  if (!cli->command) return unknown_command(cli, word);
  if (!options_fit(options, cli->command->name)) return cli_usage_options(cli);
  if (!form_fits(cli)) return EXIT_CODE_USAGE;
  if (!options_exclude(options, OPT_QUIET, OPT_VERBOSE)) return cli_usage_options(cli);
  if (!preferences_are_good(cli)) return EXIT_CODE_USAGE;
  if (options_given(options, OPT_INSIDE) && would_write(cli)) return EXIT_CODE_USAGE;
  if (reads_standard_twice(cli)) return cli_usage(cli, "standard input can be read only once");
  last_words_prepare(cli, NULL);
  return cli->command->run(cli);
}

typedef ExitCode Run(Cli *, int count, char **arguments);

static ExitCode run_whole(Cli *cli, Run *how, int count, char **arguments)
{
  report_open(&cli->report, session_new(), cli->reports != NULL);
  ExitCode code = how(cli, count, arguments);
  options_free(&cli->options);
  session_free(cli->report.session);
  report_close(&cli->report);
  signals_last_words(NULL);
  for (int i = 0; i < 2; i++) text_free(&cli->last_words[i]);
  return code;
}

static ExitCode report_of_command(int count, char **arguments, json_t *reports)
{
  Text ignored = {0};
  Cli cli = {.reports = reports, .collected = &ignored, .embedded = true};
  ExitCode code = run_whole(&cli, run, count, arguments);
  text_free(&ignored);
  return code;
}

static ExitCode talk_by_command(int count, char **arguments)
{
  Cli cli = {0};
  return run_whole(&cli, run, count, arguments);
}

/* Was the program called by this name, maybe by a link? */
static bool is_called(const char *name, const char *path)
{
  const char *slash = strrchr(path, '/');
  return !strcmp(slash ? slash + 1 : path, name);
}

int commands_main(int argc, char **argv)
{
  Cli cli = {0};
  bool probcli = argc > 0 && is_called("probcli", argv[0]);
  return (int) run_whole(&cli, probcli ? run_probcli : run, argc > 0 ? argc - 1 : 0, argv + 1);
}
