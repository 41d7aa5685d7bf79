#include "report/compare/gluing_report.h"

#include <assert.h>

#include "report/compare/comparison.h"
#include "report/compare/gluing_text.h"

typedef struct {
  Report *report;
  Systems *systems;
  GluingInvariant *invariant;
  const Gluing *result;
} Telling;

static void print_state(Text *out, const Space *space, StateId state)
{
  comparison_print_state(out, space, states_row(space->states, state), NULL);
}

/* `broken`: it cannot be completed, and is not counted. */
static void print_step(const Telling *r, uint32_t number, bool broken, uint32_t action, StateId c)
{
  Text *out = &r->report->out;
  const char *text = alphabet_text(r->systems->alphabet, action);
  if (number && broken) text_printf(out, "       then %s\n", text);
  else if (number) text_printf(out, "  %3u. %s\n", number, text);
  else text_add(out, "       INITIALISATION\n");
  text_add(out, "         implementation: ");
  print_state(out, r->systems->impl_space, c);
  text_add_char(out, '\n');
}

static void print_answer(const Telling *r, StateId a)
{
  text_add(&r->report->out, "         specification:  ");
  print_state(&r->report->out, r->systems->spec_space, a);
  text_add_char(&r->report->out, '\n');
}

/* The way to the step, and for each answer of the specification what is wrong with it. */
static void show_way(const Telling *r)
{
  assert(r->result->outcome != GLUING_HOLDS);
  const Gluing *g = r->result;
  Text *out = &r->report->out;
  for (uint32_t i = 0; i < g->steps.len; i++) {
    print_step(r, i, false, g->steps.data[i].action, g->steps.data[i].c);
    print_answer(r, g->steps.data[i].a);
  }
  print_step(r, g->steps.len, true, g->action, g->after);
  if (g->outcome == GLUING_MISSING)
    text_add(out, "         specification:  does not allow this step\n");
  for (uint32_t i = 0; i < g->candidates.len; i++) {
    print_answer(r, g->candidates.data[i]);
    text_add(out, "         not related:    ");
    gluing_invariant_explain(r->invariant, out, g->candidates.data[i], g->after);
    text_add_char(out, '\n');
  }
}

static json_t *state_json(const Space *space, StateId state)
{
  Text text = {0};
  print_state(&text, space, state);
  json_t *value = json_report_string(text_string(&text));
  text_free(&text);
  return value;
}

/* The first of the steps is the initialisation. */
static uint32_t completed_steps(const Gluing *g) { return g->steps.len ? g->steps.len - 1 : 0; }

/* The states are those after the step that cannot be followed. */
static json_t *broken(const Telling *r)
{
  const Gluing *g = r->result;
  if (g->outcome == GLUING_HOLDS || g->outcome == GLUING_STOPPED) return json_null();
  json_t *spec = NULL, *conjunct = NULL;
  if (g->candidates.len) {
    Text text = {0};
    gluing_invariant_explain(r->invariant, &text, g->candidates.data[0], g->after);
    spec = state_json(r->systems->spec_space, g->candidates.data[0]);
    conjunct = json_report_string(text_string(&text));
    text_free(&text);
  }
  return gluing_text_broken(completed_steps(g), state_json(r->systems->impl_space, g->after), spec,
                            conjunct);
}

static void print_cause(const Telling *r, const char *verdict)
{
  const Gluing *g = r->result;
  Text *out = &r->report->out;
  gluing_text_begin(out, verdict, "gluing invariant", completed_steps(g));
  if (g->outcome == GLUING_MISSING)
    text_printf(out, "the specification does not allow %s",
                g->steps.len ? alphabet_text(r->systems->alphabet, g->action) : "that");
  else if (g->candidates.len == 1)
    gluing_invariant_explain(r->invariant, out, g->candidates.data[0], g->after);
  else if (g->outcome == GLUING_UNKNOWN)
    text_add(out, "could not decide whether an answer of the specification is related");
  else text_printf(out, "none of %u answers of the specification is related", g->candidates.len);
  text_add(out, ")\n");
}

static Verdict tell(const Telling *r, const char *reason)
{
  const Gluing *g = r->result;
  Text *out = &r->report->out;
  uint32_t left_out = gluing_invariant_left_out(r->invariant);
  GluingText gluing = {g->pairs, gluing_invariant_count(r->invariant),
                       "variables of both machines are equal"};
  gluing_text_add_fields(r->report->fields, &gluing, broken(r));
  if (left_out)
    text_printf(out, "%u conjunct%s skipped: variables of other machines are unknown here\n",
                left_out, left_out == 1 ? " is" : "s are");
  switch (g->outcome) {
  case GLUING_BROKEN:
  case GLUING_MISSING:
    show_way(r);
    print_cause(r, "FAIL");
    return VERDICT_FAIL;
  case GLUING_UNKNOWN:
    show_way(r);
    print_cause(r, "UNKNOWN");
    return VERDICT_UNKNOWN;
  case GLUING_STOPPED:
    gluing_text_incomplete(out, reason ? reason : "stopped");
    return VERDICT_UNKNOWN;
  case GLUING_HOLDS: break;
  }
  gluing_text_pass(out, &gluing);
  comparison_add_scope(r->report, r->systems);
  text_add_char(out, '\n');
  return VERDICT_PASS;
}

Verdict gluing_report(Report *report, Systems *s, GluingInvariant *invariant, const Gluing *g)
{
  const char *reason = comparison_add_reasons(report, s);
  comparison_add_warnings(report, s);
  Telling r = {report, s, invariant, g};
  if (g) return tell(&r, reason);
  gluing_text_incomplete(&report->out, reason);
  return VERDICT_UNKNOWN;
}
