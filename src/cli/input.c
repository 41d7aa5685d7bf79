#include "cli/input.h"

#include <assert.h>
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

static const char *const model_endings[] = {".mch", ".ref",  ".imp",  ".sys",  ".def",
                                            ".csp", ".cspm", ".fdr2", ".fdr3", NULL};

/* Files that are no B texts, for commands that can do something with them. */
static const char *const script_endings[] = {".csp", ".cspm", ".fdr2", ".fdr3", NULL};
static const char *const system_endings[] = {".csp", ".cspm", ".fdr2", ".fdr3",
                                             ".aut", ".pl",   NULL};

static bool takes_scripts(const char *command)
{
  static const char *const commands[] = {"parse", "fmt", "types", "eval", "dump", NULL};
  for (unsigned i = 0; commands[i]; i++)
    if (!strcmp(commands[i], command)) return true;
  return false;
}

/* A hint for a file that is not there: its name with an ending, or one like it. */
static void suggest_file(Cli *cli, const char *path)
{
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  Arena *arena = session_arena(cli->report.session);
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

/* A file that an option has taken for its argument: --goal lift.mch. */
static bool suggest_swallowed(Cli *cli)
{
  for (unsigned i = 0; i < OPTION_COUNT; i++) {
    const char *text = options_given(&cli->options, i) ? options_text(&cli->options, i) : NULL;
    if (!text || i == OPT_OUTPUT || strchr(text, ' ') || !has_ending(text, model_endings)) continue;
    text_printf(&cli->options.hint, "--%s takes an argument: here it is %s", option_table[i].name,
                text);
    return true;
  }
  return false;
}

/* Only what fmt prints may take the place of what it has read. */
static bool may_replace(const Cli *cli, const char *path)
{
  return !strcmp(cli->command->name, "fmt") && !cli->report.json &&
         !options_given(&cli->options, OPT_CHECK) && cli->report.file &&
         !strcmp(cli->report.file, path);
}

static const Source *read_standard(Cli *cli)
{
  const char *error = NULL;
  const Source *source = session_read_stream(cli->report.session, stdin, "<stdin>", &error);
  if (!source) cli_usage(cli, "cannot read standard input: %s", error);
  return source;
}

static const Source *read_path(Cli *cli, const char *path)
{
  const char *error = NULL;
  const Source *source = session_read(cli->report.session, path, &error);
  if (source && cli_would_overwrite(cli, path)) {
    if (!may_replace(cli, path)) {
      cli_usage(cli, "-o %s would overwrite the input", options_text(&cli->options, OPT_OUTPUT));
      return NULL;
    }
    cli->replaced = source;
  }
  if (source) return source;
  if (access(path, F_OK) != 0) suggest_file(cli, path);
  cli_usage(cli, "cannot read %s: %s", path, error);
  return NULL;
}

const Source *input_read_file(Cli *cli, const char *path)
{
  if (!strcmp(path, "-")) return read_standard(cli);
  bool script = has_ending(path, script_endings) && takes_scripts(cli->command->name);
  if (script || !has_ending(path, system_endings)) return read_path(cli, path);
  text_add(&cli->options.hint, "classical B is: .mch .ref .imp .sys, and .def for definitions");
  cli_usage(cli, "%s: %s does not take files of this kind", path, cli->command->name);
  return NULL;
}

const Source *input_read_system(Cli *cli, const char *path)
{
  return has_ending(path, system_endings) ? read_path(cli, path) : input_read_file(cli, path);
}

InputKinds input_kind(const System *system)
{
  if (system->model) return system->script ? INPUT_GUIDED : INPUT_MODEL;
  return system->script ? INPUT_SCRIPT : INPUT_AUT;
}

bool input_suits_options(Cli *cli, InputKinds inputs)
{
  if (options_apply(&cli->options, inputs)) return true;
  cli_usage_options(cli);
  return false;
}

/* Is it FILE.csp#PROCESS? */
static bool is_process(const char *argument)
{
  const char *sharp = strchr(argument, '#');
  for (unsigned i = 0; sharp && script_endings[i]; i++) {
    size_t length = strlen(script_endings[i]);
    if ((size_t) (sharp - argument) > length && !strncmp(sharp - length, script_endings[i], length))
      return true;
  }
  return false;
}

static const char *part_of(Cli *cli, const char *from, const char *to)
{
  return arena_copy(session_arena(cli->report.session), from, (size_t) (to - from));
}

/* The + of MACHINE.mch+GUIDE.csp; NULL: there is none. */
static const char *plus_in(const char *argument)
{
  const char *plus = strrchr(argument, '+');
  bool guided = plus && plus > argument && has_ending(plus + 1, script_endings);
  return guided && access(argument, F_OK) != 0 ? plus : NULL;
}

/* What stands in the name of the file and what an option says exclude each other. */
static bool is_only_one(Cli *cli, const char *path, OptionId id, const char *given)
{
  if (!given) return true;
  cli_usage(cli, "%s and --%s %s are mutually exclusive", path, option_table[id].name, given);
  return false;
}

SystemText input_read_operand(Cli *cli, const char *path)
{
  const Options *o = &cli->options;
  SystemText text = {.process = options_text(o, OPT_PROCESS),
                     .block_others = options_is(o, OPT_CSP_OTHERS, "block")};
  const char *guide = options_text(o, OPT_CSP), *plus;
  if (is_process(path)) {
    if (!is_only_one(cli, path, OPT_PROCESS, text.process)) return text;
    text.process = strchr(path, '#') + 1;
    path = part_of(cli, path, text.process - 1);
  }
  if ((plus = plus_in(path))) {
    if (!is_only_one(cli, path, OPT_CSP, guide)) return text;
    guide = plus + 1;
    path = part_of(cli, path, plus);
  }
  if (guide && !(text.guide = input_read_system(cli, guide))) return text;
  text.source = input_read_system(cli, path);
  return text;
}

void input_warn_ending(Cli *cli, const Input *input, const Unit *unit)
{
  static const struct {
    const char *ending;
    NodeKind kind;
    const char *keyword;
  } kinds[] = {{".mch", NODE_MACHINE, "MACHINE"},
               {".ref", NODE_REFINEMENT, "REFINEMENT"},
               {".imp", NODE_IMPLEMENTATION, "IMPLEMENTATION"}};
  enum { KINDS = sizeof kinds / sizeof *kinds };
  const char *found = NULL, *fitting = NULL, *ending = NULL;
  for (size_t i = 0; unit && input->path && i < KINDS; i++) {
    bool is = unit->root->kind == kinds[i].kind, promised = ends_with(input->path, kinds[i].ending);
    if (is && !promised) {
      found = unit->keyword ? unit->keyword : kinds[i].keyword;
      fitting = kinds[i].ending;
    }
    if (!is && promised) ending = kinds[i].ending;
  }
  if (!found || !ending) return;
  Diags *diags = session_diags(cli->report.session);
  Span keyword = {unit->root->span.begin, unit->root->span.begin + (uint32_t) strlen(found)};
  Diag *diag = diag_warning(diags, keyword, "file-ending", "a %s in a file with the extension %s",
                            found, ending);
  diag_hint(diags, diag, "its name should end in %s", fitting);
}

const char *input_kind_text(const Input *input)
{
  if (input->is_temporal) return input->logic == LOGIC_CTL ? "CTL formula" : "LTL formula";
  switch (input->kind) {
  case FORMULA_EXPR: return "expression";
  case FORMULA_PRED: return "predicate";
  case FORMULA_SUBST: return "substitution";
  case FORMULA_EXPR_OR_PRED: return "formula";
  }
  return "formula";
}

static void open_formula(Cli *cli, Input *input, const char *text)
{
  const char *name = input->is_temporal ? input->logic == LOGIC_CTL ? "--ctl" : "--ltl"
                                        : arena_printf(session_arena(cli->report.session), "<%s>",
                                                       input_kind_text(input));
  input->source = session_text(cli->report.session, name, text);
  cli->report.file = name;
}

static bool open_input(Cli *cli, uint32_t index, Input *input,
                       SystemText (*read)(Cli *, const char *path))
{
  assert(cli->command && index <= cli_argument_count(cli));
  static const struct {
    OptionId id;
    Input input;
  } formulas[] = {{OPT_EXPR, {.is_formula = true, .kind = FORMULA_EXPR}},
                  {OPT_PRED, {.is_formula = true, .kind = FORMULA_PRED}},
                  {OPT_SUBST, {.is_formula = true, .kind = FORMULA_SUBST}},
                  {OPT_LTL, {.is_formula = true, .is_temporal = true, .logic = LOGIC_LTL}},
                  {OPT_CTL, {.is_formula = true, .is_temporal = true, .logic = LOGIC_CTL}}};
  *input = (Input){0};
  const char *command = cli->command->name;
  uint32_t files = cli_argument_count(cli) - index, given = files;
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    const OptionValue *value = &cli->options.values[formulas[i].id];
    given += value->all.len;
    if (value->all.len != 1 || given != 1) continue;
    *input = formulas[i].input;
    open_formula(cli, input, value->text);
  }
  if (given == 0) {
    if (!suggest_swallowed(cli)) text_printf(&cli->options.hint, "%s", cli->command->example);
    bool formula = option_serves(&option_table[OPT_EXPR], command);
    cli_usage(cli,
              formula ? "%s needs a file, or a formula given with --expr, --pred or --subst"
                      : "%s needs a file",
              command);
    return false;
  }
  if (given > 1) {
    cli_usage(cli, "%s takes one file%s, but %u were given", command,
              option_serves(&option_table[OPT_EXPR], command) ? " or one formula" : "", given);
    return false;
  }
  if (input->is_formula) return true;
  if (options_given(&cli->options, OPT_IN)) {
    cli_usage(cli, "--in requires a formula: a file has its own names");
    return false;
  }
  cli->report.file = cli_argument(cli, index);
  if (strcmp(cli->report.file, "-") != 0) input->path = cli->report.file;
  else cli->report.file = "<stdin>";
  input->system = read(cli, input->path ? input->path : "-");
  input->source = input->system.source;
  return input->source != NULL;
}

static SystemText read_text(Cli *cli, const char *path)
{
  return (SystemText){.source = input_read_file(cli, path)};
}

bool input_open(Cli *cli, uint32_t index, Input *input)
{
  return open_input(cli, index, input, read_text);
}

bool input_open_system(Cli *cli, uint32_t index, Input *input)
{
  return open_input(cli, index, input, input_read_operand);
}
