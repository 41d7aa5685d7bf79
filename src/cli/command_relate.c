#include <string.h>

#include "compare/gluing/glue.h"
#include "compare/gluing/listing.h"
#include "compare/play.h"
#include "cli/chain_gluing.h"
#include "cli/check_gluing.h"
#include "compare/gluing/gluing_invariant.h"
#include "cli/refine_assume.h"
#include "cli/show_refinement.h"
#include "cli/system.h"

enum { PAIRS_SHOWN = 40, PAIRS_CONFIRMED = 20000 };
#define NOTHING_TO_SAY "TRUE = TRUE" /* variables have the same names, or all pairs are related */

typedef struct {
  Cli *cli;
  Systems *systems;
  SimulateOptions options;
  Simulation *x;        /* or NULL */
  Refinement *powerset; /* or NULL */
} Relate;

static void print_side(Text *out, const Space *space, StateId state)
{
  system_print_state(out, space, states_row(space->states, state), NULL);
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
  Text *out = &r->cli->out;
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

/* The predicate that was found, one conjunct or pair on a line; or "". */
static void print_predicate(const Relate *r, const Glue *glue, uint32_t pairs, const char *text,
                            bool listed)
{
  Text *out = &r->cli->out;
  if (r->options.upward) text_add(out, "as an invariant");
  else
    text_printf(out, "as an invariant, for the %u pair%s reached together", pairs,
                pairs == 1 ? "" : "s");
  if (glue->exact || listed) text_add(out, ", exactly:\n");
  else if (glue->compared) text_add(out, "; other pairs satisfy it, too:\n");
  else text_add(out, "; whether other pairs satisfy it was not checked:\n");
  if (*text) text_printf(out, "INVARIANT\n  %s\n", text);
  else text_add(out, "  no conjunct is needed\n");
  const char *before = "where these have the same value on both sides: ";
  for (uint32_t i = 0; i < glue->facts.len; i++)
    if (glue->facts.data[i].implicit) {
      text_printf(out, "%s%s", before, glue->facts.data[i].left->text);
      before = ", ";
    }
  if (*before == ',') text_add_char(out, '\n');
}

/* Does the predicate, as a text that is read again, hold on all pairs?  Where the
 * implementation is no refinement there is nobody to ask. */
static bool is_confirmed(const Relate *r, const char *predicate, const PairList *pairs)
{
  const Systems *s = r->systems;
  Session *session = r->cli->session;
  Model *model = s->impl.model;
  GluingInvariant *g =
      model && model->main->refines ? gluing_invariant_new(s->impl_space, s->spec_space) : NULL;
  if (!g) return true;
  bool good = gluing_invariant_set(g, *session_context(session), model,
                                   session_text(session, "the predicate", predicate));
  for (uint32_t i = 0; i < pairs->len && i < PAIRS_CONFIRMED && good; i++)
    good = gluing_invariant_holds(g, pairs->data[i].a, pairs->data[i].c) == TRUTH_TRUE;
  gluing_invariant_free(g);
  return good;
}

/* Variables of one name are one variable in B, so that no predicate can speak of two
 * values.  Where they differ, a smaller simulation in which they are equal will do. */
static Glue *make_equal(const Relate *r, Glue *glue, PairList *pairs)
{
  const Systems *s = r->systems;
  SimulateOptions options = r->options;
  options.fits = joint_rows_twins_equal;
  options.context = glue->table;
  options.play = false;
  Simulation *x = simulate(s->impl_space, s->spec_space, options);
  bool found = x->outcome == SIMULATION_HOLDS;
  glue_free(glue);
  vec_free(pairs);
  if (found) *pairs = joint_pairs(x, s->impl_space, s->spec_space, options.upward);
  simulation_free(x);
  return found ? glue_find(s->impl_space, s->spec_space, pairs) : NULL;
}

/* Where the facts leave other pairs, a list of the pairs is better, if it is short: with them
 * the facts may be no simulation.  Sets *listed. */
static void write_predicate(const Relate *r, const Glue *glue, const PairList *pairs, Text *text,
                            const char *between, bool *listed)
{
  const Systems *s = r->systems;
  const char *comma = strchr(between, '\n') ? ",\n    " : ", ";
  *listed = !glue->exact && listing_print(text, s->impl_space, s->spec_space, pairs, comma);
  if (*listed && is_confirmed(r, text->data, pairs)) return;
  *listed = false;
  text_clear(text);
  glue_print(text, glue, between);
}

/* The relation as a predicate, as far as one was found. */
static void show_predicate(const Relate *r)
{
  const Systems *s = r->systems;
  json_t *fields = r->cli->fields;
  PairList pairs = joint_pairs(r->x, s->impl_space, s->spec_space, r->options.upward);
  bool all = !s->impl_space->stopped && !s->spec_space->stopped; /* the pairs are all there */
  Glue *glue = all ? glue_find(s->impl_space, s->spec_space, &pairs) : NULL;
  if (glue && glue->differs) glue = make_equal(r, glue, &pairs);
  json_object_set_new(fields, "joint_pairs", all ? json_integer(pairs.len) : json_null());
  Text text = {0}, lines = {0};
  bool listed = false;
  if (glue) write_predicate(r, glue, &pairs, &text, " & ", &listed);
  const char *predicate = text.len ? text.data : NOTHING_TO_SAY;
  bool found = glue && (glue->exact || glue->facts.len);
  if (listed || (found && is_confirmed(r, predicate, &pairs))) {
    json_object_set_new(fields, "predicate", json_report_string(predicate));
    json_object_set_new(fields, "predicate_exact", json_boolean(glue->exact || listed));
    write_predicate(r, glue, &pairs, &lines, " &\n  ", &listed);
    print_predicate(r, glue, pairs.len, text_string(&lines), listed);
  }
  text_free(&text);
  text_free(&lines);
  glue_free(glue);
  vec_free(&pairs);
}

/* ------------------------------------------------------------------ failure */

static void print_failure(const Relate *r)
{
  Text *out = &r->cli->out;
  text_add(out, " (");
  print_side(out, r->systems->impl_space, r->x->where);
  if (r->x->outcome == SIMULATION_NOT_INITIAL)
    text_add(out, " is an initial state, but related to none of the specification");
  else if (r->x->outcome == SIMULATION_NOT_TOTAL)
    text_add(out, " is related to no state of the specification");
  else text_add(out, " refuses what all states related to it offer");
  text_add_char(out, ')');
}

static void show_move(const Relate *r, uint32_t number, const Move *move)
{
  Text *out = &r->cli->out;
  const char *action = alphabet_text(r->systems->alphabet, move->action);
  if (number && move->a == NO_STATE) text_printf(out, "       then %s\n", action);
  else if (number) text_printf(out, "  %3u. %s\n", number, action);
  else text_add(out, "       the beginning\n");
  text_add(out, "         implementation: ");
  print_side(out, r->systems->impl_space, move->c);
  text_add(out, "\n         specification:  ");
  if (move->a == NO_STATE) text_add(out, "cannot do this");
  else print_side(out, r->systems->spec_space, move->a);
  if (move->answers > 1) text_printf(out, "  (the best of %u answers)", move->answers);
  text_add_char(out, '\n');
}

/* How the implementation gets to something that the specification cannot answer. */
static void show_play(const Relate *r)
{
  Play play = play_new(r->x, r->systems->impl_space, r->systems->spec_space, r->options);
  Text *out = &r->cli->out;
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
  json_t *fields = r->cli->fields, *pairs = json_null();
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

static ExitCode report_unknown(const Relate *r, const char *reason)
{
  json_t *reasons = json_object_get(r->cli->fields, "reasons");
  if (!reason)
    reason = r->x && r->x->outcome == SIMULATION_HIDDEN
                 ? "there are hidden steps, which upward simulations do not treat"
                 : "the relation would be too large";
  if (json_array_size(reasons) == 0) json_array_append_new(reasons, json_report_string(reason));
  show_refinement_assumable(r->cli, r->systems, "refine --pre assume");
  systems_tell_unbounded(r->cli, r->systems);
  text_printf(&r->cli->out,
              "UNKNOWN %s simulation, %s, of %u implementation and %u specification states, not "
              "complete: %s",
              direction_of(r), semantics_of(r), states_count(r->systems->impl_space->states),
              states_count(r->systems->spec_space->states), reason);
  systems_add_scope(r->cli, r->systems);
  text_add_char(&r->cli->out, '\n');
  return systems_finish(r->cli, VERDICT_UNKNOWN);
}

static ExitCode report_simulation(const Relate *r)
{
  const Simulation *x = r->x;
  bool holds = x->outcome == SIMULATION_HOLDS;
  if (holds) show_pairs(r);
  if (holds) show_predicate(r);
  else if (!r->options.upward) show_play(r);
  text_printf(
      &r->cli->out,
      "%s %s simulation, %s, %s%llu pair%s of %u implementation and %u specification states",
      holds ? "PASS" : "FAIL no", direction_of(r), semantics_of(r),
      holds ? "" : "the greatest relation has ", (unsigned long long) x->pairs,
      x->pairs == 1 ? "" : "s", x->impl_count, x->spec_count);
  if (!holds) print_failure(r);
  else systems_add_scope(r->cli, r->systems);
  text_add_char(&r->cli->out, '\n');
  return systems_finish(r->cli, holds ? VERDICT_PASS : VERDICT_FAIL);
}

/* Sets of states of the specification against states of the implementation. */
static ExitCode report_powerset(const Relate *r)
{
  const Refinement *x = r->powerset;
  Text *out = &r->cli->out;
  show_refinement(r->cli, x);
  text_printf(out, "%s powerset simulation, %s, ", x->holds ? "PASS" : "FAIL no", semantics_of(r));
  if (x->holds) {
    text_printf(out, "%llu pair%s of %u implementation states and %u sets of specification states",
                (unsigned long long) x->pairs, x->pairs == 1 ? "" : "s",
                states_count(x->impl->states), normal_count(x->normal));
    systems_add_scope(r->cli, r->systems);
  } else {
    show_refinement_cause(out, x);
  }
  text_add_char(out, '\n');
  return systems_finish(r->cli, x->holds ? VERDICT_PASS : VERDICT_FAIL);
}

static ExitCode report(const Relate *r)
{
  add_fields(r);
  const char *reason = systems_add_reasons(r->cli, r->systems);
  systems_add_warnings(r->cli, r->systems);
  if (r->powerset && r->powerset->decided) return report_powerset(r);
  if (r->powerset || !r->x || !r->x->related) return report_unknown(r, reason);
  return report_simulation(r);
}

/* ------------------------------------------------------------------- search */

/* Is there one?  Then it is r->x. */
static bool try(Relate *r, bool upward)
{
  simulation_free(r->x);
  r->options.upward = upward;
  r->options.play = options_given(&r->cli->options, OPT_DIRECTION);
  r->x = simulate(r->systems->impl_space, r->systems->spec_space, r->options);
  return r->x->outcome == SIMULATION_HOLDS;
}

/* What was asked for first does not hold: the user should not take the one for the other. */
static void warn_of_weaker(Relate *r)
{
  Text cause = {0};
  show_refinement_cause(&cause, r->powerset);
  Diags *diags = session_diags(r->cli->session);
  Diag *diag = diag_warning(diags, SPAN_NONE, "traces-only",
                            "there is no nonblocking simulation: %s; this one is about traces only",
                            text_string(&cause));
  diag_hint(diags, diag, "--semantics nonblocking shows how it fails");
  text_free(&cause);
}

/* Without words about the direction: downward, then upward, then with sets of states,
 * which decides whether the data are refined; and without words about the semantics, at
 * last without a look at what is refused. */
static void search(Relate *r)
{
  const Options *o = &r->cli->options;
  Systems *s = r->systems;
  if (options_given(o, OPT_DIRECTION)) {
    try(r, options_is(o, OPT_DIRECTION, "upward"));
    return;
  }
  if (try(r, false) || try(r, true) || s->impl_space->stopped) return;
  SimulateOptions asked = r->options;
  RefineModel model = asked.steps_only    ? REFINE_TRACES
                      : asked.nonblocking ? REFINE_NONBLOCKING
                                          : REFINE_FAILURES;
  r->powerset = refine(s->impl_space, s->spec_space, (RefineOptions){.model = model});
  if (options_given(o, OPT_SEMANTICS) || !r->powerset->found) return;
  r->options = (SimulateOptions){.steps_only = true};
  if (try(r, false)) {
    warn_of_weaker(r);
    refinement_free(r->powerset);
    r->powerset = NULL;
  } else {
    r->options = asked;
  }
}

ExitCode command_relate(Cli *cli)
{
  const Options *o = &cli->options;
  SimulateOptions options = {.steps_only = options_is(o, OPT_SEMANTICS, "traces")};
  options.nonblocking = !options.steps_only && !options_is(o, OPT_SEMANTICS, "blocking");
  if (options_is(o, OPT_SEMANTICS, "csp") || options_is(o, OPT_SEMANTICS, "exact"))
    return cli_usage(cli, "relate knows the semantics blocking, nonblocking and traces");
  Systems s;
  ExitCode code;
  bool gluing = options_given(o, OPT_CHECK_GLUING);
  if (gluing ? chain_gluing(cli, &code) : relate_assume(cli, &code)) return code;
  if (!systems_open(cli, &s, &code)) return code;
  if (!systems_can_begin(cli, &s, &code)) {
    systems_close(&s);
    return code;
  }
  /* Without all states there is nothing to say of relations. */
  space_explore_complete(s.spec_space);
  if (s.spec_space->complete) space_explore_complete(s.impl_space);
  if (gluing) {
    code = check_gluing(cli, &s);
    systems_close(&s);
    return code;
  }
  Relate r = {.cli = cli, .systems = &s, .options = options};
  if (s.spec_space->complete && s.impl_space->complete) search(&r);
  code = report(&r);
  simulation_free(r.x);
  refinement_free(r.powerset);
  systems_close(&s);
  return code;
}
