#include <stdlib.h>
#include <string.h>

#include "report/answer.h"
#include "cli/console/console.h"
#include "lts/b_machine.h"
#include "cli/console/console_script.h"
#include "report/model_text.h"

/* The formula, in the current state; NULL: it is wrong, and that was said. */
static const Formula *read_formula(Console *c, const char *text, FormulaKind kind)
{
  if (*text == '\0') {
    console_complain(c, "a formula is missing");
    return NULL;
  }
  const Formula *f = bench_formula(&c->scene.bench, "<input>", text, kind);
  if (!f) console_wrong_text(c);
  else scene_enter(&c->scene);
  return f;
}

static bool give_answer(Console *c, const Formula *f, bool all)
{
  Cli *cli = c->cli;
  Value v = VALUE_UNDEFINED;
  Text text = {0};
  Answer answer = ANSWER_VALUE;
  if (!f->node->type) answer = bench_answer(&c->scene.bench, f, all, &text);
  else if (value_is_none(v = bench_value(&c->scene.bench, f)))
    answer = value_same(v, VALUE_UNKNOWN) ? ANSWER_UNKNOWN : ANSWER_FAULT;
  if (bench_is_strict_fault(&c->scene.bench)) answer = ANSWER_FAULT;
  if (answer == ANSWER_FAULT || answer == ANSWER_UNKNOWN) {
    answer_none(&cli->report, c->scene.bench.engine, answer);
  } else if (f->node->type) {
    c->last = v;
    c->last_type = f->node->type;
    bench_print(&c->scene.bench, &cli->report.out, f->node->type, v);
    text_add_char(&cli->report.out, '\n');
  } else {
    text_add(&cli->report.out, text_string(&text));
    answer_scope(&cli->report, c->scene.bench.engine, f->node);
  }
  text_free(&text);
  return true;
}

/* x := 3: no formula, but something that people try. */
static bool assigns(const char *text)
{
  return (strstr(text, ":=") || strstr(text, "≔")) && !strchr(text, '"');
}

bool console_answer(Console *c, const char *formula)
{
  if (system_is_process(&c->scene.system)) return console_script_answer(c, formula);
  if (c->animates && assigns(formula))
    return console_complain(c, "assignments are not allowed here: only steps change the state");
  const Formula *f = read_formula(c, formula, FORMULA_EXPR_OR_PRED);
  return f && give_answer(c, f, false);
}

bool console_all(Console *c, const char *arguments)
{
  if (console_script_lacks(c, ":all")) return false;
  const Formula *f = read_formula(c, arguments, FORMULA_PRED);
  if (!f || !give_answer(c, f, true)) return false;
  if (c->scene.bench.solutions > 1)
    text_printf(&c->cli->report.out, "%u solutions\n", c->scene.bench.solutions);
  return true;
}

bool console_why(Console *c, const char *arguments)
{
  if (c->animates && console_is_step(c, arguments) && !(*arguments >= '0' && *arguments <= '9'))
    return console_why_step(c, arguments);
  if (console_script_lacks(c, ":why")) return false;
  const Formula *f = read_formula(c, arguments, FORMULA_EXPR_OR_PRED);
  if (!f) return false;
  if (f->node->type)
    return console_complain(c, "this is an expression: :why explains predicates%s",
                            c->animates ? " and operations" : "");
  bench_why(&c->scene.bench, f, &c->cli->report.out);
  return true;
}

bool console_expect(Console *c, const char *arguments)
{
  if (console_script_lacks(c, ":expect")) return false;
  const Formula *f = read_formula(c, arguments, FORMULA_PRED);
  if (!f) return false;
  Text answer = {0};
  bool holds = bench_answer(&c->scene.bench, f, false, &answer) == ANSWER_TRUE;
  text_free(&answer);
  if (holds) return true;
  bench_why(&c->scene.bench, f, &c->cli->report.out);
  return console_complain(c, "this does not hold: %s", arguments);
}

bool console_type(Console *c, const char *arguments)
{
  const Formula *f = NULL;
  Diags *diags = session_diags(c->cli->report.session);
  if (c->scene.system.script && !c->scene.system.model) return console_script_type(c, arguments);
  if (*arguments == '\0') return console_complain(c, "a formula is missing");
  const Source *source = session_text(c->cli->report.session, "<input>", arguments);
  f = session_formula(c->cli->report.session, c->scene.model, source, FORMULA_EXPR_OR_PRED);
  if (diags_errors(diags)) return console_wrong_text(c);
  Text *out = &c->cli->report.out;
  if (f->node->type) type_print(out, f->node->type);
  else text_add(out, "predicate");
  text_add_char(out, '\n');
  for (uint32_t i = 0; i < f->free.len; i++) model_text_symbol(out, f->free.data[i]);
  return true;
}

/* -------------------------------------------------------------- :let, :unlet */

static void list_lets(Console *c)
{
  for (uint32_t i = 0; i < c->scene.bench.known.len; i++) {
    const KnownName *k = &c->scene.bench.known.data[i];
    if (k->element) continue;
    text_printf(&c->cli->report.out, "%s = ", k->symbol->name->text);
    bench_print(&c->scene.bench, &c->cli->report.out, k->symbol->type, k->value);
    text_add_char(&c->cli->report.out, '\n');
  }
}

bool console_forget_let(Console *c, const char *name)
{
  size_t length = strlen(name);
  for (uint32_t i = 0; i < c->lets.len; i++) {
    char *let = c->lets.data[i];
    if (strncmp(let, name, length) != 0 || let[length] != ' ') continue;
    free(let);
    for (uint32_t k = i + 1; k < c->lets.len; k++) c->lets.data[k - 1] = c->lets.data[k];
    c->lets.len--;
    return true;
  }
  return false;
}

/* Can this be a name, and be given a value?  If not, that was said. */
static bool is_free_name(Console *c, const char *name)
{
  Diags *diags = session_diags(c->cli->report.session);
  const Source *source = session_text(c->cli->report.session, "<name>", name);
  const Node *node = session_parse_formula(c->cli->report.session, source, FORMULA_EXPR, NULL);
  bool good = !diags_errors(diags) && node->kind == NODE_IDENT;
  diags_release(diags, 0);
  if (!good) return console_complain(c, "%s is not a name", name);
  const char *refusal = bench_refuses(&c->scene.bench, name);
  return !refusal || console_complain(c, "%s cannot be given a value: %s", name, refusal);
}

static bool give_value(Console *c, const char *name, const char *text)
{
  const Formula *f = read_formula(c, text, FORMULA_EXPR);
  if (!f) return false;
  Value v = bench_value(&c->scene.bench, f);
  if (value_is_none(v))
    return answer_none(&c->cli->report, c->scene.bench.engine,
                       value_same(v, VALUE_UNKNOWN) ? ANSWER_UNKNOWN : ANSWER_FAULT),
           true;
  Text let = {0}, *out = &c->cli->report.out;
  text_printf(&let, "%s = %s", name, text);
  bench_let(&c->scene.bench, name, f->node->type, v);
  console_forget_let(c, name);
  vec_push(&c->lets, let.data);
  text_printf(out, "%s = ", name);
  bench_print(&c->scene.bench, out, f->node->type, v);
  text_add_char(out, '\n');
  return true;
}

/* name = E, or name == E */
bool console_let(Console *c, const char *arguments)
{
  bool script = c->scene.system.script && !c->scene.system.model;
  if (*arguments == '\0') {
    if (script) console_script_lets(c);
    else list_lets(c);
    return true;
  }
  size_t length = strcspn(arguments, " \t=");
  const char *equals = arguments + length + strspn(arguments + length, " \t");
  if (*equals != '=' || !length) return console_complain(c, "usage: :let NAME = E");
  const char *name = arena_copy(session_arena(c->cli->report.session), arguments, length);
  const char *text = equals + 1 + (equals[1] == '=');
  text += strspn(text, " \t");
  if (script) return console_script_let(c, name, text);
  return is_free_name(c, name) && give_value(c, name, text);
}

bool console_unlet(Console *c, const char *arguments)
{
  if (*arguments == '\0') return console_complain(c, "which name? :unlet NAME");
  bool known = console_forget_let(c, arguments);
  if (bench_unlet(&c->scene.bench, arguments) || known) return true;
  return console_complain(c, "%s has no value to forget", arguments);
}

/* ---------------------------------------------------------------- the model */

bool console_names(Console *c, const char *arguments)
{
  (void) arguments;
  if (c->scene.system.script && !c->scene.system.model) console_script_names(c);
  if (c->scene.system.model) model_text_types(&c->cli->report.out, c->scene.model);
  for (uint32_t i = 0; i < c->scene.bench.known.len; i++)
    model_text_symbol(&c->cli->report.out, c->scene.bench.known.data[i].symbol);
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

static void show_symbol(Console *c, const Symbol *symbol, Value v, const char *names)
{
  if (!is_wanted(names, symbol->name->text)) return;
  text_printf(&c->cli->report.out, "%s = ", symbol->name->text);
  if (value_is_none(v)) text_add_char(&c->cli->report.out, '?');
  else bench_print(&c->scene.bench, &c->cli->report.out, symbol->type, v);
  text_add_char(&c->cli->report.out, '\n');
}

bool console_state(Console *c, const char *arguments)
{
  const Engine *e = c->scene.bench.engine;
  size_t before = c->cli->report.out.len;
  if (c->scene.animator && !animator_state(c->scene.animator))
    return console_complain(c, "there is no state yet");
  scene_enter(&c->scene);
  for (uint32_t i = 0; c->scene.system.model && i < c->scene.model->constants.len; i++)
    show_symbol(c, c->scene.model->constants.data[i], e->constants[i], arguments);
  for (uint32_t i = 0; c->scene.system.model && i < c->scene.model->variables.len; i++)
    show_symbol(c, c->scene.model->variables.data[i], e->variables[i], arguments);
  Lts *lts = c->scene.system.lts;
  for (uint32_t i = 0; c->scene.animator && !c->scene.system.model && i < lts->width; i++) {
    if (!lts->column_name(lts, i)) continue;
    text_printf(&c->cli->report.out, "%s = ", lts->column_name(lts, i));
    lts->print_column(lts, &c->cli->report.out, i, animator_state(c->scene.animator)[i]);
    text_add_char(&c->cli->report.out, '\n');
  }
  if (c->scene.animator && lts->describe && !*arguments)
    lts->describe(lts, &c->cli->report.out, animator_state(c->scene.animator));
  if (c->cli->report.out.len > before) return true;
  if (*arguments) return console_complain(c, "the model has no constant or variable %s", arguments);
  text_add(&c->cli->report.out, "the model has neither constants nor variables\n");
  return true;
}

/* ------------------------------------------------------------------ printing */

bool console_full(Console *c, const char *arguments)
{
  (void) arguments;
  if (!c->last_type) return console_complain(c, "there is no value to show");
  uint32_t most = c->scene.bench.style.most;
  c->scene.bench.style.most = 0;
  bench_print(&c->scene.bench, &c->cli->report.out, c->last_type, c->last);
  text_add_char(&c->cli->report.out, '\n');
  c->scene.bench.style.most = most;
  return true;
}

bool console_fold(Console *c, const char *arguments)
{
  char *end;
  unsigned long most = strtoul(arguments, &end, 10);
  if (*arguments && (*end || *arguments == '-' || most > 1000000))
    return console_complain(c, "usage: :fold N, where N is a number of elements");
  if (*arguments) c->scene.bench.style.most = (uint32_t) most;
  if (c->scene.bench.style.most)
    text_printf(&c->cli->report.out, "%u elements of long sets are shown\n",
                c->scene.bench.style.most);
  else text_add(&c->cli->report.out, "sets are shown in full\n");
  return true;
}

bool console_unicode(Console *c, const char *arguments)
{
  (void) arguments;
  console_write_unicode(c, true);
  return true;
}

bool console_ascii(Console *c, const char *arguments)
{
  (void) arguments;
  console_write_unicode(c, false);
  return true;
}
