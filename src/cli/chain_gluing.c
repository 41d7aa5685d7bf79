#include "cli/chain_gluing.h"

#include <string.h>

#include "cli/check_report.h"
#include "cli/given_constants.h"
#include "cli/input.h"
#include "cli/limits.h"
#include "cli/signals.h"
#include "cli/system.h"
#include "cli/violation.h"
#include "lts/b_machine.h"
#include "report/gluing_report.h"

typedef struct {
  Checked of;
  const Model *model;
  uint64_t pairs;
} Report;

static void count_pair(void *context, const Value *row)
{
  Report *r = context;
  r->pairs += !r->of.lts->is_setup(r->of.lts, row);
}

static uint32_t conjuncts(const Model *model)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->invariants.len; i++) count += model->invariants.data[i].gluing;
  return count;
}

/* Seen machines change by themselves, so what depends on them is looked at in every state. */
static bool depends_on_seen(const Model *model)
{
  for (uint32_t i = 0; i < model->invariants.len; i++)
    if (model->invariants.data[i].shared) return true;
  return false;
}

/* The part of a state that belongs to the refinement, or the rest of its variables. */
static json_t *state_json(const Report *r, const Value *row, bool refinement)
{
  Text text = {0};
  Lts *lts = r->of.lts;
  for (uint32_t i = 0; i < r->model->variables.len; i++) {
    uint32_t level = r->model->variables.data[i]->machine->level, column = lts->constants + i;
    if ((level == 0) != refinement) continue;
    text_printf(&text, "%s%s = ", text.len ? ", " : "", lts->column_name(lts, column));
    lts->print_column(lts, &text, column, row[column]);
  }
  json_t *value = json_report_string(text_string(&text));
  text_free(&text);
  return value;
}

static uint32_t steps_to(const Report *r, StateId state)
{
  uint32_t steps = 0;
  for (; state != NO_STATE; state = exploration_from(r->of.x, state))
    steps += exploration_label(r->of.x, state) >= LABEL_OPERATION;
  return steps;
}

/* The states are those before the step that goes wrong. */
static json_t *broken(const Report *r, json_t *violations)
{
  if (r->of.x->violations.len == 0) return json_null();
  const Violation *v = &r->of.x->violations.data[0];
  bool somewhere = v->state != NO_STATE;
  const Value *row = somewhere ? exploration_row(r->of.x, v->state) : NULL;
  json_t *entry = gluing_report_broken(steps_to(r, v->state), row ? state_json(r, row, true) : NULL,
                                       row ? state_json(r, row, false) : NULL,
                                       json_report_string(r->of.messages[0]));
  json_object_update_missing(entry, json_array_get(violations, 0));
  return entry;
}

/* Is a conjunct that glues violated, in a step or in a state?  Results that are wrong, operations
 * that cannot be followed and conjuncts of the refinement alone are called what `check` calls them.
 */
static bool is_about_gluing(const Report *r, const Violation *v)
{
  if (v->kind != VIOLATION_INVARIANT) return strstr(v->message, "the gluing invariant");
  Span span = r->of.lts->predicate(r->of.lts, v->predicate)->span;
  const Clauses *all = &r->model->invariants;
  for (uint32_t i = 0; i < all->len; i++)
    if (all->data[i].gluing && all->data[i].node->span.begin == span.begin) return true;
  return false;
}

static Verdict report(Report *r)
{
  Cli *cli = r->of.cli;
  const Exploration *x = r->of.x;
  Text *out = &cli->out;
  json_t *violations = json_array(), *reasons = json_array();
  r->of.messages =
      arena_new_array(session_arena(cli->session), const char *, x->violations.len + 1);
  b_machine_show(r->of.machine, cli->json);
  check_show_violations(&r->of, violations);
  exploration_each(x, count_pair, r);
  for (uint32_t i = 0; i < x->reasons.len; i++)
    json_array_append_new(reasons, json_report_string(x->reasons.data[i]));
  json_object_set_new(cli->fields, "reasons", reasons);
  GluingReport gluing = {r->pairs, conjuncts(r->model), "results agree"};
  gluing_report_add_fields(cli->fields, &gluing, broken(r, violations));
  json_decref(violations);
  cli->incomplete = !x->complete;
  if (x->violations.len) {
    const Violation *v = &x->violations.data[0];
    bool glued = is_about_gluing(r, v);
    gluing_report_begin(out, "FAIL", glued ? "gluing invariant" : violation_title(v),
                        steps_to(r, v->state));
    text_printf(out, "%s)\n", r->of.messages[0]);
    return VERDICT_FAIL;
  }
  if (!x->complete) {
    gluing_report_incomplete(out, x->reasons.len ? x->reasons.data[0] : "it was stopped");
    return VERDICT_UNKNOWN;
  }
  gluing_report_pass(out, &gluing);
  return VERDICT_PASS;
}

static ExitCode explore_chain(Cli *cli, System *system)
{
  const Options *o = &cli->options;
  ExploreOptions options = {.max_states = o->values[OPT_MAX_STATES].number,
                            .time_limit = o->values[OPT_TIME_LIMIT].seconds,
                            .memory_limit = limits_memory(o),
                            .invariant = depends_on_seen(system->model),
                            .cancelled = signals_interrupted};
  signals_note_interruption();
  Exploration *x = explore(system->lts, options);
  Report r = {.of = {.cli = cli,
                     .lts = system->lts,
                     .machine = system->machine,
                     .engine = system->engine,
                     .x = x},
              .model = system->model};
  Verdict verdict = report(&r);
  exploration_free(x);
  Systems s = {.impl = *system};
  systems_add_warnings(cli, &s);
  if (verdict == VERDICT_PASS) systems_add_scope(cli, &s), text_add_char(&cli->out, '\n');
  return systems_finish(cli, verdict);
}

bool chain_gluing(Cli *cli, ExitCode *code)
{
  static const OptionId others[] = {OPT_HIDE, OPT_RENAME, OPT_SEMANTICS};
  for (uint32_t i = 0; i < sizeof others / sizeof *others; i++)
    if (options_given(&cli->options, others[i])) return false;
  System system;
  if (!system_is_refinement(cli)) return false;
  if (!system_open_chain(cli, &system, code)) return true;
  *code = explore_chain(cli, &system);
  system_close(&system);
  return true;
}
