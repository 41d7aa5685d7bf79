#include "cli/project/project_init.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/common/option_words.h"
#include "cli/common/progress.h"
#include "cli/common/runs.h"
#include "cli/output.h"
#include "cli/project/project_file.h"
#include "cli/signals.h"
#include "session/folder/model_files.h"

static const char default_seconds[] = "10";

typedef struct {
  Cli *cli;
  const char *folder;
  ModelFiles files;
  size_t prefix; /* of their names: the folder */
  int descriptor;
  Progress progress;
  Run *runs;
  json_t *reports; /* of the batch that runs, null where there is none */
  Text out;
  uint32_t tests;
} Init;

static const char *file_name(const Init *init, uint32_t i)
{
  return init->files.data[i] + init->prefix;
}

/* ---- TOML */

static void add_string(Text *out, const char *string)
{
  text_add_char(out, '"');
  for (; *string; string++) {
    unsigned char c = (unsigned char) *string;
    if (c == '"' || c == '\\') text_printf(out, "\\%c", c);
    else if (c < ' ' || c == 127) text_printf(out, "\\u%04X", c);
    else text_add_char(out, *string);
  }
  text_add_char(out, '"');
}

/* A comment is one line. */
static void add_comment(Text *out, const char *comment)
{
  text_add(out, "# ");
  for (; *comment; comment++) text_add_char(out, (unsigned char) *comment < ' ' ? ' ' : *comment);
  text_add_char(out, '\n');
}

static const char *field_text(const json_t *object, const char *field)
{
  const char *text = json_string_value(json_object_get(object, field));
  return text ? text : "";
}

static void add_number(Init *init, const json_t *report, const char *field, const char *key)
{
  const json_t *number = json_object_get(report, field);
  if (!json_is_integer(number)) return;
  text_printf(&init->out, "%s = %lld\n", key, (long long) json_integer_value(number));
}

/* The verdicts of assertions and formulas one by one, where they differ. */
static void add_verdict(Init *init, const json_t *report)
{
  const json_t *list = json_object_get(report, "temporal");
  const char *verdict = field_text(report, "verdict");
  if (!json_is_array(list)) list = json_object_get(report, "assertions");
  size_t count = json_array_size(list), i;
  json_t *one;
  bool differ = false;
  json_array_foreach(list, i, one) differ |= strcmp(field_text(one, "verdict"), verdict) != 0;
  if (!strcmp(verdict, "pass")) return;
  text_add(&init->out, "expect = ");
  if (!differ || !count) add_string(&init->out, verdict);
  else json_array_foreach(list, i, one)
    {
      text_add(&init->out, i ? ", " : "[");
      add_string(&init->out, field_text(one, "verdict"));
    }
  text_add(&init->out, differ && count ? "]\n" : "\n");
}

static void add_violation(Init *init, const json_t *report)
{
  const json_t *violation = json_array_get(json_object_get(report, "violations"), 0);
  if (!violation) return;
  text_add(&init->out, "violation = ");
  add_string(&init->out, field_text(violation, "kind"));
  text_add_char(&init->out, '\n');
  add_number(init, violation, "steps", "steps");
}

/* Figures that hold whatever the time and the machine: those of complete searches. */
static void add_figures(Init *init, const char *command, const json_t *report)
{
  bool passed = !strcmp(field_text(report, "verdict"), "pass");
  if (!strcmp(command, "check")) add_violation(init, report);
  if (!passed || !json_is_true(json_object_get(report, "complete"))) return;
  if (!strcmp(command, "refine")) add_number(init, report, "pairs", "pairs");
  if (strcmp(command, "check") != 0) return;
  add_number(init, report, "states", "states");
  add_number(init, report, "transitions", "transitions");
}

static void add_test(Init *init, const char *command, const char *extra, const char *file,
                     const json_t *report)
{
  const json_t *reason = json_array_get(json_object_get(report, "reasons"), 0);
  text_printf(&init->out, "\n[[%s]]\nfile = ", command);
  add_string(&init->out, file);
  text_add_char(&init->out, '\n');
  if (*extra) text_printf(&init->out, "%s = true\n", extra);
  if (!strcmp(field_text(report, "verdict"), "unknown") && reason)
    add_comment(&init->out, json_string_value(reason));
  add_verdict(init, report);
  add_figures(init, command, report);
  init->tests++;
}

/* ---- running */

static bool keep(void *context, Run *run)
{
  Init *init = context;
  json_t *report = run->out.len ? json_loadb(run->out.data, run->out.len, 0, NULL) : NULL;
  bool good = run->state == RUN_ENDED && run->code <= EXIT_CODE_UNKNOWN && json_is_object(report);
  json_array_append(init->reports, good && run->code != EXIT_CODE_USAGE ? report : json_null());
  json_decref(report);
  run_free(run);
  return true;
}

static void note(void *context, uint32_t done, uint32_t all)
{
  progress_count(&((Init *) context)->progress, done, all);
}

/* Runs the command, with one more option maybe, on the files of these numbers. */
static void run_batch(Init *init, const char *command, const char *extra, const uint32_t *which,
                      uint32_t count)
{
  static const OptionId ours[] = {OPT_JOBS,  OPT_MEMORY_LIMIT, OPT_OUTPUT, OPT_FORMAT,
                                  OPT_COLOR, OPT_PROGRESS_FD,  OPT_INIT};
  const Options *options = &init->cli->options;
  Arena *arena = session_arena(init->cli->report.session);
  OptionWords words = {0};
  Text text = {0};
  option_words_begin(&words, command);
  if (!options_given(options, OPT_TIME_LIMIT))
    option_words_set(&words, OPT_TIME_LIMIT, default_seconds);
  option_words_add_given(&words, options, ours, sizeof ours / sizeof *ours);
  option_words_add(&words, "--format=json");
  text_printf(&text, "--%s", extra);
  if (*extra) option_words_add(&words, text_string(&text));
  option_words_add(&words, "--");
  init->runs = arena_new_array(arena, Run, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const char *file = file_name(init, which[i]);
    const char **line = arena_new_array(arena, const char *, words.list.len + 2);
    uint32_t n = 0;
    for (uint32_t k = 0; k < words.list.len; k++)
      if (project_word_suits(words.list.data[k], file)) line[n++] = words.list.data[k];
    line[n] = file;
    init->runs[i].words = line;
  }
  RunOptions how = {.folder = init->descriptor,
                    .jobs = session_threads((uint32_t) options->values[OPT_JOBS].number),
                    .memory = session_memory_limit(init->cli->report.session),
                    .ended = keep,
                    .progress = note,
                    .context = init};
  if (count) runs_all(init->runs, count, &how);
  progress_end(&init->progress);
  option_words_free(&words);
  text_free(&text);
}

typedef VEC(uint32_t) Numbers;

static void add_batch(Init *init, const char *command, const char *extra, const Numbers *which)
{
  init->reports = json_array();
  run_batch(init, command, extra, which->data, which->len);
  for (uint32_t i = 0; i < which->len; i++) {
    const json_t *report = json_array_get(init->reports, i);
    if (json_is_object(report))
      add_test(init, command, extra, file_name(init, which->data[i]), report);
  }
  json_decref(init->reports);
}

/* All are checked; what the reports say of refinements and of formulas leads to further tests. */
static void add_tests(Init *init)
{
  Numbers all = {0}, refinements = {0}, temporal = {0};
  for (uint32_t i = 0; i < init->files.len; i++) vec_push(&all, i);
  init->reports = json_array();
  run_batch(init, "check", "", all.data, all.len);
  for (uint32_t i = 0; i < all.len; i++) {
    const json_t *report = json_array_get(init->reports, i);
    if (!json_is_object(report))
      text_printf(&init->out, "\n# not checked: %s\n", file_name(init, i));
    if (!json_is_object(report)) continue;
    add_test(init, "check", "", file_name(init, i), report);
    if (json_array_size(json_object_get(report, "refines"))) vec_push(&refinements, i);
    if (json_array_size(json_object_get(report, "not_checked"))) vec_push(&temporal, i);
  }
  json_decref(init->reports);
  add_batch(init, "check", "temporal", &temporal);
  add_batch(init, "refine", "", &refinements);
  vec_free(&all);
  vec_free(&refinements);
  vec_free(&temporal);
}

/* ---- the file */

static ExitCode write_file(Init *init, const char *path)
{
  Cli *cli = init->cli;
  Text *out = &cli->report.out;
  if (signals_interrupted()) return EXIT_CODE_INTERRUPTED; /* half a file is none */
  if (options_given(&cli->options, OPT_OUTPUT)) {
    text_add_bytes(out, init->out.data, init->out.len);
    return cli_print(cli);
  }
  Text error = {0};
  bool good = output_write_file(path, &init->out, &error);
  ExitCode code = good ? EXIT_CODE_PASS : cli_usage(cli, "%s", text_string(&error));
  text_free(&error);
  if (!good) return code;
  text_printf(out, "OK %s: %u test%s\n", path, init->tests, text_plural(init->tests));
  return cli_finish(cli, VERDICT_PASS);
}

static void add_settings(Init *init)
{
  const OptionValue *given = &init->cli->options.values[OPT_PREF];
  for (uint32_t i = 0; i < given->all.len; i++) {
    const char *setting = given->all.data[i], *equals = strchr(setting, '=');
    if (!i) text_printf(&init->out, "pref = { ");
    text_printf(&init->out, "%s%.*s = ", i ? ", " : "", (int) (equals - setting), setting);
    add_string(&init->out, equals + 1);
  }
  if (given->all.len) text_add(&init->out, " }\n");
}

static void add_folders(Init *init)
{
  const OptionValue *given = &init->cli->options.values[OPT_INCLUDE];
  for (uint32_t i = 0; i < given->all.len; i++) {
    text_add(&init->out, i ? ", " : "include = [");
    add_string(&init->out, given->all.data[i]);
  }
  if (given->all.len) text_add(&init->out, "]\n");
}

static ExitCode run(Init *init, const char *path)
{
  const OptionValue *limit = &init->cli->options.values[OPT_TIME_LIMIT];
  text_add(&init->out,
           "# What `probity test` checks of these models, and what should come out of it.\n\n");
  text_printf(&init->out, "time-limit = %s\n", limit->text ? limit->text : default_seconds);
  add_folders(init);
  add_settings(init);
  signals_note_interruption();
  add_tests(init);
  return write_file(init, path);
}

ExitCode project_init(Cli *cli, const char *folder)
{
  Init init = {.cli = cli, .folder = folder, .progress = progress_of(cli)};
  bool here = !strcmp(folder, ".");
  size_t length = strlen(folder);
  Text path = {0}, error = {0};
  ExitCode code;
  init.prefix = here ? 0 : length + (folder[length - 1] != '/');
  if (!here) text_printf(&path, "%s%s", folder, folder[length - 1] == '/' ? "" : "/");
  text_add(&path, PROJECT_FILE);
  bool output = options_given(&cli->options, OPT_OUTPUT);
  if (options_given(&cli->options, OPT_CARD))
    code = cli_usage(cli, "--card is about one model: write it below its [[check]]");
  else if (!output && access(text_string(&path), F_OK) == 0)
    code = cli_usage(cli, "%s exists already", text_string(&path));
  else if (!model_files_find(folder, &init.files, &error))
    code = cli_usage(cli, "cannot read %s: %s", folder, text_string(&error));
  else if (!init.files.len) code = cli_usage(cli, "there are no models in %s", folder);
  else if ((init.descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
    code = cli_usage(cli, "cannot open %s: %s", folder, strerror(errno));
  else {
    code = run(&init, text_string(&path));
    close(init.descriptor);
  }
  model_files_free(&init.files);
  text_free(&init.out);
  text_free(&path);
  text_free(&error);
  return code;
}
