#include "cli/check_gluing.h"

#include "compare/gluing/gluing.h"
#include "cli/gluing_invariant.h"

typedef struct {
  Cli *cli;
  Systems *systems;
  GluingInvariant *invariant;
  const Gluing *result;
} Report;

static void print_state(Text *out, const Space *space, StateId state)
{
  system_print_state(out, space, states_row(space->states, state), NULL);
}

/* `broken`: it cannot be completed, and is not counted. */
static void print_step(const Report *r, uint32_t number, bool broken, uint32_t action, StateId c)
{
  Text *out = &r->cli->out;
  const char *text = alphabet_text(r->systems->alphabet, action);
  if (number && broken) text_printf(out, "       then %s\n", text);
  else if (number) text_printf(out, "  %3u. %s\n", number, text);
  else text_add(out, "       INITIALISATION\n");
  text_add(out, "         implementation: ");
  print_state(out, r->systems->impl_space, c);
  text_add_char(out, '\n');
}

static void print_answer(const Report *r, StateId a)
{
  text_add(&r->cli->out, "         specification:  ");
  print_state(&r->cli->out, r->systems->spec_space, a);
  text_add_char(&r->cli->out, '\n');
}

/* The way to the step, and for each answer of the specification what is wrong with it. */
static void show_way(const Report *r)
{
  const Gluing *g = r->result;
  Text *out = &r->cli->out;
  for (uint32_t i = 0; i < g->steps.len; i++) {
    print_step(r, i, false, g->steps.data[i].action, g->steps.data[i].c);
    print_answer(r, g->steps.data[i].a);
  }
  print_step(r, g->steps.len, true, g->action, g->after);
  if (g->outcome == GLUING_MISSING) text_add(out, "         specification:  cannot do this\n");
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

static void add_fields(const Report *r)
{
  const Gluing *g = r->result;
  json_t *fields = r->cli->fields, *broken = json_null();
  if (g->outcome == GLUING_BROKEN || g->outcome == GLUING_MISSING || g->outcome == GLUING_UNKNOWN) {
    broken = json_object();
    json_object_set_new(broken, "steps", json_integer(completed_steps(g)));
    json_object_set_new(broken, "impl_state", state_json(r->systems->impl_space, g->after));
    json_t *spec = json_null(), *conjunct = json_null();
    if (g->candidates.len) {
      Text text = {0};
      gluing_invariant_explain(r->invariant, &text, g->candidates.data[0], g->after);
      spec = state_json(r->systems->spec_space, g->candidates.data[0]);
      conjunct = json_report_string(text_string(&text));
      text_free(&text);
    }
    json_object_set_new(broken, "spec_state", spec);
    json_object_set_new(broken, "conjunct", conjunct);
  }
  json_object_set_new(fields, "pairs", json_integer((json_int_t) g->pairs));
  json_object_set_new(fields, "conjuncts", json_integer(gluing_invariant_count(r->invariant)));
  json_object_set_new(fields, "broken", broken);
}

static void print_cause(const Report *r, const char *verdict)
{
  const Gluing *g = r->result;
  Text *out = &r->cli->out;
  uint32_t steps = completed_steps(g);
  text_printf(out, "%s gluing invariant after %u step%s (", verdict, steps, steps == 1 ? "" : "s");
  if (g->outcome == GLUING_MISSING)
    text_printf(out, "the specification cannot do %s",
                g->steps.len ? alphabet_text(r->systems->alphabet, g->action) : "that");
  else if (g->candidates.len == 1)
    gluing_invariant_explain(r->invariant, out, g->candidates.data[0], g->after);
  else if (g->outcome == GLUING_UNKNOWN)
    text_add(out, "whether an answer of the specification is related could not be decided");
  else text_printf(out, "none of %u answers of the specification is related", g->candidates.len);
  text_add(out, ")\n");
}

static Verdict report(const Report *r, const char *reason)
{
  const Gluing *g = r->result;
  Text *out = &r->cli->out;
  uint32_t left_out = gluing_invariant_left_out(r->invariant);
  add_fields(r);
  if (left_out)
    text_printf(out, "%u conjunct%s left out: variables of other machines are not known here\n",
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
    text_printf(out, "UNKNOWN gluing invariant, not complete: %s\n", reason ? reason : "stopped");
    return VERDICT_UNKNOWN;
  case GLUING_HOLDS: break;
  }
  uint32_t count = gluing_invariant_count(r->invariant);
  text_add(out, "PASS gluing invariant, ");
  if (count) text_printf(out, "%u conjunct%s", count, count == 1 ? " holds" : "s hold");
  else text_add(out, "variables of both machines are equal");
  text_printf(out, " on %llu pair%s reached together", (unsigned long long) g->pairs,
              g->pairs == 1 ? "" : "s");
  systems_add_scope(r->cli, r->systems);
  text_add_char(out, '\n');
  return VERDICT_PASS;
}

ExitCode check_gluing(Cli *cli, Systems *s)
{
  GluingInvariant *invariant = gluing_invariant_new(s);
  if (!invariant)
    return cli_usage(cli, "--check-gluing is for a refinement and the machine that it refines");
  Gluing *g = NULL;
  bool nonblocking = options_is(&cli->options, OPT_SEMANTICS, "nonblocking");
  if (s->impl_space->complete && s->spec_space->complete)
    g = gluing_check(s->impl_space, s->spec_space, nonblocking, gluing_invariant_holds, invariant);
  const char *reason = systems_add_reasons(cli, s);
  systems_add_warnings(cli, s);
  Verdict verdict = VERDICT_UNKNOWN;
  Report r = {cli, s, invariant, g};
  if (g) verdict = report(&r, reason);
  else text_printf(&cli->out, "UNKNOWN gluing invariant, not complete: %s\n", reason);
  gluing_free(g);
  gluing_invariant_free(invariant);
  return systems_finish(cli, verdict);
}
