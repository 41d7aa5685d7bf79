#include "report/compare/chain_gluing_report.h"

#include <assert.h>
#include <string.h>

#include "lts/b_machine.h"
#include "report/compare/comparison.h"
#include "report/compare/gluing_text.h"
#include "report/violation.h"

typedef struct {
  CheckReport of;
  const Model *model;
  uint64_t pairs;
} Telling;

static void count_pair(void *context, const Value *row)
{
  Telling *r = context;
  r->pairs += !r->of.lts->is_setup(r->of.lts, row);
}

static uint32_t conjuncts(const Model *model)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->invariants.len; i++) count += model->invariants.data[i].gluing;
  return count;
}

/* The part of a state that belongs to the refinement, or the rest of its variables. */
static json_t *state_json(const Telling *r, const Value *row, bool refinement)
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

/* The states are those before the step that goes wrong. */
static json_t *broken(const Telling *r, json_t *violations)
{
  if (r->of.x->violations.len == 0) return json_null();
  const Violation *v = &r->of.x->violations.data[0];
  bool somewhere = v->state != NO_STATE;
  const Value *row = somewhere ? exploration_row(r->of.x, v->state) : NULL;
  json_t *entry = gluing_text_broken(
      check_steps_to(r->of.of, v->state), row ? state_json(r, row, true) : NULL,
      row ? state_json(r, row, false) : NULL, json_report_string(r->of.messages[0]));
  json_object_update_missing(entry, json_array_get(violations, 0));
  return entry;
}

/* Is a conjunct that glues violated, in a step or in a state?  Results that are wrong, operations
 * that cannot be followed and conjuncts of the refinement alone are called what `check` calls them.
 */
static bool is_about_gluing(const Telling *r, const Violation *v)
{
  if (v->kind != VIOLATION_INVARIANT) return strstr(v->message, "the gluing invariant");
  Span span = r->of.lts->predicate(r->of.lts, v->predicate)->span;
  const Clauses *all = &r->model->invariants;
  for (uint32_t i = 0; i < all->len; i++)
    if (all->data[i].gluing && all->data[i].node->span.begin == span.begin) return true;
  return false;
}

static Verdict tell(Telling *r)
{
  Report *report = r->of.report;
  const Exploration *x = r->of.x;
  Text *out = &report->out;
  json_t *violations = check_show_violations(&r->of), *reasons = json_array();
  exploration_each(x, count_pair, r);
  for (uint32_t i = 0; i < x->reasons.len; i++)
    json_array_append_new(reasons, json_report_string(x->reasons.data[i]));
  json_object_set_new(report->fields, "reasons", reasons);
  GluingText gluing = {r->pairs, conjuncts(r->model), "results agree"};
  gluing_text_add_fields(report->fields, &gluing, broken(r, violations));
  json_decref(violations);
  report->incomplete = !x->complete;
  if (x->violations.len) {
    const Violation *v = &x->violations.data[0];
    bool glued = is_about_gluing(r, v);
    gluing_text_begin(out, "FAIL", glued ? "gluing invariant" : violation_title(v),
                      check_steps_to(r->of.of, v->state));
    text_printf(out, "%s)\n", r->of.messages[0]);
    return VERDICT_FAIL;
  }
  if (!x->complete) {
    gluing_text_incomplete(out, x->reasons.len ? x->reasons.data[0] : "the search was interrupted");
    return VERDICT_UNKNOWN;
  }
  gluing_text_pass(out, &gluing);
  return VERDICT_PASS;
}

Verdict chain_gluing_report(Report *report, const System *system, const Checked *c)
{
  assert(system->model->chain && system->machine == c->machine);
  CheckStyle style = {0};
  Telling r = {.of = check_report_begin(report, c, &style), .model = system->model};
  Verdict verdict = tell(&r);
  Systems s = {.impl = *system};
  comparison_add_warnings(report, &s);
  if (verdict == VERDICT_PASS) comparison_add_scope(report, &s), text_add_char(&report->out, '\n');
  return verdict;
}
