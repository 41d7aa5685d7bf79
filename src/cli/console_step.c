#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/signals.h"
#include "lts/b_machine.h"
#include "report/trace.h"

/* ------------------------------------------------------- which transitions */

/* What a line or :enabled says of transitions: an operation, and a predicate about its
 * arguments and results, or about the state that it leads to. */
typedef struct {
  uint32_t label;        /* ANY_LABEL: all of them */
  const char *called;    /* `name(arguments)` as typed, or NULL */
  const Formula **where; /* by label; NULL: the predicate means nothing there; or NULL */
  const Formula *after;  /* or NULL */
} Choice;

#define ANY_LABEL UINT32_MAX

static size_t name_length(const char *text)
{
  size_t length = 0;
  for (; text[length]; length++) {
    char c = text[length];
    bool part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                c == '_' || c == '.' || (unsigned char) c >= 0x80;
    if (!part) break;
  }
  return length;
}

static uint32_t find_label(const Console *c, const char *name, size_t length)
{
  Lts *lts = c->system.lts;
  for (uint32_t i = 0; i < lts->label_count; i++) {
    const char *known = lts->label_name(lts, i);
    if (strlen(known) == length && !memcmp(known, name, length)) return i;
  }
  return ANY_LABEL;
}

static bool is_word(const char *text, const char *word)
{
  size_t length = strlen(word);
  return !strncmp(text, word, length) && (text[length] == ' ' || text[length] == '\t');
}

/* A predicate in which the parameters and results of the operation may be used; NULL if
 * there are mistakes, which are in the diagnostics. */
static const Formula *read_predicate(Console *c, uint32_t label, const char *text)
{
  const Operation *op = NULL;
  Diags *diags = session_diags(c->cli->session);
  if (c->system.model && label != ANY_LABEL) op = b_machine_operation(c->system.lts, label);
  uint32_t known = c->model->known.len;
  for (uint32_t i = 0; op && i < op->parameter_count; i++)
    vec_push(&c->model->known, op->parameters[i]);
  for (uint32_t i = 0; op && i < op->result_count; i++) vec_push(&c->model->known, op->results[i]);
  const Formula *f = bench_formula(&c->bench, "<input>", text, FORMULA_PRED);
  c->model->known.len = known;
  if (!f || !f->free.len) return f;
  diag_error(diags, f->node->span, "unknown-name", "the name %s is not known",
             f->free.data[0]->name->text);
  return NULL;
}

/* The predicate for this label, or for all those where it means something. */
static bool read_where(Console *c, Choice *choice, const char *text)
{
  Lts *lts = c->system.lts;
  Diags *diags = session_diags(c->cli->session);
  choice->where =
      arena_new_array(session_arena(c->cli->session), const Formula *, lts->label_count + 1);
  bool some = false;
  for (uint32_t i = 0; i < lts->label_count; i++) {
    if (choice->label != ANY_LABEL && choice->label != i) continue;
    uint32_t mark = diags_mark(diags);
    choice->where[i] = read_predicate(c, i, text);
    some |= choice->where[i] != NULL;
    if (choice->label == ANY_LABEL) diags_release(diags, mark);
  }
  if (some) return true;
  if (choice->label == ANY_LABEL) read_predicate(c, ANY_LABEL, text);
  return console_wrong_text(c);
}

/* NAME(arguments) as a predicate about the parameters. */
static bool read_arguments(Console *c, Choice *choice, const char *arguments)
{
  const Operation *op = b_machine_operation(c->system.lts, choice->label);
  if (!op || !op->parameter_count)
    return console_complain(c, "%s has no arguments",
                            c->system.lts->label_name(c->system.lts, choice->label));
  Text text = {0};
  for (uint32_t i = 0; i < op->parameter_count; i++)
    text_printf(&text, "%s%s", i ? " |-> " : "(", op->parameters[i]->name->text);
  text_printf(&text, ") = %s", arguments);
  bool good = read_where(c, choice, text_string(&text));
  text_clear(&text);
  for (uint32_t i = 0; i < op->parameter_count; i++)
    text_printf(&text, "%s%s", i ? ", " : "", op->parameters[i]->name->text);
  if (!good)
    console_complain(c, "it is called like this: %s(%s)", op->symbol->name->text,
                     text_string(&text));
  text_free(&text);
  return good;
}

/* [NAME[(arguments)]] [where P | after P] */
static bool read_choice(Console *c, const char *text, Choice *choice)
{
  *choice = (Choice){.label = ANY_LABEL};
  text += strspn(text, " \t");
  if (*text && !is_word(text, "where") && !is_word(text, "after")) {
    size_t length = name_length(text);
    choice->label = find_label(c, text, length);
    if (choice->label == ANY_LABEL)
      return console_complain(c, "the model has no operation %.*s",
                              (int) (length ? length : strlen(text)), text);
    if (text[length] == '(' && !c->system.model) {
      choice->called = text;
      return true;
    }
    text += length + strspn(text + length, " \t");
    if (*text == '(') return read_arguments(c, choice, text);
  }
  if (*text == '\0') return true;
  bool where = is_word(text, "where");
  if (!where && !is_word(text, "after"))
    return console_complain(c, "this is not understood: %s; it may be: where P, or after P", text);
  text += 5 + strspn(text + 5, " \t");
  if (where) return read_where(c, choice, text);
  choice->after = read_predicate(c, ANY_LABEL, text);
  return choice->after || console_wrong_text(c);
}

static bool satisfies_where(Console *c, const Transition *t, const Formula *f)
{
  const Operation *op = c->system.model ? b_machine_operation(c->system.lts, t->label) : NULL;
  uint32_t count = op ? op->parameter_count + op->result_count : 0;
  Reference *r = c->bench.reference;
  console_enter_state(c);
  for (uint32_t i = 0; i < count; i++)
    reference_bind(
        r, i < op->parameter_count ? op->parameters[i] : op->results[i - op->parameter_count],
        t->arguments[i]);
  Truth truth = reference_truth(r, f->node);
  reference_unbind(r, count);
  return truth == TRUTH_TRUE;
}

static bool is_chosen(Console *c, const Transition *t, const Choice *choice)
{
  if (choice->label != ANY_LABEL && choice->label != t->label) return false;
  if (choice->called) {
    Text text = {0};
    trace_print_transition(&text, c->system.lts, t);
    bool same = !strncmp(text_string(&text), choice->called, strlen(choice->called));
    text_free(&text);
    return same;
  }
  if (choice->where)
    return choice->where[t->label] && satisfies_where(c, t, choice->where[t->label]);
  if (!choice->after) return true;
  if (c->system.model) b_machine_enter(c->system.lts, t->state);
  return reference_truth(c->bench.reference, choice->after->node) == TRUTH_TRUE;
}

/* ------------------------------------------------------------------- lists */

static uint32_t page_length(const Console *c)
{
  struct winsize size;
  enum { PAGE = 20 };
  if (!c->live || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row < 12) return PAGE;
  return size.ws_row - 6u;
}

/* Different outcomes of one call are told apart by what they change. */
static bool has_twin(const Console *c, uint32_t index)
{
  const Animator *a = c->animator;
  const Transition *t = &a->enabled.data[index];
  if (t->label < c->system.lts->first_operation) return true;
  uint32_t results, arguments = c->system.lts->label_arguments(c->system.lts, t->label, &results);
  for (uint32_t i = 0; i < a->enabled.len; i++) {
    const Transition *other = &a->enabled.data[i];
    if (i != index && other->label == t->label &&
        !memcmp(other->arguments, t->arguments, (arguments + results) * sizeof *t->arguments))
      return true;
  }
  return false;
}

static void print_choice(Console *c, uint32_t index)
{
  Lts *lts = c->system.lts;
  const Transition *t = &c->animator->enabled.data[index];
  Text text = {0}, change = {0};
  trace_print_transition(&text, lts, t);
  if (has_twin(c, index)) trace_print_state(&change, lts, t->state, animator_state(c->animator));
  text_printf(&c->cli->out, "%4u  %s%s%s\n", index + 1, text_string(&text), change.len ? ": " : "",
              text_string(&change));
  text_free(&text);
  text_free(&change);
}

static void show_troubles(Console *c)
{
  const Animator *a = c->animator;
  Diags *diags = session_diags(c->cli->session);
  for (uint32_t i = 0; i < a->troubles.len; i++) {
    const Trouble *t = &a->troubles.data[i];
    const char *name = c->system.lts->label_name(c->system.lts, t->label);
    if (t->kind == TROUBLE_INCOMPLETE)
      text_printf(&c->cli->out, "%s may be possible in other ways, too: %s\n", name, t->message);
    else if (t->kind == TROUBLE_FAULT) {
      text_printf(&c->cli->out, "%s is not well-defined here: %s\n", name, t->message);
      diag_warning(diags, t->span, "not-well-defined", "%s: %s", name, t->message);
    } else
      diag_warning(diags, t->span, "not-well-defined",
                   "%s: %s: this instance of the operation is left out", name, t->message);
  }
}

/* A page of the transitions that the filter lets through, from c->listed. */
static bool show_page(Console *c)
{
  Animator *a = c->animator;
  Choice choice;
  if (!read_choice(c, c->filter ? c->filter : "", &choice)) return false;
  uint32_t length = page_length(c), shown = 0, more = 0, first = c->listed;
  for (uint32_t i = first; i < a->enabled.len; i++) {
    if (!is_chosen(c, &a->enabled.data[i], &choice)) continue;
    if (shown == length) {
      more++;
      continue;
    }
    print_choice(c, i);
    shown++;
    c->listed = i + 1;
  }
  if (more) text_printf(&c->cli->out, "      and %u more: :more\n", more);
  if (shown || first) return true;
  if (a->enabled.len)
    text_printf(&c->cli->out, "none of the %u possible steps fits\n", a->enabled.len);
  else if (animator_is_stuck(a) && animator_running(a))
    text_add(&c->cli->out, "deadlock: no operation is possible\n");
  else if (animator_is_stuck(a) && animator_state(a))
    text_add(&c->cli->out, "there is no initial state for these constants\n");
  else if (animator_is_stuck(a))
    text_add(&c->cli->out, "no constants satisfy the properties, or there is no initial state\n");
  return true;
}

static void set_filter(Console *c, const char *filter)
{
  free(c->filter);
  c->filter = *filter ? strdup(filter) : NULL;
  c->listed = 0;
}

void console_show_enabled(Console *c)
{
  set_filter(c, "");
  show_page(c);
}

bool console_enabled(Console *c, const char *arguments)
{
  set_filter(c, arguments);
  bool done = show_page(c);
  show_troubles(c);
  return done;
}

bool console_more(Console *c, const char *arguments)
{
  (void) arguments;
  if (c->listed < c->animator->enabled.len) return show_page(c);
  text_add(&c->cli->out, "there is no more\n");
  return true;
}

/* ------------------------------------------------------------------- states */

static bool is_good(const LtsPredicate *p, Truth t)
{
  return p->kind == PREDICATE_GOAL ? t == TRUTH_FALSE : t == TRUTH_TRUE;
}

static const char *const kind_words[] = {[PREDICATE_INVARIANT] = "invariant",
                                         [PREDICATE_ASSERTION] = "assertion",
                                         [PREDICATE_GOAL] = "goal"};

/* What is not as it should be in this state. */
static void show_violations(Console *c)
{
  static const char *const words[] = {"violated", "holds", "unknown", "not well-defined"};
  Lts *lts = c->system.lts;
  if (!animator_running(c->animator)) return;
  for (uint32_t i = 0; i < lts->predicate_count; i++) {
    const LtsPredicate *p = lts->predicate(lts, i);
    Trouble why = {0};
    Truth t = lts->holds(lts, i, animator_state(c->animator), &why);
    if (is_good(p, t)) continue;
    const char *word = p->kind == PREDICATE_GOAL && t == TRUTH_TRUE ? "reached" : words[t];
    text_printf(&c->cli->out, "%s %s: %s", kind_words[p->kind], word, p->text);
    if (t != TRUTH_FALSE && t != TRUTH_TRUE && why.message)
      text_printf(&c->cli->out, " (%s)", why.message);
    text_add_char(&c->cli->out, '\n');
  }
}

const LtsPredicate *console_violated(Console *c)
{
  Lts *lts = c->system.lts;
  for (uint32_t i = 0; animator_running(c->animator) && i < lts->predicate_count; i++) {
    const LtsPredicate *p = lts->predicate(lts, i);
    Trouble why = {0};
    Truth t = lts->holds(lts, i, animator_state(c->animator), &why);
    if (p->kind != PREDICATE_GOAL && (t == TRUTH_FALSE || t == TRUTH_FAULT)) return p;
  }
  return NULL;
}

bool console_invariant(Console *c, const char *arguments)
{
  static const char *const words[] = {"FALSE", "TRUE", "UNKNOWN", "NOT WELL-DEFINED"};
  Lts *lts = c->system.lts;
  (void) arguments;
  if (!animator_running(c->animator)) return console_complain(c, "there is no initial state yet");
  const Value *state = animator_state(c->animator);
  for (uint32_t i = 0; i < lts->predicate_count; i++) {
    const LtsPredicate *p = lts->predicate(lts, i);
    Trouble why = {0};
    Truth t = lts->holds(lts, i, state, &why);
    text_printf(&c->cli->out, "%-9s %-5s ", kind_words[p->kind], words[t]);
    text_printf(&c->cli->out, "%s\n", p->text);
    if (!is_good(p, t) && p->kind != PREDICATE_GOAL && lts->explain)
      lts->explain(lts, i, state, &c->cli->out, 4);
  }
  if (!lts->predicate_count) text_add(&c->cli->out, "there is no invariant\n");
  return true;
}

/* ----------------------------------------------------------------- stepping */

/* The steps of the path from this one on. */
static void show_steps(Console *c, uint32_t from)
{
  const Animator *a = c->animator;
  uint32_t number = 0;
  for (uint32_t i = 0; i < a->at; i++) {
    const Transition *t = &a->path.data[i];
    number += t->label >= c->system.lts->first_operation;
    if (i >= from)
      trace_print_step(&c->cli->out, c->system.lts, t, i ? a->path.data[i - 1].state : NULL, number,
                       true);
  }
}

void console_show_steps(Console *c, uint32_t from)
{
  show_steps(c, from);
  console_show_situation(c);
}

void console_show_step(Console *c)
{
  console_show_steps(c, c->animator->at ? c->animator->at - 1 : 0);
}

void console_show_situation(Console *c)
{
  show_violations(c);
  show_troubles(c);
  if (c->live || animator_is_stuck(c->animator) || !animator_running(c->animator))
    console_show_enabled(c);
}

bool console_is_step(const Console *c, const char *line)
{
  line += strspn(line, " \t");
  size_t digits = strspn(line, "0123456789");
  if (digits && line[digits + strspn(line + digits, " \t")] == '\0') return true;
  size_t length = name_length(line);
  return length && find_label(c, line, length) != ANY_LABEL;
}

static bool take(Console *c, uint32_t index)
{
  uint32_t from = c->animator->at;
  animator_take(c->animator, index);
  animator_start(c->animator);
  console_show_steps(c, from);
  return true;
}

static bool take_number(Console *c, const char *line)
{
  unsigned long number = strtoul(line, NULL, 10);
  uint32_t count = c->animator->enabled.len;
  if (number >= 1 && number <= count) return take(c, (uint32_t) number - 1);
  if (!count) return console_complain(c, "no step is possible");
  return console_complain(c, "there is no step %s: the steps are 1 to %u", line, count);
}

/* The only transition that fits; if there are several, they are listed. */
bool console_step(Console *c, const char *line)
{
  Animator *a = c->animator;
  Choice choice;
  if (*line >= '0' && *line <= '9') return take_number(c, line);
  if (!read_choice(c, line, &choice)) return false;
  uint32_t count = 0, index = 0;
  for (uint32_t i = 0; i < a->enabled.len; i++)
    if (is_chosen(c, &a->enabled.data[i], &choice) && count++ == 0) index = i;
  if (count == 1) return take(c, index);
  if (count == 0) {
    const char *name = c->system.lts->label_name(c->system.lts, choice.label);
    bool narrowed = choice.called || choice.where || choice.after;
    if (!c->live) console_show_enabled(c);
    if (!animator_running(a))
      return console_complain(c, "there is no initial state yet: choose how to start");
    return console_complain(c, "%s is not possible %s", name, narrowed ? "in this way" : "here");
  }
  set_filter(c, line);
  show_page(c);
  return console_complain(c, "%u steps fit: choose one by its number, or say more", count);
}

bool console_random_step(Console *c)
{
  Animator *a = c->animator;
  if (!a->enabled.len) return false;
  animator_take(a, animator_random(&c->seed, a->enabled.len));
  return true;
}

/* [N] [NAME …]: one of those that fit, N times. */
bool console_random(Console *c, const char *arguments)
{
  Animator *a = c->animator;
  char *rest;
  unsigned long count = strtoul(arguments, &rest, 10);
  if (rest == arguments) count = 1;
  Choice choice;
  if (!read_choice(c, rest, &choice)) return false;
  for (unsigned long i = 0; i < count && !signals_interrupted() && !c->bench.engine->expired; i++) {
    VEC(uint32_t) fitting = {0};
    for (uint32_t k = 0; k < a->enabled.len; k++)
      if (is_chosen(c, &a->enabled.data[k], &choice)) vec_push(&fitting, k);
    bool some = fitting.len > 0;
    if (some) animator_take(a, fitting.data[animator_random(&c->seed, fitting.len)]);
    vec_free(&fitting);
    if (!some) return console_complain(c, "nothing is possible after %lu of %lu steps", i, count);
    if (i + 1 == count) break;
    show_steps(c, a->at - 1);
    show_violations(c);
  }
  if (count) console_show_step(c);
  return true;
}

static bool move(Console *c, const char *arguments, bool (*how)(Animator *), const char *nothing)
{
  char *end;
  unsigned long count = *arguments ? strtoul(arguments, &end, 10) : 1;
  if (*arguments && (*end || *arguments == '-'))
    return console_complain(c, "a number of steps is expected, not %s", arguments);
  for (unsigned long i = 0; i < count; i++)
    if (!how(c->animator)) {
      if (i == 0) return console_complain(c, "%s", nothing);
      break;
    }
  if (!c->animator->at) text_add(&c->cli->out, "at the start\n");
  console_show_step(c);
  return true;
}

bool console_back(Console *c, const char *arguments)
{
  return move(c, arguments, animator_back, "this is the start");
}

bool console_forward(Console *c, const char *arguments)
{
  return move(c, arguments, animator_forward, "nothing was undone");
}

bool console_restart(Console *c, const char *arguments)
{
  (void) arguments;
  animator_restart(c->animator);
  animator_start(c->animator);
  console_show_steps(c, 0);
  return true;
}

bool console_history(Console *c, const char *arguments)
{
  const Animator *a = c->animator;
  uint32_t number = 0;
  bool states = !strcmp(arguments, "full");
  if (*arguments && !states)
    return console_complain(c, "this is written :history or :history full");
  for (uint32_t i = 0; i < a->path.len; i++) {
    const Transition *t = &a->path.data[i];
    if (i == a->at) text_add(&c->cli->out, "  undone:\n");
    number += t->label >= c->system.lts->first_operation;
    trace_print_step(&c->cli->out, c->system.lts, t, i ? a->path.data[i - 1].state : NULL, number,
                     states);
  }
  if (!a->path.len) text_add(&c->cli->out, "no steps yet\n");
  return true;
}
