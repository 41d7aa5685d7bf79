#include "session/evaluation.h"

#include <assert.h>

#include "base/clock.h"
#include "engine/setup/setup.h"
#include "session/session_engine.h"

/* ------------------------------------------------------------- the formula */

/* The formula in the scope of a model: LET x,y BE x=E & y=F IN formula END */
static const char *with_constants(Session *session, const char *formula)
{
  const Settings *lets = &session_options(session)->constants;
  Text text = {0};
  if (!lets->len) return formula;
  text_add(&text, "LET ");
  for (uint32_t i = 0; i < lets->len; i++)
    text_printf(&text, "%s%s", i ? "," : "", lets->data[i].name);
  text_add(&text, " BE ");
  for (uint32_t i = 0; i < lets->len; i++)
    text_printf(&text, "%s%s = (%s)", i ? " & " : "", lets->data[i].name, lets->data[i].value);
  text_printf(&text, " IN\n%s\nEND", formula);
  const char *kept = arena_copy(session_arena(session), text_string(&text), text.len);
  text_free(&text);
  return kept;
}

/* A model whose definitions are the names that have values, for formulas without one. */
static Model *library_model(Session *session, bool libraries)
{
  const Settings *lets = &session_options(session)->constants;
  Text text = {0};
  for (uint32_t i = 0; i < lets->len; i++)
    text_printf(&text, "%s == (%s);\n", lets->data[i].name, lets->data[i].value);
  Model *model = bench_library_model(session, text_string(&text), libraries);
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

/* ----------------------------------------------------------------- opening */

/* An engine for the model, and the formula in its scope.  False: it was refused; mistakes in the
 * formula are in the diagnostics. */
static bool open(Evaluation *ev, Session *session, Model *model, const char *formula)
{
  Engine *engine = session_engine_new(session, model);
  if (!engine) return false;
  if (engine->options.output)
    engine->options.output = stderr;   /* the first line of standard output is the answer */
  engine->options.wide_windows = true; /* no counts depend on it here */
  engine->options.window = 200;
  bench_open(&ev->bench, session, model, engine);
  ev->formula = bench_formula(&ev->bench, "<formula>", formula, FORMULA_EXPR_OR_PRED);
  return true;
}

bool evaluation_open(Session *session, Model *scope, const char *text, Evaluation *ev)
{
  *ev = (Evaluation){.sure = true};
  bool given = session_options(session)->constants.len > 0;
  const char *formula = scope ? with_constants(session, text) : text;
  Model *model = scope ? scope : given ? library_model(session, false) : NULL;
  if (session_has_errors(session)) return session_refuse_text(session, NULL);
  if (!open(ev, session, model, formula)) return false;
  bool open_names = !ev->formula || ev->formula->free.len;
  if (!scope && open_names && names_library(text)) {
    diags_release(session_diags(session), 0);
    evaluation_close(ev);
    ev->sure = true;
    if (!open(ev, session, library_model(session, true), formula)) return false;
  }
  if (session_has_errors(session)) {
    evaluation_close(ev);
    return session_refuse_text(session, NULL);
  }
  assert(ev->formula);
  ev->sure = !ev->bench.model || bench_set_up(&ev->bench);
  return true;
}

void evaluation_close(Evaluation *ev)
{
  Engine *engine = ev->bench.engine;
  bench_close(&ev->bench);
  engine_free(engine);
  *ev = (Evaluation){0};
}

/* ------------------------------------------------------------ other answers */

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
void evaluation_warn_of_others(Evaluation *ev)
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
    diag_warning(session_diags(ev->bench.session), SPAN_NONE, "one-of-several",
                 "the answer holds for %s: the model has other set-ups or initial states",
                 values.len > MOST_BYTES ? "one of several" : text_string(&values));
  text_free(&values);
  vec_free(&names);
}
