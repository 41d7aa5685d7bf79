#include <string.h>

#include "cli/cli.h"
#include "cli/graphviz.h"
#include "cli/signals.h"
#include "cli/system.h"
#include "lts/b_machine.h"
#include "lts/words.h"
#include "report/state_picture.h"
#include "session/bench.h"
#include "session/unknown_name.h"

enum {
  MOST_STATES = 500,        /* without --max-states: of a picture of all states … */
  MOST_PROJECTED = 1000000, /* … and behind one of the values of an expression, which are few */
  MOST_PROJECTED_EDGES = 20000 /* of one state */
};

typedef struct {
  Cli *cli;
  System system;
  Bench bench; /* open if there is a projection */
  const Formula *formula;
  StateGraph *graph;
  DotGraph dot;
} Drawing;

/* ---------------------------------------------------------------- projection */

static void project(void *context, const Value *state, Text *text)
{
  Drawing *d = context;
  Engine *e = d->bench.engine;
  b_machine_enter(d->system.machine, state);
  Answer answer = bench_answer(&d->bench, d->formula, false, text);
  if (answer == ANSWER_FAULT) text_printf(text, "not well-defined: %s", e->fault.message);
  if (answer == ANSWER_UNKNOWN) text_printf(text, "unknown: %s", e->cause ? e->cause : "");
  while (text->len && text->data[text->len - 1] == '\n') text->data[--text->len] = '\0';
  engine_forget(e);
}

/* The expression of --project; false if its text is wrong, or there is nothing that it
 * could be about. */
static bool open_projection(Drawing *d, ExitCode *code)
{
  const char *text = options_text(&d->cli->options, OPT_PROJECT);
  if (!text) return true;
  *code = EXIT_CODE_USAGE;
  if (!d->system.model) {
    cli_usage(d->cli, "--project is for models with variables, not for %s", d->cli->file);
    return false;
  }
  bench_open(&d->bench, d->cli->session, d->system.model, d->system.engine);
  d->bench.style.most = 20;
  d->bench.style.unicode = options_given(&d->cli->options, OPT_UNICODE);
  uint32_t mark = diags_mark(session_diags(d->cli->session));
  d->formula = bench_formula(&d->bench, "<project>", text, FORMULA_EXPR_OR_PRED);
  if (d->formula) unknown_name_report(d->cli->session, d->system.model, d->formula, mark);
  if (!cli_has_errors(d->cli)) return true;
  *code = cli_finish(d->cli, VERDICT_ERROR);
  return false;
}

/* ------------------------------------------------------------------- drawing */

static void add_title(Drawing *d, Text *text)
{
  const StateGraph *g = d->graph;
  const char *projection = options_text(&d->cli->options, OPT_PROJECT);
  text_printf(text, "%u state%s, %u transition%s", states_count(g->states),
              text_plural(states_count(g->states)), g->edges.len, text_plural(g->edges.len));
  if (!g->complete)
    text_printf(text, ", not complete: %s", g->reasons.len ? g->reasons.data[0] : "");
  if (projection) text_printf(text, "; projected onto %s", projection);
}

static void draw(Drawing *d, Text *dot)
{
  Text title = {0};
  const char *name = d->cli->model ? d->cli->model : d->cli->file;
  text_printf(&title, "%s: ", name);
  add_title(d, &title);
  d->dot.name = name;
  d->dot.title = arena_copy(session_arena(d->cli->session), text_string(&title), title.len);
  state_picture_draw(d->graph, &d->dot, d->formula ? project : NULL, d);
  dot_print(dot, &d->dot);
  text_free(&title);
}

/* What the name of the output file promises: NULL is the text itself. */
static bool read_form(Cli *cli, const char **form)
{
  static const char *const forms[] = {"svg", "png", "pdf"};
  const char *path = options_text(&cli->options, OPT_OUTPUT);
  const char *dot = path ? strrchr(path, '.') : NULL;
  *form = NULL;
  if (!path || !strcmp(path, "-")) return true;
  for (size_t i = 0; dot && i < sizeof forms / sizeof *forms; i++)
    if (!strcmp(dot + 1, forms[i])) *form = forms[i];
  if (*form && cli->json) {
    text_add(&cli->options.hint, "the report has the picture as text for Graphviz");
    cli_usage(cli, "-o %s: --format json gives a report, not a picture", path);
    return false;
  }
  if (cli->json) return true;
  if (*form || (dot && (!strcmp(dot, ".dot") || !strcmp(dot, ".gv")))) return true;
  text_add(&cli->options.hint, "its name must end in .dot, .svg, .png or .pdf");
  cli_usage(cli, "-o %s: what kind of picture is that?", path);
  return false;
}

static void add_fields(Drawing *d, const Text *dot)
{
  json_t *fields = d->cli->fields, *reasons = json_array();
  const StateGraph *g = d->graph;
  for (uint32_t i = 0; i < g->reasons.len; i++)
    json_array_append_new(reasons, json_report_string(g->reasons.data[i]));
  json_object_set_new(fields, "reasons", reasons);
  json_object_set_new(fields, "states", json_integer(states_count(g->states)));
  json_object_set_new(fields, "transitions", json_integer(g->edges.len));
  json_object_set_new(fields, "nodes", json_integer(d->dot.nodes.len));
  json_object_set_new(fields, "edges", json_integer(d->dot.edges.len));
  json_object_set_new(fields, "dot", json_report_string(text_string(dot)));
  d->cli->incomplete = !g->complete;
}

static ExitCode deliver(Drawing *d, const char *form)
{
  Cli *cli = d->cli;
  Text dot = {0}, error = {0};
  draw(d, &dot);
  add_fields(d, &dot);
  bool good = true;
  if (form) {
    double limit = cli->options.values[OPT_TIME_LIMIT].seconds;
    good = graphviz_draw(&dot, form, limit, &cli->out, &error);
  } else text_add_bytes(&cli->out, text_string(&dot), dot.len);
  if (!good) {
    if (!signals_interrupted())
      text_add(&cli->options.hint, "it belongs to Graphviz; -o FILE.dot works without it");
    cli_usage(cli, "%s", text_string(&error));
  }
  text_free(&dot);
  text_free(&error);
  ExitCode code = good ? cli_finish(cli, VERDICT_PASS) : EXIT_CODE_USAGE;
  return signals_interrupted() ? EXIT_CODE_INTERRUPTED : code;
}

/* To standard error, since the picture may go to standard output. */
static void tell_size(Drawing *d)
{
  Diags *diags = session_diags(d->cli->session);
  if (d->graph->complete) return;
  Text text = {0};
  add_title(d, &text);
  Diag *diag = diag_warning(diags, SPAN_NONE, "part", "%s", text_string(&text));
  if (!options_given(&d->cli->options, OPT_MAX_STATES))
    diag_hint(diags, diag, "--max-states N draws more or fewer (default %d)",
              d->formula ? MOST_PROJECTED : MOST_STATES);
  text_free(&text);
}

/* An empty picture would be none; a file is left alone. */
static ExitCode nothing_to_draw(Drawing *d)
{
  Cli *cli = d->cli;
  text_printf(&cli->out, "FAIL %s\n", words_no_start(d->system.lts));
  json_object_set_new(cli->fields, "states", json_integer(0));
  cli->options.values[OPT_OUTPUT].text = NULL;
  return cli_finish(cli, VERDICT_FAIL);
}

static ExitCode run_graph(Drawing *d, const char *form)
{
  Cli *cli = d->cli;
  const Options *o = &cli->options;
  ExitCode code;
  if (!open_projection(d, &code)) return code;
  StateGraphOptions options = {.max_states = MOST_STATES,
                               .time_limit = o->values[OPT_TIME_LIMIT].seconds,
                               .cancelled = signals_interrupted};
  if (d->formula) options.max_states = MOST_PROJECTED, options.max_edges = MOST_PROJECTED_EDGES;
  if (options_given(o, OPT_MAX_STATES)) options.max_states = o->values[OPT_MAX_STATES].number;
  if (d->system.engine) options.stop = &d->system.engine->expired;
  if (d->system.engine)
    d->system.engine->options.output = NULL; /* what models print is no picture */
  d->graph = state_graph_new(d->system.lts, options);
  tell_size(d);
  bool empty = d->graph->complete && states_count(d->graph->states) == 0;
  code = empty ? nothing_to_draw(d) : deliver(d, form);
  dot_free(&d->dot);
  state_graph_free(d->graph);
  return code;
}

ExitCode command_graph(Cli *cli)
{
  Drawing d = {.cli = cli};
  ExitCode code;
  const char *form;
  if (cli_argument_count(cli) != 1) {
    text_add(&cli->options.hint, cli->command->example);
    return cli_usage(cli, "graph takes one file, but %u are given", cli_argument_count(cli));
  }
  cli->file = cli_argument(cli, 0);
  if (!read_form(cli, &form)) return EXIT_CODE_USAGE;
  signals_note_interruption();
  if (!system_open(cli, cli->file, &d.system, &code)) return code;
  const Machine *main = d.system.model ? d.system.model->main : NULL;
  if (main && main->name) cli->model = main->name->text;
  if (d.system.machine) b_machine_show(d.system.machine, false);
  code = run_graph(&d, form);
  if (d.bench.reference) bench_close(&d.bench);
  system_close(&d.system);
  return code;
}
