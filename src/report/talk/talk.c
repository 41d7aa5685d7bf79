#include "report/talk/talk.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/answer.h"
#include "report/csp/csp_types_report.h"
#include "report/model_text.h"
#include "report/scene/choice.h"
#include "report/scene/why_step.h"
#include "report/talk/talk_impl.h"
#include "report/width.h"

/* ---------------------------------------------------------------- formulas */

/* The formula, in the current state; NULL: it is wrong, and was refused. */
static const Formula *read_formula(Talk *t, const char *text, FormulaKind kind)
{
  t->kind = TALK_TEXT;
  if (*text == '\0') {
    session_refuse(talk_session(t), "a formula is missing");
    return NULL;
  }
  const Formula *f = bench_formula(&t->scene->bench, "<input>", text, kind);
  if (!f) session_refuse_text(talk_session(t), NULL);
  else scene_enter(t->scene);
  return f;
}

static TalkKind kind_of(Answer answer)
{
  switch (answer) {
  case ANSWER_VALUE: return TALK_VALUE;
  case ANSWER_TRUE: return TALK_TRUE;
  case ANSWER_FALSE: return TALK_FALSE;
  case ANSWER_FAULT: return TALK_FAULT;
  case ANSWER_UNKNOWN: break;
  }
  return TALK_UNKNOWN;
}

static void give_answer(Talk *t, const Formula *f, bool all)
{
  Report *report = t->report;
  Bench *bench = &t->scene->bench;
  Value v = VALUE_UNDEFINED;
  Text text = {0};
  Answer answer = ANSWER_VALUE;
  if (!f->node->type) answer = bench_answer(bench, f, all, &text);
  else if (value_is_none(v = bench_value(bench, f)))
    answer = value_same(v, VALUE_UNKNOWN) ? ANSWER_UNKNOWN : ANSWER_FAULT;
  if (bench_is_strict_fault(bench)) answer = ANSWER_FAULT;
  t->kind = kind_of(answer);
  if (answer == ANSWER_FAULT || answer == ANSWER_UNKNOWN) {
    answer_none(report, bench->engine, answer);
  } else if (f->node->type) {
    t->last = v;
    t->last_type = f->node->type;
    bench_print(bench, &report->out, f->node->type, v);
    text_add_char(&report->out, '\n');
  } else {
    text_add(&report->out, text_string(&text));
    answer_scope(report, bench->engine, f->node);
  }
  text_free(&text);
}

/* x := 3: no formula, but something that people try. */
static bool assigns(const char *text)
{
  return (strstr(text, ":=") || strstr(text, "≔")) && !strchr(text, '"');
}

bool talk_answer(Talk *t, const char *formula)
{
  if (system_is_process(&t->scene->system)) return talk_script_answer(t, formula);
  if (t->scene->animator && assigns(formula))
    return session_refuse(talk_session(t),
                          "assignments are not allowed here: only steps change the state");
  const Formula *f = read_formula(t, formula, FORMULA_EXPR_OR_PRED);
  if (f) give_answer(t, f, false);
  return f != NULL;
}

bool talk_all(Talk *t, const char *predicate)
{
  if (talk_script_lacks(t, ":all")) return false;
  const Formula *f = read_formula(t, predicate, FORMULA_PRED);
  if (!f) return false;
  give_answer(t, f, true);
  if (t->scene->bench.solutions > 1)
    text_printf(&t->report->out, "%u solutions\n", t->scene->bench.solutions);
  return true;
}

/* Is the step possible, or why not? */
static bool why_step(Talk *t, const char *line)
{
  const Animator *a = t->scene->animator;
  Text *out = &t->report->out;
  Choice choice;
  t->kind = TALK_TEXT;
  if (!choice_read(t->scene, line, &choice)) return false;
  if (!animator_running(a)) return session_refuse(talk_session(t), "there is no initial state yet");
  for (uint32_t i = 0; i < a->enabled.len; i++)
    if (choice_allows(t->scene, &choice, &a->enabled.data[i])) {
      text_printf(out, "%s is enabled here\n", line);
      return true;
    }
  text_printf(out, "%s is not enabled here\n", line);
  Arena *arena = arena_new();
  why_print(out, why_step_disabled(t->scene, &choice, arena), 2);
  arena_free(arena);
  return true;
}

bool talk_why(Talk *t, const char *arguments)
{
  if (t->scene->animator && choice_is_step(t->scene, arguments)) return why_step(t, arguments);
  if (talk_script_lacks(t, ":why")) return false;
  const Formula *f = read_formula(t, arguments, FORMULA_EXPR_OR_PRED);
  if (!f) return false;
  if (f->node->type)
    return session_refuse(talk_session(t), "this is an expression: :why explains predicates%s",
                          t->scene->animator ? " and operations" : "");
  bench_why(&t->scene->bench, f, &t->report->out);
  return true;
}

bool talk_expect(Talk *t, const char *predicate)
{
  if (talk_script_lacks(t, ":expect")) return false;
  const Formula *f = read_formula(t, predicate, FORMULA_PRED);
  if (!f) return false;
  if (f->free.len) /* looking for a value of it would let a mistyped name pass */
    return session_refuse(talk_session(t), "unknown name %s", f->free.data[0]->name->text);
  Text answer = {0};
  bool holds = bench_answer(&t->scene->bench, f, false, &answer) == ANSWER_TRUE;
  text_free(&answer);
  if (holds) return true;
  bench_why(&t->scene->bench, f, &t->report->out);
  return session_refuse(talk_session(t), "this does not hold: %s", predicate);
}

bool talk_type(Talk *t, const char *formula)
{
  Session *session = talk_session(t);
  t->kind = TALK_TEXT;
  if (talk_is_script(t)) return talk_script_type(t, formula);
  if (*formula == '\0') return session_refuse(session, "a formula is missing");
  const Source *source = session_text(session, "<input>", formula);
  const Formula *f = session_formula(session, t->scene->model, source, FORMULA_EXPR_OR_PRED);
  if (session_has_errors(session)) return session_refuse_text(session, source);
  Text *out = &t->report->out;
  if (f->node->type) type_print(out, f->node->type);
  else text_add(out, "predicate");
  text_add_char(out, '\n');
  for (uint32_t i = 0; i < f->free.len; i++) model_text_symbol(out, f->free.data[i]);
  return true;
}

/* ---------------------------------------------------------------- the model */

bool talk_names(Talk *t, const char *arguments)
{
  const Scene *s = t->scene;
  (void) arguments;
  t->kind = TALK_TEXT;
  if (talk_is_script(t)) csp_types_report_script(t->report, s->system.script);
  if (s->system.model) model_text_types(&t->report->out, s->model);
  for (uint32_t i = 0; i < s->bench.known.len; i++)
    model_text_symbol(&t->report->out, s->bench.known.data[i].symbol);
  return true;
}

static bool is_wanted(const char *names, const char *name)
{
  size_t length = strlen(name);
  bool some = false;
  for (const char *at = names; *at;) {
    at += strspn(at, " \t,");
    size_t word = strcspn(at, " \t,");
    if (word == length && !memcmp(at, name, word)) return true;
    some |= word > 0;
    at += word;
  }
  return !some;
}

static void show_symbol(Talk *t, const Symbol *symbol, Value v, const char *names)
{
  Text *out = &t->report->out;
  if (!is_wanted(names, symbol->name->text)) return;
  text_printf(out, "%s = ", symbol->name->text);
  if (value_is_none(v)) text_add_char(out, '?');
  else bench_print(&t->scene->bench, out, symbol->type, v);
  text_add_char(out, '\n');
}

/* What is no model of B has columns, or says what it is like. */
static void show_row(Talk *t, const char *names)
{
  Lts *lts = t->scene->system.lts;
  Text *out = &t->report->out;
  const Value *state = animator_state(t->scene->animator);
  for (uint32_t i = 0; !t->scene->system.model && i < lts->width; i++) {
    if (!lts->column_name(lts, i)) continue;
    text_printf(out, "%s = ", lts->column_name(lts, i));
    lts->print_column(lts, out, i, state[i]);
    text_add_char(out, '\n');
  }
  if (lts->describe && !*names) lts->describe(lts, out, state);
}

bool talk_state(Talk *t, const char *names)
{
  const Scene *s = t->scene;
  const Engine *e = s->bench.engine;
  size_t before = t->report->out.len;
  t->kind = TALK_TEXT;
  if (s->animator && !animator_state(s->animator))
    return session_refuse(talk_session(t), "there is no state yet");
  scene_enter(t->scene);
  for (uint32_t i = 0; s->system.model && i < s->model->constants.len; i++)
    show_symbol(t, s->model->constants.data[i], e->constants[i], names);
  for (uint32_t i = 0; s->system.model && i < s->model->variables.len; i++)
    show_symbol(t, s->model->variables.data[i], e->variables[i], names);
  if (s->animator) show_row(t, names);
  if (t->report->out.len > before) return true;
  if (*names)
    return session_refuse(talk_session(t), "the model has no constant or variable %s", names);
  text_add(&t->report->out, "the model has neither constants nor variables\n");
  return true;
}

/* -------------------------------------------------------------------- lines */

typedef struct {
  const char *name, *arguments, *help;
  bool (*run)(Talk *, const char *arguments);
} TalkCommand;

static bool talk_help(Talk *, const char *);

static const TalkCommand commands[] = {
    {"state", "[NAME…]", "the values of constants and variables", talk_state},
#define TALK(name, arguments, help) {#name, arguments, help, talk_##name},
#include "report/talk/talk.def"
#undef TALK
    {"help", "", "this list", talk_help},
};

static bool talk_help(Talk *t, const char *arguments)
{
  (void) arguments;
  t->kind = TALK_TEXT;
  text_add(&t->report->out, "A line is a formula to be evaluated in this state, or a command:\n");
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    Text left = {0};
    text_printf(&left, ":%s %s", commands[i].name, commands[i].arguments);
    text_add(&t->report->out, "  ");
    width_pad(&t->report->out, text_string(&left), 20);
    text_printf(&t->report->out, " %s\n", commands[i].help);
    text_free(&left);
  }
  return true;
}

static const TalkCommand *find_command(const char *word, size_t length)
{
  for (size_t i = 0; length && i < sizeof commands / sizeof *commands; i++)
    if (!strncmp(commands[i].name, word, length)) return &commands[i];
  return NULL;
}

bool talk_do(Talk *t, const char *line)
{
  line += strspn(line, " \t\n");
  size_t length = strlen(line);
  while (length > 0 && strchr(" \t\n", line[length - 1])) length--;
  const char *text = arena_copy(session_arena(talk_session(t)), line, length);
  if (*text != ':') return talk_answer(t, text);
  size_t word = strcspn(text + 1, " \t\n");
  const TalkCommand *command = find_command(text + 1, word);
  if (!command)
    return session_refuse(talk_session(t), "unknown command %.*s; :help lists the commands",
                          (int) (word > 50 ? 50 : word) + 1, text);
  const char *arguments = text + 1 + word;
  return command->run(t, arguments + strspn(arguments, " \t\n"));
}
