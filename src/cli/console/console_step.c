#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/console/console.h"
#include "lts/b_machine.h"
#include "lts/print.h"
#include "lts/words.h"
#include "report/scene/why_step.h"
#include "report/trace.h"

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
  const Animator *a = c->scene.animator;
  const Transition *t = &a->enabled.data[index];
  if (t->label < c->scene.system.lts->first_operation) return true;
  uint32_t results,
      arguments = c->scene.system.lts->label_arguments(c->scene.system.lts, t->label, &results);
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
  Lts *lts = c->scene.system.lts;
  const Transition *t = &c->scene.animator->enabled.data[index];
  Text text = {0}, change = {0};
  lts_print_transition(&text, lts, t, NULL);
  if (has_twin(c, index))
    trace_print_state(&change, lts, t->state, animator_state(c->scene.animator));
  text_printf(&c->cli->report.out, "%4u  %s%s%s\n", index + 1, text_string(&text),
              change.len ? ": " : "", text_string(&change));
  text_free(&text);
  text_free(&change);
}

static void show_trouble(Console *c, const Trouble *t)
{
  Diags *diags = session_diags(c->cli->report.session);
  Lts *lts = c->scene.system.lts;
  const char *name = lts->label_name(lts, t->label);
  Text call = {0};
  if (t->arguments) lts_print_call(&call, lts, t->label, t->arguments, NULL);
  else text_add(&call, name);
  if (t->kind == TROUBLE_INCOMPLETE)
    text_printf(&c->cli->report.out, "%s may have other enabled instances: %s\n", name, t->message);
  else {
    text_printf(&c->cli->report.out,
                t->claim ? "%s fails here: %s\n" : "%s is not well-defined here: %s\n",
                text_string(&call), t->message);
    diag_violation(diags, t->span, t->claim ? "obligation" : "not-well-defined", "%s: %s",
                   text_string(&call), t->message);
  }
  text_free(&call);
}

static void show_troubles(Console *c)
{
  const Animator *a = c->scene.animator;
  for (uint32_t i = 0; i < a->troubles.len; i++) show_trouble(c, &a->troubles.data[i]);
}

/* Why there is no set-up of constants, or no initial state. */
static void show_no_start(Console *c)
{
  const Value *state = animator_state(c->scene.animator);
  Lts *lts = c->scene.system.lts;
  text_printf(&c->cli->report.out, "%s\n",
              state ? "there is no initial state for these constants" : words_no_start(lts));
  if (!c->scene.system.model || !(state || lts->unconditional)) return;
  Arena *arena = arena_new();
  why_print(&c->cli->report.out,
            b_machine_why_disabled(c->scene.system.machine, arena, LABEL_INITIALISATION, NULL,
                                   state, c->scene.bench.style),
            2);
  arena_free(arena);
}

static bool is_terminated(const Animator *a)
{
  return animator_running(a) && a->lts->is_terminated &&
         a->lts->is_terminated(a->lts, animator_state(a));
}

/* A page of the transitions that the filter lets through, from c->listed. */
static bool show_page(Console *c)
{
  assert(c->scene.animator && c->listed <= c->scene.animator->enabled.len);
  Animator *a = c->scene.animator;
  Choice choice;
  if (!choice_read(&c->scene, c->filter ? c->filter : "", &choice)) return console_refused(c);
  uint32_t length = page_length(c), shown = 0, more = 0, first = c->listed;
  for (uint32_t i = first; i < a->enabled.len; i++) {
    if (!choice_allows(&c->scene, &choice, &a->enabled.data[i])) continue;
    if (shown == length) {
      more++;
      continue;
    }
    print_choice(c, i);
    shown++;
    c->listed = i + 1;
  }
  if (more) text_printf(&c->cli->report.out, "      and %u more: :more\n", more);
  if (shown || first) return true;
  if (a->enabled.len)
    text_printf(&c->cli->report.out, "none of the %u enabled steps matches\n", a->enabled.len);
  else if (animator_is_stuck(a) && is_terminated(a)) text_add(&c->cli->report.out, "terminated\n");
  else if (animator_is_stuck(a) && animator_running(a))
    text_printf(
        &c->cli->report.out, "%s%s\n",
        lts_is_inert(c->scene.system.lts) ? "" : "deadlock: ", words_stuck(c->scene.system.lts));
  else if (animator_is_stuck(a)) show_no_start(c);
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
  if (c->listed < c->scene.animator->enabled.len) return show_page(c);
  text_add(&c->cli->report.out, "there are no more\n");
  return true;
}

/* ------------------------------------------------------------------- states */

static const char *const kind_words[] = {[PREDICATE_INVARIANT] = "invariant",
                                         [PREDICATE_ASSERTION] = "assertion",
                                         [PREDICATE_GOAL] = "goal"};

/* What is not as it should be in this state. */
static void show_violations(Console *c)
{
  static const char *const words[] = {"violated", "holds", "unknown", "not well-defined"};
  Lts *lts = c->scene.system.lts;
  if (!animator_running(c->scene.animator)) return;
  for (uint32_t i = 0; i < lts->predicate_count; i++) {
    const LtsPredicate *p = lts->predicate(lts, i);
    Trouble why = {0};
    Truth t = lts->holds(lts, i, animator_state(c->scene.animator), &why);
    if (scene_is_good(p, t)) continue;
    const char *word = p->kind == PREDICATE_GOAL && t == TRUTH_TRUE ? "reached" : words[t];
    text_printf(&c->cli->report.out, "%s %s: %s", kind_words[p->kind], word, p->text);
    if (t != TRUTH_FALSE && t != TRUTH_TRUE && why.message)
      text_printf(&c->cli->report.out, " (%s)", why.message);
    text_add_char(&c->cli->report.out, '\n');
  }
}

const LtsPredicate *console_violated(Console *c)
{
  Lts *lts = c->scene.system.lts;
  for (uint32_t i = 0; animator_running(c->scene.animator) && i < lts->predicate_count; i++) {
    const LtsPredicate *p = lts->predicate(lts, i);
    Trouble why = {0};
    Truth t = lts->holds(lts, i, animator_state(c->scene.animator), &why);
    if (p->kind != PREDICATE_GOAL && (t == TRUTH_FALSE || t == TRUTH_FAULT)) return p;
  }
  return NULL;
}

bool console_invariant(Console *c, const char *arguments)
{
  static const char *const words[] = {"FALSE", "TRUE", "UNKNOWN", "NOT WELL-DEFINED"};
  Lts *lts = c->scene.system.lts;
  (void) arguments;
  if (!animator_running(c->scene.animator))
    return console_complain(c, "there is no initial state yet");
  const Value *state = animator_state(c->scene.animator);
  for (uint32_t i = 0; i < lts->predicate_count; i++) {
    const LtsPredicate *p = lts->predicate(lts, i);
    Trouble why = {0};
    Truth t = lts->holds(lts, i, state, &why);
    text_printf(&c->cli->report.out, "%-9s %-5s ", kind_words[p->kind], words[t]);
    text_printf(&c->cli->report.out, "%s\n", p->text);
    if (!scene_is_good(p, t) && p->kind != PREDICATE_GOAL && lts->explain)
      lts->explain(lts, i, state, &c->cli->report.out, 4);
  }
  if (!lts->predicate_count) text_add(&c->cli->report.out, "there is no invariant\n");
  return true;
}

/* ----------------------------------------------------------------- stepping */

/* The steps of the path from this one on. */
static void show_steps(Console *c, uint32_t from)
{
  const Animator *a = c->scene.animator;
  uint32_t before = a->at - animator_steps(a);
  for (uint32_t i = from; i < a->at; i++)
    trace_print_step(&c->cli->report.out, c->scene.system.lts, &a->path.data[i],
                     i ? a->path.data[i - 1].state : NULL, i < before ? 0 : i - before + 1, true);
}

void console_show_steps(Console *c, uint32_t from)
{
  show_steps(c, from);
  console_show_situation(c);
}

void console_show_step(Console *c)
{
  console_show_steps(c, c->scene.animator->at ? c->scene.animator->at - 1 : 0);
}

void console_show_situation(Console *c)
{
  show_violations(c);
  show_troubles(c);
  if (c->live || animator_is_stuck(c->scene.animator) || !animator_running(c->scene.animator))
    console_show_enabled(c);
}

bool console_is_step(const Console *c, const char *line)
{
  line += strspn(line, " \t");
  size_t digits = strspn(line, "0123456789");
  if (digits && line[digits + strspn(line + digits, " \t")] == '\0') return true;
  return choice_is_step(&c->scene, line);
}

static bool take(Console *c, uint32_t index)
{
  assert(index < c->scene.animator->enabled.len);
  uint32_t from = c->scene.animator->at;
  animator_take(c->scene.animator, index);
  animator_start(c->scene.animator);
  console_show_steps(c, from);
  return true;
}

static bool take_number(Console *c, const char *line)
{
  unsigned long number = strtoul(line, NULL, 10);
  uint32_t count = c->scene.animator->enabled.len;
  if (number >= 1 && number <= count) return take(c, (uint32_t) number - 1);
  if (!count) return console_complain(c, "no step is enabled");
  return console_complain(c, "there is no step %s: %s", line,
                          count == 1 ? "only step 1 is enabled"
                                     : arena_printf(session_arena(c->cli->report.session),
                                                    "the steps are 1 to %u", count));
}

/* No transition fits. */
static bool reject(Console *c, const Choice *choice)
{
  const char *name = c->scene.system.lts->label_name(c->scene.system.lts, choice->label);
  bool narrowed = choice->called || choice->given || choice->where || choice->gives ||
                  choice->after || choice->listed;
  if (!c->live) console_show_enabled(c);
  if (!animator_running(c->scene.animator))
    return console_complain(c, "there is no initial state yet: choose how to start");
  Arena *arena = arena_new();
  Text reason = {0};
  const Why *why = why_step_disabled(&c->scene, choice, arena);
  why_print(&c->cli->report.out, why, 2);
  why_step_first(why, &reason);
  console_complain(c, "%s is not enabled %s%s", name, narrowed ? "in this way" : "here",
                   text_string(&reason));
  text_free(&reason);
  arena_free(arena);
  return false;
}

/* The only transition that fits; if there are several, they are listed. */
bool console_step(Console *c, const char *line)
{
  Animator *a = c->scene.animator;
  Choice choice;
  if (*line >= '0' && *line <= '9') return take_number(c, line);
  if (!choice_read(&c->scene, line, &choice)) return console_refused(c);
  choice_seek(&c->scene, &choice);
  uint32_t count = 0, index = 0;
  for (uint32_t i = 0; i < a->enabled.len; i++)
    if (choice_allows(&c->scene, &choice, &a->enabled.data[i]) && count++ == 0) index = i;
  if (count == 1) return take(c, index);
  if (count == 0) return reject(c, &choice);
  set_filter(c, line);
  show_page(c);
  return console_complain(c, "%u steps match: choose one by its number, or be more specific",
                          count);
}

/* [N] [NAME …]: one of those that fit, N times. */
bool console_random(Console *c, const char *arguments)
{
  Animator *a = c->scene.animator;
  char *rest;
  unsigned long count = strtoul(arguments, &rest, 10);
  if (rest == arguments) count = 1;
  Choice choice;
  if (!choice_read(&c->scene, rest, &choice)) return console_refused(c);
  for (unsigned long i = 0; i < count && !console_is_over(c); i++) {
    bool some = choice_step_randomly(&c->scene, &choice, &c->seed);
    if (!some)
      return console_complain(c, "nothing is enabled after %lu of %lu step%s", i, count,
                              text_plural(count));
    if (i + 1 == count) break;
    show_steps(c, a->at - 1);
    show_violations(c);
    console_flush_long(c);
  }
  if (count) console_show_step(c);
  return true;
}

static bool move(Console *c, const char *arguments, bool (*how)(Animator *), const char *nothing)
{
  char *end;
  unsigned long count = *arguments ? strtoul(arguments, &end, 10) : 1;
  if (*arguments && (*end || *arguments == '-'))
    return console_complain(c, "expected a number of steps, not %s", arguments);
  unsigned long done = 0;
  while (done < count && how(c->scene.animator)) done++;
  if (done == 0 && count) return console_complain(c, "%s", nothing);
  if (done < count)
    text_printf(&c->cli->report.out, "%lu of %lu steps: %s\n", done, count, nothing);
  if (!c->scene.animator->at) text_add(&c->cli->report.out, "at the start\n");
  console_show_step(c);
  return true;
}

bool console_back(Console *c, const char *arguments)
{
  return move(c, arguments, animator_back, "this is the start");
}

bool console_forward(Console *c, const char *arguments)
{
  return move(c, arguments, animator_forward, "there is nothing to redo");
}

bool console_restart(Console *c, const char *arguments)
{
  (void) arguments;
  animator_restart(c->scene.animator);
  animator_start(c->scene.animator);
  console_show_steps(c, 0);
  return true;
}

bool console_history(Console *c, const char *arguments)
{
  const Animator *a = c->scene.animator;
  uint32_t number = 0;
  bool states = !strcmp(arguments, "full");
  if (*arguments && !states) return console_complain(c, "usage: :history or :history full");
  for (uint32_t i = 0; i < a->path.len; i++) {
    const Transition *t = &a->path.data[i];
    if (i == a->at) text_add(&c->cli->report.out, "  undone:\n");
    number += t->label >= c->scene.system.lts->first_operation;
    trace_print_step(&c->cli->report.out, c->scene.system.lts, t,
                     i ? a->path.data[i - 1].state : NULL, number, states);
  }
  if (!a->path.len) text_add(&c->cli->report.out, "no steps yet\n");
  return true;
}
