#include "cli/common/many_files.h"

#include <assert.h>
#include <string.h>

#include "cli/common/option_words.h"
#include "cli/common/progress.h"
#include "cli/common/ranking.h"
#include "cli/common/runs.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "report/width.h"
#include "session/folder/model_files.h"

/* ---- which files */

static bool is_folder_of_models(const Cli *cli, const char *path)
{
  return model_files_is_folder(path) && !model_files_is_project(path) &&
         !options_given(&cli->options, OPT_INSIDE);
}

bool many_files_given(const Cli *cli)
{
  return cli_argument_count(cli) > 1 ||
         (cli_argument_count(cli) == 1 && is_folder_of_models(cli, cli_argument(cli, 0)));
}

typedef VEC(const char *) Paths;

/* False: a usage error was reported. */
static bool add_folder(Cli *cli, const char *folder, Paths *paths)
{
  ModelFiles found = {0};
  Text error = {0};
  bool good = model_files_find(folder, &found, &error);
  for (uint32_t i = 0; i < found.len; i++)
    vec_push(paths,
             arena_copy(session_arena(cli->report.session), found.data[i], strlen(found.data[i])));
  if (!good) cli_usage(cli, "cannot read %s: %s", folder, text_string(&error));
  else if (!found.len) cli_usage(cli, "there are no models in %s", folder);
  good = good && found.len;
  model_files_free(&found);
  text_free(&error);
  return good;
}

/* A report takes the place of no model, even if that is only a part of another one.  False: a usage
 * error was reported. */
static bool output_is_free(Cli *cli, const Paths *paths)
{
  const char *output = options_text(&cli->options, OPT_OUTPUT);
  bool is_free = !output || !model_files_is_model(output);
  for (uint32_t i = 0; output && i < paths->len; i++)
    is_free = is_free && !output_same_file(output, paths->data[i]);
  if (!is_free) cli_usage(cli, "-o %s would overwrite a model", output);
  return is_free;
}

static bool find_paths(Cli *cli, Paths *paths)
{
  for (uint32_t i = 0; i < cli_argument_count(cli); i++) {
    const char *path = cli_argument(cli, i);
    if (!strcmp(path, "-")) {
      cli_usage(cli, "standard input must be the only file");
      return false;
    }
    if (!is_folder_of_models(cli, path)) vec_push(paths, path);
    else if (!add_folder(cli, path, paths)) return false;
  }
  return true;
}

/* ---- what they say */

typedef struct {
  Cli *cli;
  const Paths *paths;
  Run *runs;
  Progress progress;
  Tally tally;
  Text details; /* of those that say more than a line */
  json_t *reports;
  bool written;  /* to a file: not before all is known */
  ExitCode told; /* PASS, or why standard output takes nothing any more */
} Many;

/* Where the last line begins. */
static size_t last_line(const Text *text)
{
  size_t at = text->len;
  while (at > 0 && text->data[at - 1] == '\n') at--;
  while (at > 0 && text->data[at - 1] != '\n') at--;
  return at;
}

/* What became of a run that has given no verdict. */
static void add_trouble(Text *out, const Run *run)
{
  int signal_number = run->code - 128;
  if (run->state == RUN_NOT_STARTED) text_add(out, "not started");
  else if (run->code == EXIT_CODE_INTERRUPTED) text_add(out, "interrupted");
  else if (run->code == EXIT_CODE_INTERNAL) text_add(out, "internal error");
  else if (run->code > 128)
    text_printf(out, "ended by signal %d (%s)", signal_number, strsignal(signal_number));
  else text_add(out, "not checked");
}

/* The verdict with the name of the file behind its first word. */
static void add_line(Text *out, const char *path, const Run *run)
{
  const char *line = text_string(&run->out) + last_line(&run->out);
  bool started = run->state != RUN_NOT_STARTED;
  bool interrupted = run->code == EXIT_CODE_INTERRUPTED; /* it says what it knows */
  const char *word = started ? ranking_word(run->code) : "ERROR";
  size_t length = strlen(word), rest = strcspn(line, "\n");
  bool good = started && run->code <= EXIT_CODE_UNKNOWN && run->code != EXIT_CODE_USAGE;
  text_printf(out, "%s ", word);
  width_add_clean(out, path);
  text_add(out, ": ");
  if ((!good && !interrupted) || !rest) add_trouble(out, run);
  else if (!strncmp(line, word, length) && line[length] == ' ')
    text_add_bytes(out, line + length + 1, rest - length - 1);
  else text_add_bytes(out, line, rest);
  text_add_char(out, '\n');
}

static void tell_text(Many *m, const char *path, const Run *run)
{
  Cli *cli = m->cli;
  size_t last = last_line(&run->out);
  add_line(&cli->report.out, path, run);
  bool wanted = run->code != EXIT_CODE_PASS || !options_given(&cli->options, OPT_QUIET);
  if (last > 0 && wanted) {
    text_add_char(&m->details, '\n');
    width_add_clean(&m->details, path);
    text_add(&m->details, ":\n");
    text_add_bytes(&m->details, run->out.data, run->out.len);
  }
  if (!m->written) m->told = cli_flush(cli);
}

/* Of a run that could not say anything any more. */
static json_t *report_of_none(const Cli *cli, const char *path, const Run *run)
{
  ReportHead head = {.command = cli->command->name, .file = path, .verdict = VERDICT_ERROR};
  json_t *report = json_report_new(&head);
  Text line = {0};
  add_trouble(&line, run);
  json_report_add_error(report, "process", text_string(&line), NULL);
  json_report_add_reason(report, text_string(&line));
  text_free(&line);
  return report;
}

static void tell_json(Many *m, const char *path, const Run *run)
{
  json_t *report = run->out.len ? json_loadb(run->out.data, run->out.len, 0, NULL) : NULL;
  if (!json_is_object(report)) {
    json_decref(report);
    report = report_of_none(m->cli, path, run);
  }
  json_array_append_new(m->reports, report);
}

static bool tell(void *context, Run *run)
{
  Many *m = context;
  const char *path = m->paths->data[run - m->runs];
  progress_end(&m->progress);
  if (run->err.len) output_complain(&run->err);
  if (run->state == RUN_NOT_STARTED) tally_missing(&m->tally, signals_interrupted());
  else tally_add(&m->tally, run->code);
  if (m->reports) tell_json(m, path, run);
  else tell_text(m, path, run);
  run_free(run);
  return m->told == EXIT_CODE_PASS;
}

static void note(void *context, uint32_t done, uint32_t all)
{
  progress_count(&((Many *) context)->progress, done, all);
}

/* ---- running */

/* `check` with the options of the command line; the name of the file goes last. */
static void make_words(const Cli *cli, OptionWords *words)
{
  static const OptionId ours[] = {OPT_JOBS,   OPT_MEMORY_LIMIT, OPT_OUTPUT,  OPT_COLOR,
                                  OPT_FORMAT, OPT_PROGRESS_FD,  OPT_EVIDENCE};
  option_words_begin(words, cli->command->name);
  option_words_add_given(words, &cli->options, ours, sizeof ours / sizeof *ours);
  option_words_add(words, cli_wants_colour(cli) ? "--color=always" : "--color=never");
  if (cli->report.json) option_words_add(words, "--format=json");
  if (cli->report.evidence) option_words_set(words, OPT_EVIDENCE, NULL);
  option_words_add(words, "--");
}

static void run_all(Many *m)
{
  Cli *cli = m->cli;
  uint32_t count = m->paths->len;
  Arena *arena = session_arena(cli->report.session);
  OptionWords words = {0};
  make_words(cli, &words);
  m->runs = arena_new_array(arena, Run, count);
  for (uint32_t i = 0; i < count; i++) {
    const char **line = arena_new_array(arena, const char *, words.list.len + 2);
    memcpy(line, words.list.data, words.list.len * sizeof *line);
    line[words.list.len] = m->paths->data[i];
    m->runs[i].words = line;
  }
  RunOptions options = {.folder = -1,
                        .jobs = session_threads((uint32_t) cli->options.values[OPT_JOBS].number),
                        .memory = session_memory_limit(cli->report.session),
                        .ended = tell,
                        .progress = note,
                        .context = m};
  signals_note_interruption();
  runs_all(m->runs, count, &options);
  progress_end(&m->progress);
  option_words_free(&words);
}

static ExitCode finish(Many *m)
{
  Cli *cli = m->cli;
  Text *out = &cli->report.out;
  if (m->told != EXIT_CODE_PASS) return m->told;
  text_add_bytes(out, text_string(&m->details), m->details.len);
  text_add_char(out, '\n');
  tally_print(out, &m->tally, "file");
  cli->report.incomplete = m->tally.worst != EXIT_CODE_PASS;
  json_object_set_new(cli->report.fields, "reasons", json_array()); /* each report has its own */
  if (m->reports) json_object_set_new(cli->report.fields, "files", m->reports);
  ExitCode code = cli_finish(cli, ranking_verdict(m->tally.worst));
  bool said = m->tally.worst <= EXIT_CODE_UNKNOWN && m->tally.worst != EXIT_CODE_USAGE;
  return cli_unless_interrupted(said || code == EXIT_CODE_PIPE ? code : m->tally.worst);
}

ExitCode many_files(Cli *cli)
{
  Paths paths = {0};
  if (!find_paths(cli, &paths) || !output_is_free(cli, &paths)) {
    vec_free(&paths);
    return EXIT_CODE_USAGE;
  }
  Many m = {.cli = cli,
            .paths = &paths,
            .progress = progress_of(cli),
            .reports = cli->report.json ? json_array() : NULL,
            .written = options_given(&cli->options, OPT_OUTPUT)};
  run_all(&m);
  ExitCode code = finish(&m);
  text_free(&m.details);
  vec_free(&paths);
  return code;
}
