#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "cli/answer.h"
#include "cli/cli.h"
#include "cli/engine_options.h"
#include "cli/input.h"
#include "cli/integers.h"
#include "engine/setup/setup.h"
#include "session/bench.h"

/* What one evaluation works with. */
typedef struct {
  Cli *cli;
  Bench bench;
  const Formula *formula;
} Eval;

/* ------------------------------------------------------------- the formula */

/* LET x,y BE x=E & y=F IN formula END */
static void add_lets(Text *text, const OptionValue *lets, const char *formula)
{
  text_add(text, "LET ");
  for (uint32_t i = 0; i < lets->all.len; i++)
    text_printf(text, "%s%.*s", i ? "," : "", (int) strcspn(lets->all.data[i], "="),
                lets->all.data[i]);
  text_add(text, " BE ");
  for (uint32_t i = 0; i < lets->all.len; i++) {
    const char *equals = strchr(lets->all.data[i], '=');
    text_printf(text, "%s%.*s = (%s)", i ? " & " : "", (int) (equals - lets->all.data[i]),
                lets->all.data[i], equals + 1);
  }
  text_printf(text, " IN\n%s\nEND", formula);
}

/* The formula, with the names of --let around it where it is part of a model. */
static const char *formula_text(Cli *cli, const char *formula, bool in_model)
{
  const OptionValue *lets = &cli->options.values[OPT_LET];
  if (!lets->all.len || !in_model) return formula;
  Text text = {0};
  add_lets(&text, lets, formula);
  const char *kept = arena_copy(session_arena(cli->session), text_string(&text), text.len);
  text_free(&text);
  return kept;
}

/* A model whose definitions are the names given with --let, for formulas without one. */
static Model *library_model(Cli *cli, bool libraries)
{
  const OptionValue *lets = &cli->options.values[OPT_LET];
  Text text = {0};
  for (uint32_t i = 0; i < lets->all.len; i++) {
    const char *equals = strchr(lets->all.data[i], '=');
    text_printf(&text, "%.*s == (%s);\n", (int) (equals - lets->all.data[i]), lets->all.data[i],
                equals + 1);
  }
  Model *model = bench_library_model(cli->session, text_string(&text), libraries);
  text_free(&text);
  return model;
}

/* Functions of the libraries are written in capitals: might one be meant? */
static bool names_library(const char *formula)
{
  for (const char *c = formula; *c; c++)
    if (c[0] >= 'A' && c[0] <= 'Z' && c[1] >= 'A' && c[1] <= 'Z') return true;
  return false;
}

/* --------------------------------------------------------------- the answers */

/* With --why, the parts of a predicate follow its answer. */
static void add_reason(Eval *ev)
{
  bool predicate = ev->formula->node->type == NULL;
  Text text = {0};
  if (predicate && options_given(&ev->cli->options, OPT_WHY)) {
    bench_why(&ev->bench, ev->formula, &text);
    json_object_set_new(ev->cli->fields, "why", json_report_string(text_string(&text)));
  }
  if (!predicate && options_given(&ev->cli->options, OPT_WHY))
    diag_warning(session_diags(ev->cli->session), SPAN_NONE, "no-effect",
                 "--why explains predicates, and this is an expression");
  text_add(&ev->cli->out, text_string(&text));
  text_free(&text);
}

/* The lines after the first: with --all a solution each, else the names of one. */
static void add_solutions(Eval *ev, bool all)
{
  const char *line = strchr(text_string(&ev->cli->out), '\n');
  if (ev->formula->node->type || !ev->bench.solutions || !line) return;
  json_t *list = json_array();
  Text one = {0};
  for (line++; *line; line += *line == '\n') {
    size_t length = strcspn(line, "\n");
    if (one.len) text_add(&one, " & ");
    text_add_bytes(&one, line, length);
    line += length;
    if (!all && line[0] && line[1]) continue;
    json_array_append_new(list, json_report_string(text_string(&one)));
    text_clear(&one);
  }
  text_free(&one);
  json_object_set_new(ev->cli->fields, "solutions", list);
}

/* The constants and variables that the formula mentions, each once. */
static void add_names(const Node *node, Symbols *names)
{
  const Symbol *s = node->symbol;
  bool new = s && (s->kind == SYMBOL_CONSTANT || s->kind == SYMBOL_VARIABLE);
  for (uint32_t i = 0; new &&i < names->len; i++) new = names->data[i] != s;
  if (new) vec_push(names, (Symbol *) s);
  for (uint32_t i = 0; i < node->count; i++)
    if (node->kids[i]) add_names(node->kids[i], names);
}

/* The answer is for one set-up and initial state.  Said where others are found at once; the engine
 * is of no use for anything else after that. */
static void warn_of_others(Eval *ev)
{
  static const double longest = 0.2; /* seconds */
  enum { MOST_BYTES = 100 };
  Engine *e = ev->bench.engine;
  Symbols names = {0};
  Text values = {0};
  if (e->expired) return;
  add_names(ev->formula->node, &names);
  e->options.output = NULL; /* what the model prints was printed */
  if (e->options.deadline <= 0 || e->options.deadline > clock_seconds() + longest)
    engine_set_time_limit(e, longest);
  for (uint32_t i = 0; i < names.len; i++) {
    const Symbol *s = names.data[i];
    text_printf(&values, "%s%s = ", i ? ", " : "", s->name->text);
    bench_print(&ev->bench, &values, s->type,
                (s->kind == SYMBOL_CONSTANT ? e->constants : e->variables)[s->index]);
  }
  if (names.len && setup_varies(ev->bench.reference, (const Symbol *const *) names.data, names.len))
    diag_warning(session_diags(ev->cli->session), SPAN_NONE, "one-of-several",
                 "this is for %s: the model has other set-ups or initial states, too",
                 values.len > MOST_BYTES ? "one of several" : text_string(&values));
  text_free(&values);
  vec_free(&names);
}

static ExitCode give_answer(Eval *ev)
{
  Cli *cli = ev->cli;
  Verdict verdict = VERDICT_PASS;
  bool all = options_given(&cli->options, OPT_ALL);
  Answer answer = bench_answer(&ev->bench, ev->formula, all, &cli->out);
  if (answer_is_strict_fault(ev->bench.engine)) {
    answer = ANSWER_FAULT;
    text_clear(&cli->out);
  }
  if (answer == ANSWER_FAULT || answer == ANSWER_UNKNOWN)
    verdict = answer_none(cli, ev->bench.engine, answer);
  size_t length = strcspn(text_string(&cli->out), "\n");
  json_t *scope = json_object();
  integers_add_json(ev->bench.engine, integers_of(ev->formula->node), scope);
  json_object_set_new(cli->fields, "scope", scope);
  json_object_set_new(cli->fields, "value",
                      verdict == VERDICT_PASS ? json_stringn(cli->out.data, length) : json_null());
  if (verdict == VERDICT_PASS) add_solutions(ev, all);
  add_reason(ev);
  if (verdict == VERDICT_PASS && !options_given(&cli->options, OPT_WHY))
    answer_scope(cli, ev->bench.engine, ev->formula->node);
  answer_warn(cli, ev->bench.engine);
  if (ev->bench.model && !cli->incomplete) warn_of_others(ev);
  return cli_finish(cli, verdict);
}

static ExitCode eval_in(Eval *ev)
{
  if (ev->bench.model && !answer_set_up(ev->cli, &ev->bench)) ev->cli->incomplete = true;
  return give_answer(ev);
}

/* An engine for the model, and the formula in its scope.  False: a usage error was
 * reported; mistakes in the formula are in the diagnostics. */
static bool open_bench(Eval *ev, Model *model, const char *formula)
{
  Engine *engine = engine_from_options(ev->cli, model);
  if (!engine) return false;
  engine->options.output = stderr;     /* the first line of standard output is the answer */
  engine->options.wide_windows = true; /* no counts depend on it here */
  engine->options.window = 200;
  bench_open(&ev->bench, ev->cli->session, model, engine);
  ev->bench.style.unicode = options_given(&ev->cli->options, OPT_UNICODE);
  ev->formula = bench_formula(&ev->bench, "<formula>", formula, FORMULA_EXPR_OR_PRED);
  return true;
}

static void close_bench(Eval *ev)
{
  Engine *engine = ev->bench.engine;
  bench_close(&ev->bench);
  engine_free(engine);
}

static ExitCode run_eval(Cli *cli, Model *model, bool in)
{
  Eval ev = {.cli = cli};
  const char *text = cli_argument(cli, 0), *formula = formula_text(cli, text, in);
  if (!open_bench(&ev, model, formula)) return EXIT_CODE_USAGE;
  bool open_names = !ev.formula || ev.formula->free.len;
  if (!in && open_names && names_library(text)) {
    diags_release(session_diags(cli->session), 0);
    close_bench(&ev);
    if (!open_bench(&ev, library_model(cli, true), formula)) return EXIT_CODE_USAGE;
  }
  ExitCode code = cli_has_errors(cli) ? cli_finish(cli, VERDICT_ERROR) : eval_in(&ev);
  close_bench(&ev);
  return code;
}

static ExitCode wrong_count(Cli *cli)
{
  struct stat info;
  uint32_t count = cli_argument_count(cli);
  const char *last = count ? cli_argument(cli, count - 1) : NULL;
  if (count == 2 && stat(last, &info) == 0) {
    text_printf(&cli->options.hint, "--in %s: the names of that model are known then", last);
    return cli_usage(cli, "eval takes one formula, and no file");
  }
  return cli_usage(cli, "eval takes one formula; put it in quotes");
}

ExitCode command_eval(Cli *cli)
{
  if (cli_argument_count(cli) != 1) return wrong_count(cli);
  Model *model = NULL;
  const char *in = options_text(&cli->options, OPT_IN);
  if (in) {
    const Source *source = input_read_file(cli, in);
    if (!source) return EXIT_CODE_USAGE;
    model = session_load(cli->session, source);
    if (cli_has_errors(cli)) cli->file = in;
    if (model->main && model->main->name) cli->model = model->main->name->text;
  } else if (options_given(&cli->options, OPT_LET)) model = library_model(cli, false);
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  return run_eval(cli, model, in != NULL);
}
