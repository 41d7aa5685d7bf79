#include <string.h>

#include "cli/cli.h"
#include "cli/engine_options.h"
#include "cli/input.h"
#include "engine/setup.h"

/* What one evaluation works with. */
typedef struct {
  Cli *cli;
  Engine *engine;
  Reference *reference;
  const Formula *formula;
  FormatStyle style;
  uint32_t solutions;
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

static const Source *formula_text(Cli *cli, const char *formula, bool in_model)
{
  const OptionValue *lets = &cli->options.values[OPT_LET];
  Text text = {0};
  if (lets->all.len && in_model) add_lets(&text, lets, formula);
  else text_add(&text, formula);
  const Source *source = session_text(cli->session, "<formula>", text_string(&text));
  text_free(&text);
  return source;
}

/* A machine whose definitions are the names given with --let and the bundled
 * libraries, for formulas without a model. */
static Model *library_model(Cli *cli, bool libraries)
{
  static const char *const files[] = {"LibraryReals.def", "LibraryStrings.def", "LibraryMath.def",
                                      "LibraryRegex.def", "LibraryBits.def",    "CHOOSE.def",
                                      "SORT.def",         "SCCS.def",           "LibraryProB.def"};
  const OptionValue *lets = &cli->options.values[OPT_LET];
  Text text = {0};
  text_add(&text, "MACHINE Formula\nDEFINITIONS\n");
  for (uint32_t i = 0; i < lets->all.len; i++) {
    const char *equals = strchr(lets->all.data[i], '=');
    text_printf(&text, "%.*s == (%s);\n", (int) (equals - lets->all.data[i]), lets->all.data[i],
                equals + 1);
  }
  for (uint32_t i = 0; libraries && i < sizeof files / sizeof *files; i++)
    text_printf(&text, "\"%s\";\n", files[i]);
  text_add(&text, "END\n");
  const Source *source = session_text(cli->session, "<let>", text_string(&text));
  text_free(&text);
  return session_load(cli->session, source);
}

/* Functions of the libraries are written in capitals: might one be meant? */
static bool names_library(const char *formula)
{
  for (const char *c = formula; *c; c++)
    if (c[0] >= 'A' && c[0] <= 'Z' && c[1] >= 'A' && c[1] <= 'Z') return true;
  return false;
}

/* --------------------------------------------------------------- the answers */

static void warn_about(Eval *ev)
{
  for (uint32_t i = 0; i < ev->engine->warnings.len; i++) {
    const Warning *w = &ev->engine->warnings.data[i];
    Diag *d = diag_warning(session_diags(ev->cli->session), w->span, "not-well-defined", "%s",
                           w->message);
    diag_hint(session_diags(ev->cli->session), d, "so %s is no solution",
              *w->example ? w->example : "this");
  }
}

static ExitCode finish(Eval *ev, Verdict verdict)
{
  warn_about(ev);
  return cli_finish(ev->cli, verdict);
}

static ExitCode not_defined(Eval *ev)
{
  Cli *cli = ev->cli;
  diag_warning(session_diags(cli->session), ev->engine->fault.span, "not-well-defined", "%s",
               ev->engine->fault.message);
  text_printf(&cli->out, "NOT WELL-DEFINED %s\n", ev->engine->fault.message);
  json_object_set_new(cli->fields, "value", json_null());
  return finish(ev, VERDICT_FAIL);
}

static ExitCode not_decided(Eval *ev)
{
  const char *cause = ev->engine->cause ? ev->engine->cause : "it could not be computed";
  text_printf(&ev->cli->out, "UNKNOWN %s\n", cause);
  json_object_set_new(ev->cli->fields, "value", json_null());
  return finish(ev, VERDICT_UNKNOWN);
}

static void print_value(Eval *ev, Text *text, const Type *type, Value v)
{
  engine_format(ev->engine, text, engine_shape(ev->engine, type), v, ev->style);
}

static ExitCode eval_expression(Eval *ev)
{
  const Node *node = ev->formula->node;
  Value v = reference_value(ev->reference, node);
  if (value_same(v, VALUE_UNKNOWN)) return not_decided(ev);
  if (value_is_none(v)) return not_defined(ev);
  Text text = {0};
  print_value(ev, &text, node->type, v);
  text_printf(&ev->cli->out, "%s\n", text_string(&text));
  json_object_set_new(ev->cli->fields, "value", json_report_string(text_string(&text)));
  text_free(&text);
  return finish(ev, VERDICT_PASS);
}

static bool print_solution(void *context, Reference *r)
{
  Eval *ev = context;
  bool all = options_given(&ev->cli->options, OPT_ALL);
  if (ev->solutions++ == 0) text_add(&ev->cli->out, "TRUE\n");
  for (uint32_t i = 0; i < ev->formula->free.len; i++) {
    const Symbol *symbol = ev->formula->free.data[i];
    Value v;
    if (!reference_lookup(r, symbol, &v)) continue;
    text_printf(&ev->cli->out, "%s%s = ", all && i ? " & " : "", symbol->name->text);
    print_value(ev, &ev->cli->out, symbol->type, v);
    if (!all) text_add_char(&ev->cli->out, '\n');
  }
  if (all) text_add_char(&ev->cli->out, '\n');
  return all;
}

static ExitCode answer(Eval *ev, bool holds)
{
  if (!holds) text_add(&ev->cli->out, "FALSE\n");
  json_object_set_new(ev->cli->fields, "value", json_report_string(holds ? "TRUE" : "FALSE"));
  return finish(ev, VERDICT_PASS);
}

static ExitCode eval_predicate(Eval *ev)
{
  const Formula *f = ev->formula;
  if (f->free.len == 0) {
    switch (reference_truth(ev->reference, f->node)) {
    case TRUTH_TRUE: text_add(&ev->cli->out, "TRUE\n"); return answer(ev, true);
    case TRUTH_FALSE: return answer(ev, false);
    case TRUTH_UNKNOWN: return not_decided(ev);
    default: return not_defined(ev);
    }
  }
  Solved solved =
      reference_solve(ev->reference, f->free.data, f->free.len, f->node, true, print_solution, ev);
  if (ev->solutions && (solved == SOLVED_STOPPED || solved == SOLVED_ALL)) return answer(ev, true);
  if (ev->solutions) {
    text_printf(&ev->cli->out, "there may be more: %s\n",
                ev->engine->cause ? ev->engine->cause : "");
    return answer(ev, true);
  }
  return solved == SOLVED_ALL ? answer(ev, false) : not_decided(ev);
}

/* A value may still be printed, but never as if the state of the model were sure.
 * Names without a value are reported where they are used. */
static void warn_about_setup(Eval *ev, const char *what, Truth t)
{
  const Engine *e = ev->engine;
  const char *why = t == TRUTH_FALSE   ? "there are none"
                    : t == TRUTH_FAULT ? e->fault.message
                    : e->cause         ? e->cause
                                       : "it could not be decided";
  diag_warning(session_diags(ev->cli->session), SPAN_NONE, "unsure-state",
               "%s of the model could not be established: %s", what, why);
  ev->cli->incomplete = true;
}

static ExitCode eval_in(Eval *ev, const Model *model)
{
  if (model) {
    Truth t = setup_constants(ev->reference);
    if (t != TRUTH_TRUE) warn_about_setup(ev, "constants", t);
    else if ((t = setup_variables(ev->reference)) != TRUTH_TRUE)
      warn_about_setup(ev, "an initial state", t);
  }
  return ev->formula->node->type ? eval_expression(ev) : eval_predicate(ev);
}

ExitCode command_eval(Cli *cli)
{
  if (cli_argument_count(cli) != 1)
    return cli_usage(cli, "eval takes one formula; put it in quotes");
  Model *model = NULL;
  const char *in = options_text(&cli->options, OPT_IN);
  if (in) {
    const Source *source = input_read_file(cli, in);
    if (!source) return EXIT_CODE_USAGE;
    model = session_load(cli->session, source);
    if (cli_has_errors(cli)) {
      cli->file = in;
      return cli_finish(cli, VERDICT_ERROR);
    }
    if (model->main && model->main->name) cli->model = model->main->name->text;
  }
  Eval ev = {.cli = cli};
  const char *formula = cli_argument(cli, 0);
  const Source *source = formula_text(cli, formula, in != NULL);
  if (!in && options_given(&cli->options, OPT_LET)) model = library_model(cli, false);
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  ev.formula = session_formula(cli->session, model, source, FORMULA_EXPR_OR_PRED);
  if (!in && (ev.formula->free.len || cli_has_errors(cli)) && names_library(formula)) {
    diags_release(session_diags(cli->session), 0);
    model = library_model(cli, true);
    ev.formula = session_formula(cli->session, model, source, FORMULA_EXPR_OR_PRED);
  }
  bool expression = ev.formula->node->type != NULL;
  for (uint32_t i = 0; expression && i < ev.formula->free.len && !cli_has_errors(cli); i++)
    diag_error(session_diags(cli->session), SPAN_NONE, "unknown-name", "%s is not known",
               ev.formula->free.data[i]->name->text);
  if (cli_has_errors(cli)) return cli_finish(cli, VERDICT_ERROR);
  ev.style.unicode = options_given(&cli->options, OPT_UNICODE);
  ev.style.sequences = true;
  ev.engine = engine_from_options(cli, model);
  if (!ev.engine) return EXIT_CODE_USAGE;
  ev.engine->output = stderr;     /* the first line of standard output is the answer */
  ev.engine->wide_windows = true; /* no counts depend on it here */
  ev.engine->window = 200;
  ev.reference = reference_new(ev.engine);
  ExitCode code = eval_in(&ev, model);
  reference_free(ev.reference);
  engine_free(ev.engine);
  return code;
}
