#include "cli/command/manual.h"

#include <string.h>

#include "cli/command/commands.h"

/* A text as it is: no character of it is a request or an escape, and `-` is a minus, which can be
 * copied to a shell.  A line is a line of the source; blanks at its beginning would be kept. */
static void add_plain(Text *out, const char *text)
{
  bool at_start = true;
  for (; *text; text++) {
    if (at_start && *text == ' ') continue;
    if (at_start && (*text == '.' || *text == '\'')) text_add(out, "\\&");
    if (*text == '\\') text_add(out, "\\e");
    else if (*text == '-') text_add(out, "\\-");
    else if (*text == '\'') text_add(out, "\\(aq");
    else if (*text == '`') text_add(out, "\\(ga");
    else if (*text == '^') text_add(out, "\\(ha");
    else if (*text == '~') text_add(out, "\\(ti");
    else text_add_char(out, *text);
    at_start = *text == '\n';
  }
}

static void add_option(Text *out, const Option *option)
{
  text_add(out, ".TP\n");
  if (option->letter) text_printf(out, "\\fB\\-%c\\fR, ", option->letter);
  text_add(out, "\\fB\\-\\-");
  add_plain(out, option->name);
  text_add(out, "\\fR");
  if (option->argument) {
    bool optional = option->kind == OPTION_OPTIONAL;
    text_add(out, optional ? "[=\\fI" : " \\fI");
    add_plain(out, option->argument);
    text_add(out, optional ? "\\fR]" : "\\fR");
  }
  text_add_char(out, '\n');
  add_plain(out, option->help);
  text_add_char(out, '\n');
}

static void add_command(Text *out, const Command *command)
{
  text_printf(out, ".SS \"probity %s\"\n.B probity %s\n", command->name, command->name);
  add_plain(out, command->arguments);
  text_add(out, "\n.PP\n");
  add_plain(out, command->summary);
  text_add(out, ".\n.PP\n");
  add_plain(out, command->details);
  text_add_char(out, '\n');
  for (unsigned i = 0; i < OPTIONS_SHOWN; i++) {
    const Option *option = &option_table[i];
    if (strcmp(option->commands, "*") != 0 && option_serves(option, command->name))
      add_option(out, option);
  }
  text_add(out, ".PP\nExample:\n.PP\n.RS\n.nf\n");
  add_plain(out, command->example);
  text_add(out, "\n.fi\n.RE\n.PP\nExit codes: ");
  add_plain(out, command->exit_codes);
  text_add_char(out, '\n');
}

static void add_exit_code(Text *out, unsigned code, const char *meaning)
{
  text_printf(out, ".TP\n.B %u\n%s\n", code, meaning);
}

void manual_page(Text *out)
{
  text_add(
      out,
      ".TH PROBITY 1 \"\" \"probity " PROBITY_VERSION "\" \"User Commands\"\n"
      ".SH NAME\nprobity \\- animate, check, refine and prove models in B, Event\\-B and CSP\n"
      ".SH SYNOPSIS\n.B probity\n.I command\n[\\fIoption\\fR ...] [\\fIfile\\fR ...]\n"
      ".SH DESCRIPTION\n"
      "Probity tells people who write formal models whether these are right: it explores states,\n"
      "compares a refinement with what it refines, proves and refutes proof obligations, and "
      "checks\n"
      "formulas of temporal logic. What could not be established is never claimed.\n"
      ".SH COMMANDS\n");
  for (const Command *command = command_table; command->name; command++) add_command(out, command);
  text_add(out, ".SH OPTIONS\nThese are taken by every command.\n");
  for (unsigned i = 0; i < OPTIONS_SHOWN; i++)
    if (!strcmp(option_table[i].commands, "*")) add_option(out, &option_table[i]);
  text_add(out, ".SH EXIT STATUS\n");
  add_exit_code(out, 0, "pass");
  add_exit_code(out, 1, "fail: what was asked for does not hold");
  add_exit_code(out, 2, "usage error");
  add_exit_code(out, 3, "the text has errors");
  add_exit_code(out, 4, "unknown: not decided within the limits");
  add_exit_code(out, 70, "internal error: a bug of probity, please report it");
  add_exit_code(out, 130, "interrupted");
  text_add(
      out,
      ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours\n.TP\n.B PROBITY_PATH\n"
      "more folders for machines, definition files and included scripts, separated by colons\n");
}
