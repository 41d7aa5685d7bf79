#include "report/check/check_report.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "report/check/check_impl.h"
#include "report/unbounded.h"
#include "report/violation.h"
#include "lts/b_machine.h"
#include "session/csp/guided.h"

static json_t *wd_warning(const CheckReport *c, Span span, const char *message, const char *example)
{
  json_t *entry = json_object();
  json_object_set_new(entry, "message", json_report_string(message));
  json_report_set_place(entry, session_sources(c->report->session), span);
  json_object_set_new(entry, "example", json_report_string(example));
  return entry;
}

/* Candidates that were left out, with their values. */
static json_t *wd_warnings(const CheckReport *c)
{
  json_t *list = json_array();
  const Exploration *x = c->x;
  if (c->of->options.no_wd) return list;
  for (uint32_t i = 0; i < x->candidates.len; i++) {
    const LtsWarning *w = &x->candidates.data[i];
    json_array_append_new(list, wd_warning(c, w->span, w->message, w->example));
  }
  return list;
}

/* The machines that are refined, if the model is checked together with them. */
static void add_refined(const CheckReport *c)
{
  const Model *model = c->engine->model;
  if (!model->chain) return;
  json_t *names = json_array();
  for (const Machine *m = model->main->refines; m; m = m->refines)
    json_array_append_new(names, json_report_string(m->name->text));
  json_object_set_new(c->report->fields, "refines", names);
}

static void add_name(void *names, const char *name)
{
  json_array_append_new(names, json_report_string(name));
}

static json_t *names_of(const CheckReport *c, GuideNames which)
{
  json_t *names = json_array();
  guide_names(c->lts, which, add_name, names);
  return names;
}

/* What is added where a process guides the machine. */
static void add_guided(const CheckReport *c)
{
  json_t *fields = c->report->fields;
  GuidedFigures figures = guided_figures(c->of);
  json_object_set_new(fields, "machine_states", json_integer(figures.machine_states));
  json_object_set_new(fields, "csp_states", json_integer(figures.csp_states));
  json_object_set_new(fields, "terminated", json_boolean(figures.terminated));
  json_object_set_new(fields, "common", names_of(c, GUIDE_COMMON));
  json_object_set_new(fields, "free", names_of(c, GUIDE_FREE));
  json_object_set_new(fields, "csp_only", names_of(c, GUIDE_CSP_ONLY));
}

/* How many predicates of each kind were looked at in the states. */
static json_t *checked_json(const CheckReport *c)
{
  const ExploreOptions *o = &c->of->options;
  uint32_t invariants = 0, assertions = 0, goals = 0;
  for (uint32_t i = 0; i < c->lts->predicate_count; i++) {
    const LtsPredicate *p = c->lts->predicate(c->lts, i);
    invariants += p->kind == PREDICATE_INVARIANT && (o->invariant || p->asked);
    assertions += p->kind == PREDICATE_ASSERTION && o->assertions;
    goals += p->kind == PREDICATE_GOAL && (o->goal || p->asked);
  }
  json_t *object = json_object();
  json_object_set_new(object, "invariants", json_integer(invariants));
  json_object_set_new(object, "assertions", json_integer(assertions));
  json_object_set_new(object, "goals", json_integer(goals));
  if (!c->engine->model->chain)
    json_object_set_new(object, "gluing_left_out",
                        json_integer(check_gluing_conjuncts(c->engine->model)));
  return object;
}

static void add_json(const CheckReport *c, json_t *violations)
{
  json_t *fields = c->report->fields;
  const Exploration *x = c->x;
  json_object_set_new(fields, "states", json_integer((json_int_t) x->states));
  json_object_set_new(fields, "explored", json_integer((json_int_t) x->explored));
  json_object_set_new(fields, "transitions", json_integer((json_int_t) x->transitions));
  bool stuck = exploration_found(x, VIOLATION_DEADLOCK) ||
               exploration_found(x, VIOLATION_INITIALISATION) ||
               (x->states == 0 ? x->complete : lts_is_inert(c->lts));
  json_object_set_new(fields, "deadlock", json_boolean(stuck));
  json_object_set_new(fields, "invariant_violated",
                      json_boolean(exploration_found(x, VIOLATION_INVARIANT)));
  json_object_set_new(fields, "assertion_violated",
                      json_boolean(exploration_found(x, VIOLATION_ASSERTION)));
  json_object_set_new(fields, "goal_found", json_boolean(exploration_found(x, VIOLATION_GOAL)));
  json_object_set_new(fields, "wd_error",
                      json_boolean(exploration_found(x, VIOLATION_WELL_DEFINEDNESS) ||
                                   exploration_found(x, VIOLATION_OBLIGATION)));
  json_object_set_new(fields, "wd_warnings", wd_warnings(c));
  if (c->x->outside)
    json_object_set_new(fields, "outside_scope", json_integer((json_int_t) x->outside));
  report_extend(c->report, "violations", violations);
  json_object_set_new(fields, "checked", checked_json(c));
  json_object_set_new(fields, "scope", check_scope_json(c->of));
  json_object_set_new(fields, "not_checked", check_unchecked(c->report, c->engine->model));
  json_object_set_new(fields, "peak_memory_bytes", json_integer((json_int_t) memory_peak()));
  json_t *uncovered = json_array();
  for (uint32_t i = LABEL_OPERATION; i < guided_operations_end(c->of); i++)
    if (!x->enabled[i])
      json_array_append_new(uncovered, json_report_string(c->lts->label_name(c->lts, i)));
  json_object_set_new(fields, "uncovered", uncovered);
  add_refined(c);
  if (guided_is(c->of)) add_guided(c);
}

static void warn_of_unread(void *diags, const char *name, Span channel, const char *value)
{
  Diag *d = diag_warning(diags, channel, "outside-channel",
                         "%s has the value %s, which its channel does not have", name, value);
  diag_hint(diags, d, "the process that wants to read it has to wait");
}

static void add_warnings(const CheckReport *c)
{
  Diags *diags = session_diags(c->report->session);
  if (guided_is(c->of)) guide_unread(c->lts, warn_of_unread, diags);
  if (c->of->options.no_wd) return;
  if (c->of->options.strict_wd) return; /* these are violations */
  for (uint32_t i = 0; i < c->x->candidates.len; i++) {
    const LtsWarning *w = &c->x->candidates.data[i];
    Diag *d = diag_warning(diags, w->span, "not-well-defined", "%s", w->message);
    if (*w->example) diag_hint(diags, d, "candidate %s was skipped", w->example);
  }
}

enum { MOST_REASONS = 3 };

/* After the end of the time, some evaluation or other was cut short, too. */
static bool goes_without_saying(const CheckReport *c, uint32_t reason)
{
  return c->reason_count > 1 && !strcmp(c->reasons[reason], REASON_NOT_COMPUTED);
}

static void add_reasons(const CheckReport *c, Text *text)
{
  uint32_t shown = 0;
  if (c->reason_count == 0) text_add(text, "the search was interrupted");
  for (uint32_t i = 0; i < c->reason_count; i++) {
    if (goes_without_saying(c, i)) continue;
    if (shown++ < MOST_REASONS) text_printf(text, "%s%s", shown > 1 ? "; " : "", c->reasons[i]);
  }
  if (shown > MOST_REASONS) text_add(text, "; …");
}

static void add_counts(const CheckReport *c, Text *text)
{
  const Exploration *x = c->x;
  text_printf(text, "%llu states, %llu transitions, ", (unsigned long long) x->states,
              (unsigned long long) x->transitions);
  if (x->complete) text_add(text, "complete");
  else text_add(text, "not complete: "), add_reasons(c, text);
}

/* What was established of a refinement, step by step. */
static void add_refinement(const CheckReport *c)
{
  Text *out = &c->report->out;
  const Machine *refined = c->engine->model->main->refines;
  text_printf(out, "checked as a refinement of %s", refined->name->text);
  while ((refined = refined->refines)) text_printf(out, ", %s", refined->name->text);
  text_add(out, ": its preconditions are assumed; results agree and the gluing invariant holds "
                "after every step\n");
}

static void add_name_text(void *text, const char *name) { text_printf(text, " %s", name); }

static void add_names(const CheckReport *c, const char *title, GuideNames which)
{
  Text *out = &c->report->out;
  size_t before = out->len;
  text_printf(out, ", %s:", title);
  size_t without = out->len;
  guide_names(c->lts, which, add_name_text, out);
  if (out->len == without) out->len = before;
}

/* Which names a process that guides the machine shares with it. */
static void add_guided_text(const CheckReport *c)
{
  Text *out = &c->report->out;
  GuidedFigures figures = guided_figures(c->of);
  text_printf(out, "guided by a process: %u state%s of the machine, %u of the process",
              figures.machine_states, figures.machine_states == 1 ? "" : "s", figures.csp_states);
  if (figures.terminated) text_add(out, ", which terminates");
  add_names(c, "common", GUIDE_COMMON);
  add_names(c, guide_blocks_others(c->lts) ? "blocked operations" : "free operations", GUIDE_FREE);
  add_names(c, "only in the script", GUIDE_CSP_ONLY);
  text_add_char(out, '\n');
}

/* What the verdict does not say. */
static void add_remarks(const CheckReport *c, Verdict verdict)
{
  Text *out = &c->report->out;
  const ExploreOptions *o = &c->of->options;
  uint32_t gluing = check_gluing_conjuncts(c->engine->model);
  if (guided_is(c->of)) add_guided_text(c);
  if (verdict == VERDICT_PASS && c->engine->model->chain) add_refinement(c);
  else if (verdict == VERDICT_PASS && gluing && o->invariant)
    text_printf(out,
                "not checked: %u conjunct%s of the invariant about variables of the refined "
                "machine (checked without --alone)\n",
                gluing, text_plural(gluing));
  if (verdict != VERDICT_FAIL && c->style->trace_file)
    text_printf(out, "no trace written to %s: no counterexample was found\n", c->style->trace_file);
  if (verdict == VERDICT_FAIL && o->keep_going) {
    add_counts(c, out);
    text_add_char(out, '\n');
  }
}

/* Goals that were looked for in vain. */
static void add_goals(const CheckReport *c, Text *text)
{
  bool only_asked = !c->of->options.goal;
  const char *before = c->x->complete ? ", goal not reached: " : ", goal not reached so far: ";
  for (uint32_t i = 0; i < c->lts->predicate_count; i++) {
    const LtsPredicate *p = c->lts->predicate(c->lts, i);
    if (p->kind != PREDICATE_GOAL || (only_asked && !p->asked)) continue;
    text_printf(text, "%s%s", before, p->text);
    before = "; ";
  }
}

/* The first violation; a goal that was found is none, but is told where there is nothing else. */
static const Violation *foremost(const Exploration *x)
{
  assert(x->violations.len > 0);
  for (uint32_t i = 0; i < x->violations.len; i++)
    if (x->violations.data[i].kind != VIOLATION_GOAL) return &x->violations.data[i];
  return &x->violations.data[0];
}

static void add_failure(const CheckReport *c, Text *out)
{
  const Violation *v = foremost(c->x);
  const char *message = c->messages[v - c->x->violations.data];
  uint32_t steps = check_steps_to(c->of, v->state);
  const char *ending = text_plural(steps);
  if (v->kind == VIOLATION_GOAL)
    text_printf(out, "GOAL found after %u step%s (%s)", steps, ending, message);
  else text_printf(out, "FAIL %s after %u step%s (%s)", violation_title(v), steps, ending, message);
  check_add_scope(c->of, out);
}

/* What a search that passes has not seen; a way to a failure is one all the same. */
static void add_outside(const CheckReport *c, Text *out)
{
  if (c->x->outside)
    text_printf(out, " within SCOPE (%llu more outside)", (unsigned long long) c->x->outside);
}

static Verdict worse(Verdict a, Verdict b)
{
  if (a == VERDICT_FAIL || b == VERDICT_FAIL) return VERDICT_FAIL;
  return a == VERDICT_PASS ? b : a;
}

static void add_verdict(const CheckReport *c, Verdict verdict)
{
  static const char *const words[] = {"PASS", "FAIL", "UNKNOWN"};
  Text *out = &c->report->out;
  const CheckStyle *style = c->style;
  if (verdict == VERDICT_FAIL) {
    add_failure(c, out);
    if (style->also) text_printf(out, "; %s", style->also);
  } else {
    Verdict both = style->also ? worse(verdict, style->also_verdict) : verdict;
    text_printf(out, "%s ", words[both]);
    if (style->also) text_printf(out, "%s; ", style->also);
    add_counts(c, out);
    if (verdict == VERDICT_PASS) check_add_scope(c->of, out), add_outside(c, out);
    add_goals(c, out);
    text_printf(out, ", %.2f s", report_seconds(c->report));
  }
  text_add_char(out, '\n');
}

typedef struct {
  const CheckReport *c;
  Value *row; /* or NULL */
} GreatestRow;

static bool is_integer(Value v) { return value_is_small(v) || value_is_node(v, NODE_KIND_BIGINT); }

/* Keeps the row with the greatest integer constants, whatever the order of the states is. */
static void keep_row(void *context, const Value *row)
{
  GreatestRow *kept = context;
  Lts *lts = kept->c->lts;
  bool first = !kept->row;
  if (first)
    kept->row = arena_new_array(session_arena(kept->c->report->session), Value, lts->width + 1);
  int order = first;
  for (uint32_t i = 0; i < lts->constants && !order; i++)
    if (is_integer(row[i]) && is_integer(kept->row[i]))
      order = value_compare(lts->store, row[i], kept->row[i]);
  if (order > 0) memcpy(kept->row, row, lts->width * sizeof *row);
}

static bool has_unbounded_constant(const Engine *e)
{
  TriedNames tried = tried_names(e);
  bool some = false;
  for (uint32_t i = 0; i < tried.len; i++) some |= tried.data[i].name->kind == SYMBOL_CONSTANT;
  vec_free(&tried);
  return some;
}

static UnboundedNames unbounded_names(const CheckReport *c)
{
  GreatestRow greatest = {c, NULL};
  if (!c->x->complete && has_unbounded_constant(c->engine))
    exploration_each(c->x, keep_row, &greatest);
  return (UnboundedNames){.report = c->report,
                          .engine = c->engine,
                          .reasons = c->x->reasons.data,
                          .reason_count = c->x->reasons.len,
                          .does = "checks the model",
                          .checked = true,
                          .lts = c->lts,
                          .row = greatest.row};
}

CheckReport check_report_begin(Report *report, const Checked *c, const CheckStyle *style)
{
  assert(c->x && !style->trace == !style->trace_file);
  b_machine_show(c->machine, report->json);
  Arena *arena = session_arena(report->session);
  return (CheckReport){.report = report,
                       .of = c,
                       .style = style,
                       .lts = c->lts,
                       .machine = c->machine,
                       .engine = c->engine,
                       .x = c->x,
                       .messages = arena_new_array(arena, const char *, c->x->violations.len + 1)};
}

Verdict check_report(Report *report, const Checked *checked, const CheckStyle *style)
{
  CheckReport told = check_report_begin(report, checked, style), *c = &told;
  json_t *violations = check_show_violations(c), *reasons = json_array();
  UnboundedNames unbounded = unbounded_names(c);
  c->reasons = unbounded_reasons(&unbounded, &c->reason_count);
  for (uint32_t i = 0; i < c->reason_count; i++)
    json_array_append_new(reasons, json_report_string(c->reasons[i]));
  if (style->coverage) check_add_coverage(report, checked);
  add_json(c, violations);
  report_extend(report, "reasons", reasons);
  add_warnings(c);
  report->incomplete |= !c->x->complete;
  Verdict verdict = check_verdict(checked);
  if (verdict == VERDICT_UNKNOWN)
    json_object_set_new(report->fields, "unbounded", unbounded_tell(&unbounded));
  add_remarks(c, verdict);
  add_verdict(c, verdict);
  return style->also ? worse(verdict, style->also_verdict) : verdict;
}
