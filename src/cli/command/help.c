#include "cli/command/help.h"

#include <string.h>

#include "base/nearest.h"
#include "cli/command/commands.h"
#include "cli/command/help_csp.h"
#include "cli/command/manual.h"
#include "prove/sequent/kinds.h"
#include "report/width.h"
#include "syntax/tree.h"

/* ---- options */

enum { OPTION_WIDTH = 26, PAGE_WIDTH = 100 };

/* Text from the column on, in lines that fit the page. */
static void add_wrapped(Text *out, const char *text, unsigned column)
{
  for (unsigned at = column; *text;) {
    size_t length = strcspn(text, " ");
    Text word = {0};
    text_add_bytes(&word, text, length);
    unsigned width = width_of_text(text_string(&word));
    if (at + 1 + width > PAGE_WIDTH && at > column) {
      text_add_char(out, '\n');
      text_add_repeated(out, ' ', column);
      at = column;
    } else if (at > column) {
      text_add_char(out, ' ');
      at++;
    }
    text_add(out, text_string(&word));
    at += width;
    text_free(&word);
    text += length + (text[length] == ' ');
  }
  text_add_char(out, '\n');
}

static void add_option(Text *out, const Option *option)
{
  Text left = {0};
  if (option->letter) text_printf(&left, "-%c, ", option->letter);
  text_printf(&left, "--%s", option->name);
  if (option->argument)
    text_printf(&left, option->kind == OPTION_OPTIONAL ? "[=%s]" : " %s", option->argument);
  text_add(out, "  ");
  if (left.len > OPTION_WIDTH) { /* the help goes below it */
    text_printf(out, "%s\n  ", text_string(&left));
    text_clear(&left);
  }
  width_pad(out, text_string(&left), OPTION_WIDTH);
  text_add_char(out, ' ');
  add_wrapped(out, option->help, OPTION_WIDTH + 3);
  text_free(&left);
}

static void add_shared_options(Text *out)
{
  for (unsigned i = 0; i < OPTIONS_SHOWN; i++)
    if (!strcmp(option_table[i].commands, "*")) add_option(out, &option_table[i]);
}

static void add_own_options(Text *out, const Command *command)
{
  for (unsigned i = 0; i < OPTIONS_SHOWN; i++) {
    const Option *option = &option_table[i];
    if (strcmp(option->commands, "*") != 0 && option_serves(option, command->name))
      add_option(out, option);
  }
}

/* ---- topics */

static void topic_options(Text *out)
{
  text_add(out,
           "Options that every command takes. Some have no effect on some commands.\n"
           "They are written --name VALUE, --name=VALUE or -x VALUE; a lone -- ends them.\n\n");
  add_shared_options(out);
  text_add(out, "\nEnvironment: NO_COLOR (no colours), PROBITY_PATH (more folders for machines,\n"
                "definition files and included scripts, separated by colons).\n");
}

static void topic_exit_codes(Text *out)
{
  text_add(out, "  0    pass: done, parsed, well-typed\n"
                "  1    fail: what was asked for does not hold (fmt --check: layout would change)\n"
                "  2    usage error: unknown option, file that cannot be read or written\n"
                "  3    the text of the model has errors; see the diagnostics\n"
                "  4    unknown: not decided within the limits\n"
                "  70   internal error: a bug of probity, please report it\n"
                "  130  interrupted\n"
                "  141  the reader of standard output has gone (as in `probity ... | head`)\n");
}

static void topic_json(Text *out)
{
  text_add(
      out,
      "With --format json the report is one JSON object on standard output:\n\n"
      "  schema       1\n"
      "  command      parse, types, ...\n"
      "  file, model  the file as it was named, the name of its machine (or null)\n"
      "  verdict      pass, fail, unknown or error\n"
      "  complete     false if something was left out: for error and unknown, and where check\n"
      "               has stopped at a violation\n"
      "  reasons      why the verdict is error or unknown, or what was left out\n"
      "  seconds      time taken\n"
      "  settings     preferences and cardinalities that were given\n"
      "  diagnostics  list of {severity, code, message, file, line, column, end_line,\n"
      "               end_column, hint?, notes?}; lines and columns count from 1, columns in\n"
      "               characters; the end is the first position after the marked text\n\n"
      "parse adds kind, clauses, operations, definitions (and tree with --dump); types adds\n"
      "symbols and operations, for formulas type and symbols; fmt adds text and changed;\n"
      "check adds states, transitions, violations and more; refine adds pairs and counterexample;\n"
      "relate adds pairs and predicate; chain adds steps; animate adds trace and steps; graph "
      "adds\n"
      "states and dot; export adds form and text; eval adds value; dump adds stage and text; help\n"
      "adds text. repl is a conversation and has no report. docs/cli.md lists all fields.\n\n"
      "The report appears for exit code 3 and for usage errors too; the latter also appear on\n"
      "standard error, and their report never goes to the file of --output.\n");
}

static void topic_obligations(Text *out)
{
  text_add(
      out,
      "Kinds of proof obligations, for --kind, and the names of obligations. Classical B counts\n"
      "conjuncts, calls and loops (inv1, call1, while1); Event-B has its labels there.\n\n");
  for (uint32_t i = 0; i < obligation_kind_count; i++) {
    const ObligationKind *kind = &obligation_kinds[i];
    text_add(out, "  ");
    width_pad(out, kind->name, 7);
    width_pad(out, kind->pattern, 22);
    text_printf(out, " %s\n", kind->meaning);
  }
}

static const char *assoc_text(OpAssoc assoc)
{
  switch (assoc) {
  case ASSOC_LEFT: return "left";
  case ASSOC_RIGHT: return "right";
  case ASSOC_NONE: return "-";
  }
  return "-";
}

/* Characters of the private use area are read, but few can see them. */
static bool is_private(const char *symbol) { return !strncmp(symbol, "\xEE\x84", 2); }

/* How an operator is written, with its operands where they are not obvious. */
static void add_spelling(Text *out, const Operator *operator, const char * symbol)
{
  text_add(out, symbol);
  if (operator->kind == NODE_IMAGE) text_add_char(out, ']');
  else if (operator->kind == NODE_APPLY) text_add_char(out, ')');
}

static void add_operator(Text *out, const Operator *operator)
{
  Text ascii = {0}, unicode = {0}, priority = {0};
  add_spelling(&ascii, operator, operator->ascii);
  if (!is_private(operator->unicode)) add_spelling(&unicode, operator, operator->unicode);
  bool binds = operator->form == FORM_INFIX || operator->form == FORM_PREFIX || operator->form ==
               FORM_POSTFIX;
  if (binds) text_printf(&priority, "%d", operator->priority);
  else text_add_char(&priority, '-');
  width_pad(out, text_string(&ascii), 12);
  width_pad(out, text_string(&unicode), 12);
  width_pad(out, text_string(&priority), 5);
  width_pad(out, assoc_text(operator->assoc), 6);
  width_pad(out, operator->help, 58);
  text_printf(out, " %s\n", !strcmp(operator->scheme, "-") ? "" : operator->scheme);
  while (out->len > 1 && out->data[out->len - 2] == ' ') { /* no blanks at line ends */
    out->data[--out->len] = '\0';
    out->data[out->len - 1] = '\n';
  }
  text_free(&ascii);
  text_free(&unicode);
  text_free(&priority);
}

static void topic_operators(Text *out)
{
  text_add(out, "Operators of B. A higher priority binds tighter; - means that brackets decide.\n"
                "In type schemes, letters stand for any type, n for INTEGER or REAL.\n\n");
  text_add(out, "ascii       Unicode     prio assoc meaning"
                "                                                    type scheme\n");
  for (unsigned kind = 0; kind <= NODE_LAST_OPERATOR; kind++)
    add_operator(out, operator_of((NodeKind) kind));
}

static void topic_topics(Text *out);

static const struct {
  const char *name, *summary;
  void (*add)(Text *);
} topics[] = {
    {"operators", "operators of B: spellings, priorities, types", topic_operators},
    {"obligations", "kinds of proof obligations, and their names", topic_obligations},
    {"csp", "processes: operators of CSP-M, assertions, names", help_csp},
    {"options", "options that every command takes", topic_options},
    {"exit-codes", "what the exit code says", topic_exit_codes},
    {"json", "format of the reports of --format json", topic_json},
    {"man", "the manual page probity(1), for man -l", manual_page},
    {"topics", "this list", topic_topics},
};

static void topic_topics(Text *out)
{
  for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
    text_add(out, "  ");
    width_pad(out, topics[i].name, 12);
    text_printf(out, " %s\n", topics[i].summary);
  }
}

/* ---- commands and the program */

static void add_command(Text *out, const Command *command)
{
  text_printf(out, "usage: probity %s %s [OPTION...]\n\n", command->name, command->arguments);
  bool asks = command->summary[strlen(command->summary) - 1] == '?';
  text_printf(out, "%s: %s%s\n%s\n", command->name, command->summary, asks ? "" : ".",
              command->details);
  Text own = {0};
  add_own_options(&own, command);
  if (own.len > 0) text_printf(out, "\noptions:\n%s", own.data);
  text_free(&own);
  text_add(out, "\n`probity help options` lists those that every command takes.\n");
  text_printf(out, "\nexample: %s\nexit codes: %s\n", command->example, command->exit_codes);
}

static void add_program(Text *out)
{
  text_add(out, "probity " PROBITY_VERSION ", a tool for the B method\n\n"
                "usage: probity COMMAND [OPTION...] [FILE]\n\ncommands:\n");
  for (const Command *command = command_table; command->name; command++) {
    text_add(out, "  ");
    width_pad(out, command->name, 12);
    text_printf(out, " %s\n", command->summary);
  }
  text_add(out, "\ntopics of `probity help`:\n");
  topic_topics(out);
  text_add(out, "\nexample: probity check lift.mch\n"
                "exit codes: 0 pass, 1 fail, 2 usage error, 3 the text has errors, 4 unknown\n\n"
                "`probity help COMMAND` says more. `probity --version` prints the version.\n");
}

static ExitCode unknown_topic(Cli *cli, const char *word)
{
  const char *names[40] = {0};
  unsigned count = 0;
  for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) names[count++] = topics[i].name;
  for (const Command *c = command_table; c->name && count < 39; c++) names[count++] = c->name;
  nearest_suggest(&cli->options.hint, word, names);
  if (cli->options.hint.len == 0) text_add(&cli->options.hint, "`probity help topics` lists them");
  return cli_usage(cli, "unknown command or topic '%s'", word);
}

static ExitCode help_on(Cli *cli, const char *word)
{
  Text *out = &cli->report.out;
  const Command *command = word ? command_find(word) : NULL;
  if (!word) add_program(out);
  if (command) add_command(out, command);
  for (size_t i = 0; word && !command && i < sizeof topics / sizeof *topics; i++)
    if (!strcmp(topics[i].name, word)) topics[i].add(out);
  if (out->len == 0) return unknown_topic(cli, word);
  json_object_set_new(cli->report.fields, "text", json_report_string(text_string(out)));
  return commands_tell(cli);
}

ExitCode help_on_words(Cli *cli)
{
  uint32_t count = cli->options.words.len;
  const char *const *words = (const char *const *) cli->options.words.data;
  if (count > 1 && !strcmp(words[0], "help")) return help_on(cli, words[1]);
  return help_on(cli, count > 0 ? words[0] : NULL);
}

ExitCode command_help(Cli *cli)
{
  if (cli_argument_count(cli) > 1) return cli_usage(cli, "help takes one command or topic");
  return help_on(cli, cli_argument_count(cli) == 1 ? cli_argument(cli, 0) : NULL);
}
