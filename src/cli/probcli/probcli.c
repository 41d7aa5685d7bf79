#include "cli/probcli/probcli.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/memory.h"
#include "cli/output.h"
#include "cli/probcli/files.h"
#include "cli/probcli/plan.h"
#include "cli/signals.h"
#include "report/probcli/answer.h"

typedef struct {
  Cli *cli;
  ProbcliHooks hooks;
  ProbcliLine line;
  ProbcliPlan plan;
  ProbAnswer answer;
  json_t *reports; /* of all requests */
  ExitCode worst;  /* of what was not expected */
  bool *happened;  /* of the expected errors, in the order of the options */
  bool stopped;    /* -strict: nothing more is run */
} Probcli;

static bool given(const Probcli *p, ProbcliId id) { return probcli_given(&p->line, id) != NULL; }

/* ---------------------------------------------------------------- exit codes */

/* From good to bad. */
static unsigned rank_of(ExitCode code)
{
  static const ExitCode ranking[] = {EXIT_CODE_PASS,       EXIT_CODE_UNKNOWN, EXIT_CODE_FAIL,
                                     EXIT_CODE_WRONG_TEXT, EXIT_CODE_USAGE,   EXIT_CODE_INTERRUPTED,
                                     EXIT_CODE_PIPE,       EXIT_CODE_INTERNAL};
  unsigned rank = 0;
  while (rank + 1 < sizeof ranking / sizeof *ranking && ranking[rank] != code) rank++;
  return rank;
}

static void note_code(Probcli *p, ExitCode code)
{
  if (rank_of(code) > rank_of(p->worst)) p->worst = code;
  if (code != EXIT_CODE_PASS && given(p, PROBCLI_STRICT)) p->stopped = true;
}

/* Is the error expected?  Then it has happened. */
static bool is_expected(Probcli *p, const char *kind)
{
  bool expected = false;
  for (uint32_t i = 0; i < p->line.given.len; i++) {
    const ProbcliGiven *g = &p->line.given.data[i];
    if (g->id != PROBCLI_EXPCTERR || !prob_kind_includes(g->arguments[0], kind)) continue;
    p->happened[i] = expected = true;
  }
  return expected;
}

/* The errors from `first` on, of a request that ended with this code: forgiven are those that are
 * expected, and an answer that is right counts as an error if the errors say so (-animate). */
static void judge(Probcli *p, ExitCode code, uint32_t first)
{
  bool open = false, wrong = false, some = p->answer.kinds.len > first;
  for (uint32_t i = first; i < p->answer.kinds.len; i++) {
    if (is_expected(p, p->answer.kinds.data[i])) continue;
    open = true;
    wrong |= !prob_kind_is_open(p->answer.kinds.data[i]);
  }
  bool judged = code == EXIT_CODE_PASS || code == EXIT_CODE_FAIL || code == EXIT_CODE_UNKNOWN ||
                code == EXIT_CODE_WRONG_TEXT;
  if (some && !open && judged) return;
  if (open && code == EXIT_CODE_PASS) code = EXIT_CODE_UNKNOWN;
  if (wrong && code == EXIT_CODE_UNKNOWN) code = EXIT_CODE_FAIL;
  note_code(p, code);
}

static void judge_missing(Probcli *p)
{
  for (uint32_t i = 0; i < p->line.given.len; i++) {
    const ProbcliGiven *g = &p->line.given.data[i];
    if (g->id != PROBCLI_EXPCTERR || p->happened[i]) continue;
    Text text = {0};
    text_printf(&text, "the expected error %s did not happen", g->arguments[0]);
    prob_say_error(&p->answer, "expected_error_missing", text_string(&text));
    text_free(&text);
    note_code(p, EXIT_CODE_FAIL);
  }
}

/* ------------------------------------------------------------------- requests */

/* The number that -animate asks for. */
static uint64_t steps_asked(const ProbcliRequest *r)
{
  bool counted = r->of && (r->of->id == PROBCLI_ANIMATE || r->of->id == PROBCLI_EXECUTE);
  return counted ? strtoull(r->of->arguments[0], NULL, 10) : UINT64_MAX;
}

/* -cc: the figures are those that are expected; the root is a state. */
static void compare_figures(Probcli *p, const json_t *report)
{
  const ProbcliGiven *g = probcli_given(&p->line, PROBCLI_CC);
  if (!g) return;
  json_int_t states = json_integer_value(json_object_get(report, "states")) + 1;
  json_int_t transitions = json_integer_value(json_object_get(report, "transitions"));
  if (states == strtoll(g->arguments[0], NULL, 10) &&
      transitions == strtoll(g->arguments[1], NULL, 10))
    return;
  Text text = {0};
  text_printf(&text, "expected %s states and %s transitions, but there are %lld and %lld",
              g->arguments[0], g->arguments[1], (long long) states, (long long) transitions);
  prob_say_error(&p->answer, "coverage", text_string(&text));
  text_free(&text);
}

static void show_check(Probcli *p, const json_t *report)
{
  prob_add_check(&p->answer, report);
  if (given(p, PROBCLI_COVERAGE) || given(p, PROBCLI_COVERAGE_SUMMARY) || given(p, PROBCLI_CC))
    prob_add_census(&p->answer, report, !given(p, PROBCLI_NODEAD), !given(p, PROBCLI_NOINV));
  if (strcmp(json_string_value(json_object_get(report, "verdict")), "error") != 0)
    compare_figures(p, report);
  if (given(p, PROBCLI_MEMORY))
    text_printf(&p->answer.out, "ProB memory used:  %.3f MB\n",
                (double) json_integer_value(json_object_get(report, "peak_memory_bytes")) / 1e6);
}

/* -det_check, -det_constants: more than one step was enabled before one that was taken. */
static void check_choices(Probcli *p, const json_t *report)
{
  size_t i;
  json_t *choice;
  bool all = given(p, PROBCLI_DET_CHECK), constants = given(p, PROBCLI_DET_CONSTANTS);
  const json_t *first = json_array_get(json_object_get(report, "trace"), 0);
  const char *name = json_string_value(json_object_get(first, "op"));
  bool setup = name && !strcmp(name, "SETUP_CONSTANTS");
  json_array_foreach(json_object_get(report, "choices"), i, choice)
  {
    bool looked_at = all || (constants && i == 0 && setup);
    if (!looked_at || json_integer_value(choice) < 2) continue;
    Text text = {0};
    text_printf(&text, "step %zu is not unique: %lld are enabled", i + 1,
                (long long) json_integer_value(choice));
    prob_say_error(&p->answer, "det_check", text_string(&text));
    text_free(&text);
    return;
  }
}

static void show(Probcli *p, const ProbcliRequest *r, const json_t *report)
{
  ProbAnswer *a = &p->answer;
  switch (r->action) {
  case ACTION_TYPES: break;
  case ACTION_WD: prob_add_wd(a, report); break;
  case ACTION_INIT:
    prob_add_start(a, report);
    check_choices(p, report);
    break;
  case ACTION_WALK:
  case ACTION_EXECUTE:
    prob_add_animation(a, report, steps_asked(r));
    check_choices(p, report);
    break;
  case ACTION_REPLAY: prob_add_replay(a, report); break;
  case ACTION_CHECK: show_check(p, report); break;
  case ACTION_PATHS: prob_add_paths(a, report); break;
  case ACTION_CBC:
    for (uint32_t i = 0; i < p->line.given.len; i++)
      if (p->line.given.data[i].id == PROBCLI_CBC)
        prob_add_induction(a, report, p->line.given.data[i].arguments[0]);
    break;
  case ACTION_DEADLOCK: prob_add_deadlock(a, report); break;
  case ACTION_THEOREMS: prob_add_theorems(a, report); break;
  case ACTION_TEMPORAL: prob_add_temporal(a, report); break;
  case ACTION_ASSERTIONS: prob_add_all_assertions(a, report); break;
  case ACTION_CSP: prob_add_assertions(a, report); break;
  case ACTION_PROPERTIES: prob_add_properties(a, report); break;
  case ACTION_REFINE: prob_add_refinement(a, report); break;
  case ACTION_TESTS: prob_add_tests(a, report); break;
  case ACTION_SPACE:
  case ACTION_DIAGRAM: prob_add_space(a, report); break;
  case ACTION_PRINT: break; /* a file, see probcli_write */
  case ACTION_EVAL: prob_add_value(a, report); break;
  case ACTION_COUNT: assert(0);
  }
}

/* The command that does the same, for who wants to learn it. */
static void tell_words(const ProbcliRequest *r)
{
  Text text = {0};
  text_add(&text, "probity");
  for (uint32_t i = 0; i < r->words.len; i++) {
    const char *word = r->words.data[i];
    if (!strcmp(word, "--no-steps")) continue; /* it is for programs */
    bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789-_=./:,+@")];
    text_printf(&text, plain ? " %s" : " '%s'", word);
  }
  text_add_char(&text, '\n');
  output_complain(&text);
  text_free(&text);
}

/* What was found out so far goes out at once. */
static void flush(Probcli *p)
{
  fflush(stdout); /* what the model has printed came before */
  output_complain(&p->answer.errors);
  text_clear(&p->answer.errors);
  text_add(&p->cli->report.out, text_string(&p->answer.out));
  text_clear(&p->answer.out);
  note_code(p, cli_flush(p->cli));
}

/* -cbc names operations: what is said of others does not count. */
static ExitCode code_of_operations(const Probcli *p, ExitCode code, uint32_t first)
{
  if (code != EXIT_CODE_FAIL && code != EXIT_CODE_UNKNOWN) return code;
  code = EXIT_CODE_PASS;
  for (uint32_t i = first; i < p->answer.kinds.len && code != EXIT_CODE_FAIL; i++)
    if (!strcmp(p->answer.kinds.data[i], "usage")) return EXIT_CODE_USAGE;
    else code = prob_kind_is_open(p->answer.kinds.data[i]) ? EXIT_CODE_UNKNOWN : EXIT_CODE_FAIL;
  return code;
}

static void run_request(Probcli *p, const ProbcliRequest *r, const char *file)
{
  json_t *reports = json_array();
  uint32_t first = p->answer.kinds.len;
  if (given(p, PROBCLI_VERBOSE)) tell_words(r);
  ExitCode code = p->hooks.run((int) r->words.len, (char **) r->words.data, reports);
  const json_t *report = json_array_get(reports, 0);
  if (report) {
    prob_add_diagnostics(&p->answer, report, r->action == ACTION_TYPES);
    show(p, r, report);
    if (r->action == ACTION_CBC) code = code_of_operations(p, code, first);
    if (!probcli_write(&p->line, &p->answer, r, report, file)) code = EXIT_CODE_USAGE;
  }
  judge(p, code, first);
  json_array_extend(p->reports, reports);
  json_decref(reports);
  flush(p);
}

static void run_file(Probcli *p, const char *file)
{
  ProbcliRequests requests = {0};
  prob_set_trace(&p->answer, NULL);
  probcli_requests(&p->plan, file, &requests);
  for (uint32_t i = 0; i < requests.len && !p->stopped && !signals_interrupted(); i++)
    run_request(p, &requests.data[i], file);
  probcli_requests_free(&requests);
  if (!probcli_write_steps(&p->line, &p->answer, file)) note_code(p, EXIT_CODE_USAGE);
}

/* ------------------------------------------------------------- the whole line */

static bool expects_are_known(Probcli *p)
{
  static const char *const groups[] = {"mc", "cbc", NULL};
  for (uint32_t i = 0; i < p->line.given.len; i++) {
    const ProbcliGiven *g = &p->line.given.data[i];
    bool known = g->id != PROBCLI_EXPCTERR;
    for (unsigned k = 0; !known && prob_kinds[k]; k++)
      known = !strcmp(prob_kinds[k], g->arguments[0]);
    for (unsigned k = 0; !known && groups[k]; k++) known = !strcmp(groups[k], g->arguments[0]);
    if (known) continue;
    nearest_suggest(&p->line.hint, g->arguments[0], prob_kinds);
    text_printf(&p->line.error, "-expcterr: there is no error %s", g->arguments[0]);
    return false;
  }
  return true;
}

static ExitCode usage(Probcli *p, const Text *error, const Text *hint)
{
  text_add(&p->cli->options.hint, text_string(hint));
  return cli_usage(p->cli, "%s", text_string(error));
}

static void tell_version(Probcli *p)
{
  if (given(p, PROBCLI_SVERS)) text_add(&p->answer.out, PROBITY_VERSION "\n");
  if (given(p, PROBCLI_VERSION))
    text_add(&p->answer.out, "ProB Command Line Interface, as probity understands it\n"
                             "  VERSION " PROBITY_VERSION " (probity)\n");
}

/* -repl and -i: no report, a conversation. */
static ExitCode talk(Probcli *p, bool repl)
{
  const char *file = p->line.files.len ? p->line.files.data[0] : NULL;
  if (!repl && !file) return cli_usage(p->cli, "-i needs a model");
  const char *words[] = {repl ? "repl" : "animate", file};
  return p->hooks.talk(file ? 2 : 1, (char **) words);
}

static void tell_unused(Probcli *p)
{
  for (uint32_t i = 0; i < p->plan.unused.len; i++)
    prob_say_note(&p->answer, p->plan.unused.data[i]);
}

static ExitCode run_line(Probcli *p)
{
  uint32_t files = p->line.files.len;
  p->happened = memory_zeroed(p->line.given.len + 1, sizeof *p->happened);
  p->answer.silent = given(p, PROBCLI_SILENT);
  tell_unused(p);
  tell_version(p);
  if (given(p, PROBCLI_HELP)) {
    probcli_help(&p->answer.out, given(p, PROBCLI_VERBOSE));
    flush(p);
    return p->worst;
  }
  flush(p);
  bool about_nothing = given(p, PROBCLI_SVERS) || given(p, PROBCLI_VERSION) ||
                       given(p, PROBCLI_JAVA) || p->plan.asked == AT_EVAL;
  if (!files && (p->plan.asked & ~(uint32_t) AT_EVAL || !about_nothing))
    return cli_usage(p->cli, "no model is named");
  if (!files && p->plan.asked) run_file(p, NULL);
  if (files && !p->plan.asked) p->plan.asked = AT_TYPES;
  for (uint32_t i = 0; i < files && !p->stopped && !signals_interrupted(); i++)
    run_file(p, p->line.files.data[i]);
  judge_missing(p);
  if (!probcli_write_logs(&p->plan, &p->answer, p->reports)) note_code(p, EXIT_CODE_USAGE);
  prob_add_end(&p->answer);
  flush(p);
  return signals_interrupted() ? EXIT_CODE_INTERRUPTED : p->worst;
}

static ExitCode begin(Probcli *p, int count, char **arguments)
{
  if (!count) {
    probcli_help(&p->answer.out, false);
    flush(p);
    return p->worst;
  }
  if (!probcli_read(&p->line, count, arguments)) return usage(p, &p->line.error, &p->line.hint);
  if (!expects_are_known(p)) return usage(p, &p->line.error, &p->line.hint);
  if (!probcli_plan(&p->plan, &p->line)) return usage(p, &p->plan.error, &p->plan.hint);
  if (given(p, PROBCLI_REPL) || given(p, PROBCLI_INTERACTIVE))
    return talk(p, given(p, PROBCLI_REPL));
  return run_line(p);
}

ExitCode probcli_main(Cli *cli, int count, char **arguments, ProbcliHooks hooks)
{
  Probcli p = {.cli = cli, .hooks = hooks, .reports = json_array()};
  ExitCode code = begin(&p, count, arguments);
  json_decref(p.reports);
  free(p.happened);
  prob_answer_free(&p.answer);
  probcli_plan_free(&p.plan);
  probcli_line_free(&p.line);
  return code;
}
