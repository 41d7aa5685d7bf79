#include "cli/command/completion.h"

#include <string.h>

#include "cli/command/commands.h"

const char *const completion_shells[] = {"bash", "zsh", "fish", NULL};

/* What may follow an option. */
typedef enum { FOLLOW_NOTHING, FOLLOW_WORDS, FOLLOW_FILE, FOLLOW_FOLDER, FOLLOW_ANYTHING } Follow;

static Follow follow_of(const Option *option)
{
  const char *argument = option->argument;
  if (option->kind == OPTION_FLAG || option->kind == OPTION_OPTIONAL) return FOLLOW_NOTHING;
  if (option->kind == OPTION_CHOICE) return FOLLOW_WORDS;
  if (option->kind == OPTION_FOLDER) return FOLLOW_FOLDER;
  bool file = !strcmp(argument, "FILE") || !strcmp(argument, "TRACE");
  return file ? FOLLOW_FILE : FOLLOW_ANYTHING;
}

/* Is it the last line of the table for this name that the command takes?  (A name may stand for
 * different options of different commands.) */
static bool is_of(const Option *option, const Command *command)
{
  return !strcmp(option->commands, "*") || option_serves(option, command->name);
}

/* The words of a choice, a|b|c, between blanks. */
static void add_words(Text *out, const char *choice)
{
  for (; *choice; choice++) text_add_char(out, *choice == '|' ? ' ' : *choice);
}

/* The text inside of single quotes, with a backslash before each of these characters; a quote is
 * written as the shell wants it. */
static void add_quoted(Text *out, const char *text, const char *special, const char *quote)
{
  for (; *text; text++)
    if (*text == '\'') text_add(out, quote);
    else {
      if (strchr(special, *text)) text_add_char(out, '\\');
      text_add_char(out, *text);
    }
}

/* What a command is about, beside files: topics of help, stages, shells. */
static const char *words_of(const Command *command)
{
  if (!strcmp(command->name, "dump")) return "tokens tree typed model plan code net";
  if (!strcmp(command->name, "completion")) return "bash zsh fish";
  return NULL;
}

static void add_command_names(Text *out)
{
  for (const Command *command = command_table; command->name; command++)
    text_printf(out, "%s%s", command == command_table ? "" : " ", command->name);
}

/* ---- bash */

static void bash_arguments(Text *out, const Command *command)
{
  for (unsigned i = 0; i < OPTIONS_SHOWN; i++) {
    const Option *option = &option_table[i];
    Follow follow = follow_of(option);
    if (!is_of(option, command) || follow == FOLLOW_NOTHING) continue;
    text_printf(out, "    %s,--%s", command->name, option->name);
    if (option->letter) text_printf(out, "|%s,-%c", command->name, option->letter);
    text_add(out, ") ");
    if (follow == FOLLOW_WORDS) {
      text_add(out, "words='");
      add_words(out, option->argument);
      text_add(out, "' ;;\n");
    } else {
      const char *kind = follow == FOLLOW_FILE     ? "files"
                         : follow == FOLLOW_FOLDER ? "folders"
                                                   : "none";
      text_printf(out, "kind=%s ;;\n", kind);
    }
  }
}

static void bash_options(Text *out, const Command *command)
{
  const char *words = words_of(command);
  text_printf(out, "    %s) words='%s%s", command->name, words ? words : "", words ? " " : "");
  for (unsigned i = 0; i < OPTIONS_SHOWN; i++)
    if (is_of(&option_table[i], command)) text_printf(out, "--%s ", option_table[i].name);
  if (!strcmp(command->name, "help")) add_command_names(out);
  text_add(out, "' ;;\n");
}

static void script_bash(Text *out)
{
  text_add(out, "# Completion of probity for bash: made by `probity completion bash`.\n"
                "_probity()\n{\n"
                "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
                "  local command=${COMP_WORDS[1]} words= kind=\n"
                "  COMPREPLY=()\n"
                "  if [ \"$cur\" = = ]; then cur=; elif [ \"$prev\" = = ]; then "
                "prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
                "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                "    mapfile -t COMPREPLY < <(compgen -W '");
  add_command_names(out);
  text_add(out, " --help --version' -- \"$cur\")\n    return\n  fi\n"
                "  case \"$command,$prev\" in\n");
  for (const Command *command = command_table; command->name; command++)
    bash_arguments(out, command);
  text_add(out, "    *) case \"$command\" in\n");
  for (const Command *command = command_table; command->name; command++) bash_options(out, command);
  text_add(out, "    esac\n"
                "    case \"$cur\" in -*) ;; *) kind=files ;; esac ;;\n"
                "  esac\n"
                "  [ \"$kind\" = none ] && return\n"
                "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
                "  case \"$kind\" in\n"
                "    files) compopt -o filenames 2>/dev/null; mapfile -t -O ${#COMPREPLY[@]} "
                "COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
                "    folders) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen "
                "-d -- \"$cur\") ;;\n"
                "  esac\n"
                "}\n"
                "complete -F _probity probity\n");
}

/* ---- zsh */

static void zsh_option(Text *out, const Option *option)
{
  static const char *const actions[] = {[FOLLOW_FILE] = "_files", [FOLLOW_FOLDER] = "_files -/"};
  Follow follow = follow_of(option);
  if (option->letter) text_printf(out, " \\\n      '*'{-%c,--%s}'[", option->letter, option->name);
  else text_printf(out, " \\\n      '*--%s[", option->name);
  add_quoted(out, option->help, "[]\\", "'\\''");
  text_add_char(out, ']');
  if (follow != FOLLOW_NOTHING) {
    text_add_char(out, ':');
    if (follow == FOLLOW_WORDS) text_add(out, "word:(");
    else {
      add_quoted(out, option->argument, ":\\", "'\\''");
      text_add_char(out, ':');
    }
    if (follow == FOLLOW_WORDS) {
      add_words(out, option->argument);
      text_add_char(out, ')');
    } else if (follow != FOLLOW_ANYTHING) text_add(out, actions[follow]);
  }
  text_add_char(out, '\'');
}

static void zsh_command(Text *out, const Command *command)
{
  const char *words = words_of(command);
  text_printf(out, "    %s)\n      _arguments", command->name);
  for (unsigned i = 0; i < OPTIONS_SHOWN; i++)
    if (is_of(&option_table[i], command)) zsh_option(out, &option_table[i]);
  if (!strcmp(command->name, "help")) {
    text_add(out, " \\\n      '*:command:(");
    add_command_names(out);
    text_add(out, ")' ;;\n");
  } else if (words) text_printf(out, " \\\n      '1:word:(%s)' '*:file:_files' ;;\n", words);
  else text_add(out, " \\\n      '*:file:_files' ;;\n");
}

static void script_zsh(Text *out)
{
  text_add(out,
           "#compdef probity\n# Completion of probity for zsh: made by `probity completion zsh`.\n"
           "_probity()\n{\n"
           "  local -a commands\n"
           "  commands=(\n");
  for (const Command *command = command_table; command->name; command++) {
    text_printf(out, "    '%s:", command->name);
    add_quoted(out, command->summary, "\\", "'\\''");
    text_add(out, "'\n");
  }
  text_add(out, "  )\n"
                "  if (( CURRENT == 2 )); then\n"
                "    _describe command commands\n"
                "    return\n"
                "  fi\n"
                "  shift words\n"
                "  (( CURRENT-- ))\n"
                "  case $words[1] in\n");
  for (const Command *command = command_table; command->name; command++) zsh_command(out, command);
  text_add(out, "  esac\n}\n"
                "if [ \"$funcstack[1]\" = _probity ]; then _probity \"$@\"; else compdef _probity "
                "probity; fi\n");
}

/* ---- fish */

static void fish_option(Text *out, const Option *option, const Command *command)
{
  Follow follow = follow_of(option);
  text_printf(out, "complete -c probity -n '__fish_seen_subcommand_from %s' -l %s", command->name,
              option->name);
  if (option->letter) text_printf(out, " -s %c", option->letter);
  if (follow == FOLLOW_WORDS) {
    text_add(out, " -x -a '");
    add_words(out, option->argument);
    text_add_char(out, '\'');
  } else if (follow == FOLLOW_FILE) text_add(out, " -r");
  else if (follow == FOLLOW_FOLDER) text_add(out, " -x -a '(__fish_complete_directories)'");
  else if (follow == FOLLOW_ANYTHING) text_add(out, " -x");
  text_add(out, " -d '");
  add_quoted(out, option->help, "\\", "\\'");
  text_add(out, "'\n");
}

static void script_fish(Text *out)
{
  text_add(out, "# Completion of probity for fish: made by `probity completion fish`.\n");
  for (const Command *command = command_table; command->name; command++) {
    text_printf(out, "complete -c probity -f -n __fish_use_subcommand -a %s -d '", command->name);
    add_quoted(out, command->summary, "\\", "\\'");
    text_add(out, "'\n");
  }
  for (const Command *command = command_table; command->name; command++) {
    const char *words = words_of(command);
    if (words)
      text_printf(out, "complete -c probity -n '__fish_seen_subcommand_from %s' -a '%s'\n",
                  command->name, words);
    for (unsigned i = 0; i < OPTIONS_SHOWN; i++)
      if (is_of(&option_table[i], command)) fish_option(out, &option_table[i], command);
  }
}

bool completion_script(Text *out, const char *shell)
{
  static void (*const scripts[])(Text *) = {script_bash, script_zsh, script_fish};
  for (unsigned i = 0; completion_shells[i]; i++)
    if (!strcmp(completion_shells[i], shell)) {
      scripts[i](out);
      return true;
    }
  return false;
}
