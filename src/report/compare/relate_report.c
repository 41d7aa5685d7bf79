#include "report/compare/relate_report.h"

#include <assert.h>

#include "compare/play.h"
#include "lts/print.h"
#include "report/compare/comparison.h"
#include "report/compare/counterexample.h"
#include "session/relation_predicate.h"

enum { PAIRS_SHOWN = 40 };

typedef struct {
  Report *report;
  Systems *systems;
  SimulateOptions options;
  const Simulation *x;        /* or NULL */
  const Refinement *powerset; /* or NULL */
  const Related *related;
} Relate;

static void print_side(Text *out, const Space *space, StateId state)
{
  if (lts_has_columns(space->lts))
    comparison_print_state(out, space, states_row(space->states, state), NULL);
  else text_printf(out, "state %u", state + 1);
}

static const char *direction_of(const Relate *r)
{
  return r->powerset ? "powerset" : r->options.upward ? "upward" : "downward";
}

static const char *semantics_of(const Relate *r)
{
  if (r->options.steps_only) return "traces";
  return r->options.nonblocking ? "nonblocking" : "blocking";
}

/* ------------------------------------------------------------- the relation */

/* specification | implementation, a line for each pair. */
static void show_pairs(const Relate *r)
{
  const Simulation *x = r->x;
  Text *out = &r->report->out;
  uint32_t shown = 0;
  for (StateId c = 0; c < x->impl_count && shown < PAIRS_SHOWN; c++)
    for (StateId a = 0; a < x->spec_count && shown < PAIRS_SHOWN; a++) {
      if (!simulation_has(x, a, c)) continue;
      if (!shown++) text_add(out, "specification | implementation\n");
      text_add(out, "  ");
      print_side(out, r->systems->spec_space, a);
      text_add(out, " | ");
      print_side(out, r->systems->impl_space, c);
      text_add_char(out, '\n');
    }
  if (x->pairs > shown)
    text_printf(out, "  and %llu more\n", (unsigned long long) (x->pairs - shown));
}

/* The predicate that was found, one conjunct or pair on a line. */
static void print_predicate(const Relate *r, const RelationPredicate *p)
{
  const Glue *glue = p->glue;
  uint32_t pairs = p->pairs.len;
  Text lines = {0};
  Text *out = &r->report->out;
  if (r->options.upward) text_add(out, "as an invariant");
  else
    text_printf(out, "as an invariant, for the %u pair%s reached together", pairs,
                pairs == 1 ? "" : "s");
  if (glue->exact || p->listed) text_add(out, ", exactly:\n");
  else if (glue->compared) text_add(out, "; other pairs also satisfy it:\n");
  else text_add(out, "; whether other pairs satisfy it was not checked:\n");
  relation_predicate_print(p, &lines, " &\n  ");
  if (lines.len) text_printf(out, "INVARIANT\n  %s\n", lines.data);
  else text_add(out, "  no conjunct is needed\n");
  const char *before = "where these have the same value on both sides: ";
  for (uint32_t i = 0; i < glue->facts.len; i++)
    if (glue->facts.data[i].implicit) {
      text_printf(out, "%s%s", before, glue->facts.data[i].left->text);
      before = ", ";
    }
  if (*before == ',') text_add_char(out, '\n');
  text_free(&lines);
}

/* The relation as a predicate, as far as one was found. */
static void show_predicate(const Relate *r)
{
  json_t *fields = r->report->fields;
  RelationPredicate p = relation_predicate_find(r->report->session, r->related);
  json_object_set_new(fields, "joint_pairs", p.all ? json_integer(p.pairs.len) : json_null());
  if (p.found) {
    Text text = {0};
    relation_predicate_print(&p, &text, " & ");
    json_object_set_new(fields, "predicate",
                        json_report_string(text.len ? text.data : RELATION_PREDICATE_TRUE));
    json_object_set_new(fields, "predicate_exact", json_boolean(p.glue->exact || p.listed));
    print_predicate(r, &p);
    text_free(&text);
  }
  relation_predicate_free(&p);
}

/* ------------------------------------------------------------------ failure */

static void print_failure(const Relate *r)
{
  Text *out = &r->report->out;
  text_add(out, " (");
  print_side(out, r->systems->impl_space, r->x->where);
  if (r->x->outcome == SIMULATION_NOT_INITIAL)
    text_add(out, " is an initial state, but is related to no initial state of the specification");
  else if (r->x->outcome == SIMULATION_NOT_TOTAL)
    text_add(out, " is related to no state of the specification");
  else text_add(out, " refuses what all states related to it offer");
  text_add_char(out, ')');
}

static void show_move(const Relate *r, uint32_t number, const Move *move)
{
  Text *out = &r->report->out;
  const char *action = alphabet_text(r->systems->alphabet, move->action);
  if (number && move->a == NO_STATE) text_printf(out, "       then %s\n", action);
  else if (number) text_printf(out, "  %3u. %s\n", number, action);
  else text_add(out, "       the beginning\n");
  text_add(out, "         implementation: ");
  print_side(out, r->systems->impl_space, move->c);
  text_add(out, "\n         specification:  ");
  if (move->a == NO_STATE) text_add(out, "does not allow this step");
  else print_side(out, r->systems->spec_space, move->a);
  if (move->answers > 1) text_printf(out, "  (the best of %u answers)", move->answers);
  text_add_char(out, '\n');
}

/* How the implementation gets to something that the specification cannot answer. */
static void show_play(const Relate *r)
{
  Play play = play_new(r->x, r->systems->impl_space, r->systems->spec_space, r->options);
  Text *out = &r->report->out;
  if (play.moves.len) text_add(out, "the implementation moves, the specification answers:\n");
  for (uint32_t i = 0; i < play.moves.len; i++) show_move(r, i, &play.moves.data[i]);
  if (play.refused.len)
    text_add(out, "then the implementation refuses what the specification offers: ");
  for (uint32_t i = 0; i < play.refused.len; i++)
    text_printf(out, "%s%s", i ? ", " : "",
                alphabet_text(r->systems->alphabet, play.refused.data[i]));
  if (play.refused.len) text_add_char(out, '\n');
  play_free(&play);
}

/* ------------------------------------------------------------------- report */

static void add_fields(const Relate *r)
{
  json_t *fields = r->report->fields, *pairs = json_null();
  if (r->powerset) pairs = json_integer((json_int_t) r->powerset->pairs);
  else if (r->x && r->x->related) pairs = json_integer((json_int_t) r->x->pairs);
  json_object_set_new(fields, "direction", json_report_string(direction_of(r)));
  json_object_set_new(fields, "semantics", json_report_string(semantics_of(r)));
  json_object_set_new(fields, "pairs", pairs);
  json_object_set_new(fields, "predicate", json_null());
  json_object_set_new(fields, "spec_states",
                      json_integer(states_count(r->systems->spec_space->states)));
  json_object_set_new(fields, "impl_states",
                      json_integer(states_count(r->systems->impl_space->states)));
}

static Verdict report_unknown(const Relate *r, const char *reason)
{
  json_t *reasons = json_object_get(r->report->fields, "reasons");
  if (!reason)
    reason = r->x && r->x->outcome == SIMULATION_HIDDEN
                 ? "upward simulation does not support hidden steps"
                 : "the relation would be too large";
  if (json_array_size(reasons) == 0) json_array_append_new(reasons, json_report_string(reason));
  counterexample_assumable(r->report, r->systems, "refine --pre assume");
  comparison_tell_unbounded(r->report, r->systems);
  text_printf(&r->report->out,
              "UNKNOWN %s simulation, %s, of %u implementation and %u specification states, not "
              "complete: %s",
              direction_of(r), semantics_of(r), states_count(r->systems->impl_space->states),
              states_count(r->systems->spec_space->states), reason);
  comparison_add_scope(r->report, r->systems);
  text_add_char(&r->report->out, '\n');
  return VERDICT_UNKNOWN;
}

static Verdict report_simulation(const Relate *r)
{
  assert(r->x && r->x->related);
  const Simulation *x = r->x;
  bool holds = x->outcome == SIMULATION_HOLDS;
  if (holds) show_pairs(r);
  if (holds) show_predicate(r);
  else if (!r->options.upward) show_play(r);
  text_printf(
      &r->report->out,
      "%s %s simulation, %s, %s%llu pair%s of %u implementation and %u specification states",
      holds ? "PASS" : "FAIL no", direction_of(r), semantics_of(r),
      holds ? "" : "the greatest relation has ", (unsigned long long) x->pairs,
      x->pairs == 1 ? "" : "s", x->impl_count, x->spec_count);
  if (!holds) print_failure(r);
  else comparison_add_scope(r->report, r->systems);
  text_add_char(&r->report->out, '\n');
  return holds ? VERDICT_PASS : VERDICT_FAIL;
}

/* Sets of states of the specification against states of the implementation. */
static Verdict report_powerset(const Relate *r)
{
  assert(r->powerset && r->powerset->decided);
  const Refinement *x = r->powerset;
  Text *out = &r->report->out;
  counterexample_show(r->report, x);
  text_printf(out, "%s powerset simulation, %s, ", x->holds ? "PASS" : "FAIL no", semantics_of(r));
  if (x->holds) {
    text_printf(out, "%llu pair%s of %u implementation states and %u sets of specification states",
                (unsigned long long) x->pairs, x->pairs == 1 ? "" : "s",
                states_count(x->impl->states), normal_count(x->normal));
    comparison_add_scope(r->report, r->systems);
  } else {
    counterexample_cause(out, x);
  }
  text_add_char(out, '\n');
  return x->holds ? VERDICT_PASS : VERDICT_FAIL;
}

/* What was asked for first does not hold: the user should not take the one for the other. */
static void warn_of_weaker(const Relate *r)
{
  Text cause = {0};
  counterexample_cause(&cause, r->related->refuted);
  Diags *diags = session_diags(r->report->session);
  Diag *diag =
      diag_warning(diags, SPAN_NONE, "traces-only",
                   "there is no nonblocking simulation: %s; this one preserves traces only",
                   text_string(&cause));
  diag_hint(diags, diag, "--semantics nonblocking shows how it fails");
  text_free(&cause);
}

Verdict relate_report(Report *report, const Related *related)
{
  Relate relate = {.report = report,
                   .systems = related->systems,
                   .options = related->options,
                   .x = related->x,
                   .powerset = related->powerset,
                   .related = related};
  const Relate *r = &relate;
  if (related->refuted) warn_of_weaker(r);
  add_fields(r);
  const char *reason = comparison_add_reasons(report, r->systems);
  comparison_add_warnings(report, r->systems);
  if (r->powerset && r->powerset->decided) return report_powerset(r);
  if (r->powerset || !r->x || !r->x->related) return report_unknown(r, reason);
  return report_simulation(r);
}
