#include "cli/input.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"

static bool ends_with(const char *text, const char *end)
{
  size_t length = strlen(text), tail = strlen(end);
  return length > tail && !strcmp(text + length - tail, end);
}

/* Whether the name ends with one of these; the list ends with NULL. */
static bool has_ending(const char *name, const char *const *endings)
{
  for (; *endings; endings++)
    if (ends_with(name, *endings)) return true;
  return false;
}

static const char *const model_endings[] = {".mch", ".ref", ".imp", ".sys", ".def", NULL};

/* Formats that will be read one day; as B texts they would be sheer nonsense. */
static const char *const other_endings[] = {".eventb", ".bum", ".buc",  ".bcm", ".bcc",
                                            ".zip",    ".csp", ".cspm", ".aut", NULL};

/* A hint for a file that is not there: its name with an ending, or one like it. */
static void suggest_file(Cli *cli, const char *path)
{
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  Arena *arena = session_arena(cli->session);
  const char *folder = slash ? arena_copy(arena, path, (size_t) (slash + 1 - path)) : "";
  DIR *stream = opendir(*folder ? folder : ".");
  if (!stream || !*base) {
    if (stream) closedir(stream);
    return;
  }
  Nearest nearest = nearest_to(base);
  size_t length = strlen(base);
  for (struct dirent *entry; (entry = readdir(stream));) {
    const char *name = entry->d_name;
    if (!has_ending(name, model_endings)) continue;
    if (!strncmp(name, base, length) && name[length] == '.') {
      nearest.best = arena_copy(arena, name, strlen(name));
      break;
    }
    nearest_offer(&nearest, name);
    if (nearest.best == name) nearest.best = arena_copy(arena, name, strlen(name));
  }
  closedir(stream);
  if (nearest.best) text_printf(&cli->options.hint, "did you mean %s%s?", folder, nearest.best);
}

const Source *input_read_file(Cli *cli, const char *path)
{
  if (has_ending(path, other_endings)) {
    text_add(&cli->options.hint, "classical B is: .mch .ref .imp .sys, and .def for definitions");
    cli_usage(cli, "%s: files of this kind are not supported yet", path);
    return NULL;
  }
  const char *error = NULL;
  const Source *source = session_read(cli->session, path, &error);
  if (source) return source;
  if (access(path, F_OK) != 0) suggest_file(cli, path);
  cli_usage(cli, "cannot read %s: %s", path, error);
  return NULL;
}

const char *input_kind_text(FormulaKind kind)
{
  switch (kind) {
  case FORMULA_EXPR: return "expression";
  case FORMULA_PRED: return "predicate";
  case FORMULA_SUBST: return "substitution";
  case FORMULA_EXPR_OR_PRED: return "formula";
  }
  return "formula";
}

static void open_formula(Cli *cli, Input *input, FormulaKind kind, const char *text)
{
  const char *name = arena_printf(session_arena(cli->session), "<%s>", input_kind_text(kind));
  input->is_formula = true;
  input->kind = kind;
  input->source = session_text(cli->session, name, text);
  cli->file = name;
}

static bool open_standard_input(Cli *cli, Input *input)
{
  const char *error = NULL;
  cli->file = "<stdin>";
  input->source = session_read_stream(cli->session, stdin, cli->file, &error);
  if (!input->source) cli_usage(cli, "cannot read standard input: %s", error);
  return input->source != NULL;
}

bool input_open(Cli *cli, uint32_t index, Input *input)
{
  static const struct {
    OptionId id;
    FormulaKind kind;
  } formulas[] = {{OPT_EXPR, FORMULA_EXPR}, {OPT_PRED, FORMULA_PRED}, {OPT_SUBST, FORMULA_SUBST}};
  *input = (Input){0};
  const char *command = cli->command->name;
  uint32_t files = cli_argument_count(cli) - index, given = files;
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    const OptionValue *value = &cli->options.values[formulas[i].id];
    given += value->all.len;
    if (value->all.len == 1 && given == 1) open_formula(cli, input, formulas[i].kind, value->text);
  }
  if (given == 0) {
    text_printf(&cli->options.hint, "%s", cli->command->example);
    cli_usage(cli, "%s needs a file, or a formula given with --expr, --pred or --subst", command);
    return false;
  }
  if (given > 1) {
    cli_usage(cli, "%s takes one file or one formula, but %u are given", command, given);
    return false;
  }
  if (input->is_formula) return true;
  if (options_given(&cli->options, OPT_IN)) {
    cli_usage(cli, "--in is for formulas: a file has names of its own");
    return false;
  }
  cli->file = cli_argument(cli, index);
  if (!strcmp(cli->file, "-")) return open_standard_input(cli, input);
  input->path = cli->file;
  input->source = input_read_file(cli, input->path);
  return input->source != NULL;
}
