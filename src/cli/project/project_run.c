#include "cli/project/project_run.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/common/progress.h"
#include "cli/common/ranking.h"
#include "cli/common/runs.h"
#include "cli/output.h"
#include "cli/project/judge.h"
#include "cli/signals.h"
#include "report/exchange/finding_text.h"
#include "report/width.h"

typedef struct {
  Cli *cli;
  const Project *project;
  Run *runs;
  Progress progress;
  Tally tally;
  Text details;
  json_t *tests;
  bool written;
  ExitCode told; /* PASS, or why standard output takes nothing any more */
} Running;

/* ---- what a test has said */

/* Why there is no report. */
static void add_trouble(Text *out, const Run *run)
{
  if (run->state == RUN_NOT_STARTED) text_add(out, "not started");
  else if (run->code == EXIT_CODE_INTERRUPTED) text_add(out, "interrupted");
  else if (run->code == EXIT_CODE_INTERNAL) text_add(out, "internal error");
  else if (run->code > 128) text_printf(out, "ended by signal %d", run->code - 128);
  else if (run->code == EXIT_CODE_USAGE) text_add(out, "not checked");
  else if (run->code == EXIT_CODE_WRONG_TEXT) text_add(out, "the text has errors");
  else text_add(out, "no report");
}

static const char *verdict_text(const Judgement *j)
{
  static const char *const texts[] = {"pass", "fail", "unknown", "error"};
  return texts[ranking_verdict(j->code)];
}

/* Where the test stands in the project file. */
static void add_place(Running *r, json_t *entry, const ProjectTest *test)
{
  Span span = test->table->span;
  json_report_set_place(entry, session_sources(r->cli->report.session), span);
}

static json_t *entry_json(Running *r, const ProjectTest *test, const Run *run, const Judgement *j,
                          const char *message, json_t *report)
{
  json_t *entry = json_object(), *words = json_array();
  for (uint32_t i = 0; i < test->words.list.len; i++)
    json_array_append_new(words, json_report_string(test->words.list.data[i]));
  json_object_set_new(entry, "name", json_report_string(test->name));
  json_object_set_new(entry, "verdict", json_string(verdict_text(j)));
  json_object_set_new(entry, "message", json_report_string(message));
  json_object_set(entry, "expected", j->expected);
  json_object_set(entry, "differences", j->differences);
  json_object_set_new(entry, "arguments", words);
  add_place(r, entry, test);
  json_object_set_new(entry, "seconds", json_real(run->seconds));
  json_object_set(entry, "report", report ? report : json_null());
  return entry;
}

/* What is not as expected, with what leads to it, and how to run the test alone. */
static void add_details(Running *r, const ProjectTest *test, const Judgement *j, const Run *run,
                        const json_t *report)
{
  Text *out = &r->details;
  const TomlValue *table = test->table;
  Place place = sources_place(session_sources(r->cli->report.session), table->span.begin);
  text_add_char(out, '\n');
  width_add_clean(out, test->name);
  text_printf(out, " (%s:%u):\n", r->project->path, place.line);
  Findings f = {0};
  if (report) findings_read(&f, report);
  for (uint32_t i = 0; i + 1 < f.list.len; i++)
    if (f.list.data[i].outcome > FINDING_WARNING && json_array_size(j->differences))
      finding_text(out, &f.list.data[i]);
  if (report && findings_need_whole(&f)) finding_text(out, &f.list.data[f.list.len - 1]);
  if (report) findings_free(&f);
  if (!report) text_add_bytes(out, text_string(&run->err), run->err.len);
  bool here = !strcmp(r->project->folder, ".");
  text_printf(out, "alone%s%s: probity %s\n", here ? "" : ", in ", here ? "" : r->project->folder,
              test->line);
}

static void add_line(Text *out, const ProjectTest *test, const Judgement *j, const char *message)
{
  const json_t *verdict = json_object_get(j->expected, "verdict");
  const char *expected = json_string_value(verdict);
  text_printf(out, "%s ", ranking_word(j->code));
  width_add_clean(out, test->name);
  if (*message) {
    text_add(out, ": ");
    width_add_clean(out, message);
  } else if (expected && strcmp(expected, "pass") != 0) {
    text_printf(out, ": %s, as expected", expected);
  }
  text_add_char(out, '\n');
}

/* The test has run in the folder: its relative names of files become those that are seen from here.
 */
static void name_files_from(const char *folder, json_t *json)
{
  const char *field;
  size_t i;
  json_t *part;
  json_array_foreach(json, i, part) name_files_from(folder, part);
  json_object_foreach(json, field, part)
  {
    const char *name = strcmp(field, "file") ? NULL : json_string_value(part);
    if (name && *name != '/') {
      Text path = {0};
      text_printf(&path, "%s/%s", folder, name);
      if (!access(text_string(&path), F_OK)) json_string_set(part, text_string(&path));
      text_free(&path);
    } else name_files_from(folder, part);
  }
}

static json_t *report_of(const Run *run, const char *folder)
{
  json_t *report = run->out.len ? json_loadb(run->out.data, run->out.len, 0, NULL) : NULL;
  if (strcmp(folder, ".") != 0) name_files_from(folder, report);
  if (json_is_object(report)) return report;
  json_decref(report);
  return NULL;
}

static bool tell(void *context, Run *run)
{
  Running *r = context;
  const ProjectTest *test = &r->project->tests.data[run - r->runs];
  Text message = {0};
  json_t *report = report_of(run, r->project->folder);
  bool started = run->state != RUN_NOT_STARTED;
  ExitCode code = started                 ? (ExitCode) run->code
                  : signals_interrupted() ? EXIT_CODE_INTERRUPTED
                                          : EXIT_CODE_INTERNAL;
  Judgement j = judge(test, code, report);
  progress_end(&r->progress);
  if (!started) tally_missing(&r->tally, signals_interrupted());
  else tally_add(&r->tally, j.code);
  bool verdict = report && code <= EXIT_CODE_UNKNOWN && code != EXIT_CODE_USAGE;
  if (verdict) judgement_text(&message, &j);
  else add_trouble(&message, run);
  add_line(&r->cli->report.out, test, &j, text_string(&message));
  if (j.code != EXIT_CODE_PASS && started) add_details(r, test, &j, run, report);
  if (r->tests)
    json_array_append_new(r->tests, entry_json(r, test, run, &j, text_string(&message), report));
  else if (!r->written) r->told = cli_flush(r->cli);
  json_decref(report);
  judgement_free(&j);
  text_free(&message);
  run_free(run);
  return r->told == EXIT_CODE_PASS;
}

static void note(void *context, uint32_t done, uint32_t all)
{
  progress_count(&((Running *) context)->progress, done, all);
}

/* ---- running */

/* What the command line says counts for each test. */
static void make_common(const Cli *cli, OptionWords *words)
{
  static const OptionId ours[] = {OPT_JOBS,  OPT_MEMORY_LIMIT, OPT_OUTPUT,
                                  OPT_COLOR, OPT_FORMAT,       OPT_PROGRESS_FD,
                                  OPT_ONLY,  OPT_QUIET,        OPT_VERBOSE};
  option_words_begin(words, "--format=json");
  option_words_add_given(words, &cli->options, ours, sizeof ours / sizeof *ours);
}

/* The words of the test, and before its files those of the command line. */
static const char *const *words_of(Cli *cli, const ProjectTest *test, const OptionWords *common)
{
  uint32_t count = test->words.list.len + common->list.len, n = 0;
  const char **words = arena_new_array(session_arena(cli->report.session), const char *, count + 1);
  bool added = false;
  for (uint32_t i = 0; i < test->words.list.len; i++) {
    bool files = !added && !strcmp(test->words.list.data[i], "--");
    for (uint32_t k = 0; files && k < common->list.len; k++)
      if (project_word_suits(common->list.data[k], test->file)) words[n++] = common->list.data[k];
    added |= files;
    words[n++] = test->words.list.data[i];
  }
  assert(n <= count);
  return words;
}

static void run_all(Running *r, int folder)
{
  Cli *cli = r->cli;
  uint32_t count = r->project->tests.len;
  OptionWords common = {0};
  make_common(cli, &common);
  r->runs = arena_new_array(session_arena(cli->report.session), Run, count);
  for (uint32_t i = 0; i < count; i++)
    r->runs[i].words = words_of(cli, &r->project->tests.data[i], &common);
  RunOptions options = {.folder = folder,
                        .jobs = session_threads((uint32_t) cli->options.values[OPT_JOBS].number),
                        .memory = session_memory_limit(cli->report.session),
                        .ended = tell,
                        .progress = note,
                        .context = r};
  signals_note_interruption();
  runs_all(r->runs, count, &options);
  progress_end(&r->progress);
  option_words_free(&common);
}

static ExitCode finish(Running *r)
{
  Cli *cli = r->cli;
  Text *out = &cli->report.out;
  if (r->told != EXIT_CODE_PASS) return r->told;
  text_add_bytes(out, text_string(&r->details), r->details.len);
  text_add_char(out, '\n');
  tally_print(out, &r->tally, "test");
  ExitCode worst = r->tally.worst;
  cli->report.incomplete = worst != EXIT_CODE_PASS;
  json_object_set_new(cli->report.fields, "project", json_report_string(r->project->name));
  json_object_set_new(cli->report.fields, "reasons", json_array());
  if (r->tests) json_object_set_new(cli->report.fields, "tests", r->tests);
  ExitCode code = cli_finish(cli, ranking_verdict(worst));
  bool said = worst <= EXIT_CODE_UNKNOWN && worst != EXIT_CODE_USAGE;
  return cli_unless_interrupted(said || code == EXIT_CODE_PIPE ? code : worst);
}

ExitCode project_run(Cli *cli, Project *project)
{
  int folder = open(project->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return cli_usage(cli, "cannot open %s: %s", project->folder, strerror(errno));
  Running r = {.cli = cli,
               .project = project,
               .progress = progress_of(cli),
               .tests = cli->report.json ? json_array() : NULL,
               .written = options_given(&cli->options, OPT_OUTPUT)};
  run_all(&r, folder);
  close(folder);
  ExitCode code = finish(&r);
  text_free(&r.details);
  return code;
}
