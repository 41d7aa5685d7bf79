#include "report/prove/inductive_report.h"

#include "model/model_print.h"
#include "report/prove/path_text.h"
#include "report/width.h"

/* -------------------------------------------------------------------------- reasons */

static bool has_reasons(const Reasoned *r) { return r->sequent && r->core.count; }

static void add_hypothesis(const InductiveChecked *c, const Hypothesis *h, Text *out)
{
  if (h->label) text_printf(out, "%s: ", h->label->text);
  model_print_formula(out, c->steps.model, h->predicate, false);
}

static void show_reasons(const InductiveChecked *c, const Reasoned *r, Text *out)
{
  for (uint32_t i = 0; has_reasons(r) && i < r->core.count; i++) {
    if (!r->core.needed[i]) continue;
    text_add(out, "    ");
    add_hypothesis(c, &r->sequent->hypotheses[i], out);
    text_add_char(out, '\n');
  }
}

static json_t *reasons_json(const InductiveChecked *c, const Reasoned *r)
{
  json_t *list = json_array();
  for (uint32_t i = 0; has_reasons(r) && i < r->core.count; i++) {
    Text text = {0};
    if (!r->core.needed[i]) continue;
    add_hypothesis(c, &r->sequent->hypotheses[i], &text);
    json_array_append_new(list, json_report_string(text_string(&text)));
    text_free(&text);
  }
  return list;
}

/* ------------------------------------------------------------------------ operations */

static const char *name_of(const InductiveStep *s)
{
  return s->operation ? s->operation->symbol->name->text : "INITIALISATION";
}

static const char *word_of(const InductiveStep *s)
{
  switch (s->preserves.status) {
  case PROOF_PROVED: return s->operation ? "preserves the invariant" : "establishes the invariant";
  case PROOF_DISPROVED: return "can violate the invariant";
  case PROOF_BOUNDED: return "no counterexample in a limited scope";
  default: return "unknown";
  }
}

static ShownPath path_of(const InductiveChecked *c, const InductiveStep *s)
{
  return (ShownPath){&c->steps, s->path, &s->preserves, s->operation != NULL};
}

static void show_step(const InductiveChecked *c, const InductiveStep *s, unsigned width, Text *out)
{
  width_pad(out, name_of(s), width);
  text_printf(out, "  %s", word_of(s));
  if (s->preserves.status == PROOF_UNKNOWN && s->preserves.why)
    text_printf(out, ": %s", s->preserves.why);
  text_add_char(out, '\n');
  if (s->preserves.status == PROOF_DISPROVED) {
    ShownPath path = path_of(c, s);
    path_text(&path, out);
  }
  bool contradiction = c->contradiction.proof.status == PROOF_PROVED;
  if (s->never.proof.status != PROOF_PROVED || contradiction) return;
  text_add(out, s->operation
                    ? "  it is impossible in all states that satisfy the invariant, because of\n"
                    : "  it is impossible, so that there is no state at all, because of\n");
  show_reasons(c, &s->never, out);
}

static json_t *step_json(const InductiveChecked *c, const InductiveStep *s)
{
  json_t *o = json_object();
  ShownPath path = path_of(c, s);
  bool disproved = s->preserves.status == PROOF_DISPROVED;
  bool never = s->never.proof.status == PROOF_PROVED;
  json_object_set_new(o, "operation", json_report_string(name_of(s)));
  json_object_set_new(o, "status", json_string(proof_status_name(s->preserves.status)));
  json_object_set_new(o, "why", json_report_string(s->preserves.why));
  json_object_set_new(o, "counterexample", disproved ? path_json(&path) : json_null());
  json_object_set_new(o, "impossible", json_boolean(never));
  json_object_set_new(o, "impossible_because", reasons_json(c, &s->never));
  return o;
}

/* --------------------------------------------------------------------------- oddities */

static bool is_redundant(const InductiveChecked *c, uint32_t i)
{
  return c->redundant[i].sequent && c->redundant[i].proof.status == PROOF_PROVED;
}

static void show_deadlock(const InductiveChecked *c, Text *out)
{
  const Proof *p = &c->deadlock.proof;
  if (!c->deadlock.sequent) return;
  if (p->status == PROOF_PROVED) {
    text_add(out, "in every state that satisfies the invariant some operation is possible\n");
  } else if (p->status == PROOF_DISPROVED) {
    ShownPath state = {&c->steps, {.length = 0}, p, false};
    text_add(out, "this state satisfies the invariant, but no operation is possible:\n");
    path_show_start(&state, out);
  }
}

static void show_oddities(const InductiveChecked *c, Text *out)
{
  if (c->contradiction.proof.status == PROOF_PROVED) {
    text_add(out, "no state satisfies the invariant, since these contradict each other:\n");
    show_reasons(c, &c->contradiction, out);
  }
  show_deadlock(c, out);
  for (uint32_t i = 0; i < c->conjunct_count; i++) {
    if (!is_redundant(c, i)) continue;
    text_add(out, "the invariant says twice: ");
    model_print_formula(out, c->steps.model, node_bare(c->steps.model->invariants.data[i].node),
                        false);
    text_add(out, ", which follows from\n");
    show_reasons(c, &c->redundant[i], out);
  }
}

static json_t *redundant_json(const InductiveChecked *c)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < c->conjunct_count; i++) {
    Text text = {0};
    if (!is_redundant(c, i)) continue;
    const Node *node = node_bare(c->steps.model->invariants.data[i].node);
    model_print_formula(&text, c->steps.model, node, false);
    json_t *o = json_object();
    json_object_set_new(o, "conjunct", json_integer(i + 1));
    json_object_set_new(o, "predicate", json_report_string(text_string(&text)));
    json_object_set_new(o, "because", reasons_json(c, &c->redundant[i]));
    json_array_append_new(list, o);
    text_free(&text);
  }
  return list;
}

static json_t *deadlock_json(const InductiveChecked *c)
{
  json_t *o = json_object();
  const Proof *p = &c->deadlock.proof;
  ShownPath state = {&c->steps, {.length = 0}, p, false};
  bool asked = c->deadlock.sequent != NULL, found = asked && p->status == PROOF_DISPROVED;
  json_object_set_new(o, "status",
                      json_string(proof_status_name(asked ? p->status : PROOF_UNKNOWN)));
  json_object_set_new(o, "counterexample", found ? path_json(&state) : json_null());
  return o;
}

/* --------------------------------------------------------------------------- verdict */

static uint32_t count_of(const InductiveChecked *c, ProofStatus status)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < c->all.len; i++) count += c->all.data[i].preserves.status == status;
  return count;
}

static void add_verdict(Report *report, const InductiveChecked *c)
{
  Text *out = &report->out;
  uint32_t all = c->all.len;
  if (c->contradiction.proof.status == PROOF_PROVED)
    text_add(out, "FAIL properties and invariant contradict each other");
  else if (c->verdict == VERDICT_FAIL)
    text_printf(out, "FAIL not inductive: %u of %u can violate the invariant",
                count_of(c, PROOF_DISPROVED), all);
  else if (c->verdict == VERDICT_PASS)
    text_add(out, "PASS the invariant is inductive: it holds in all states that can be reached");
  else if (count_of(c, PROOF_PROVED) == all)
    text_add(out, "UNKNOWN the invariant is inductive, but there is no initial state");
  else
    text_printf(out, "UNKNOWN proved for %u of %u, initialisation and operations",
                count_of(c, PROOF_PROVED), all);
  text_printf(out, ", %.2f s\n", report_seconds(report));
}

static void add_fields(Report *report, const InductiveChecked *c)
{
  json_t *steps = json_array(), *o = json_object();
  for (uint32_t i = 0; i < c->all.len; i++)
    json_array_append_new(steps, step_json(c, &c->all.data[i]));
  bool contradiction = c->contradiction.proof.status == PROOF_PROVED;
  json_object_set_new(o, "operations", steps);
  json_object_set_new(o, "contradiction", json_boolean(contradiction));
  json_object_set_new(o, "contradiction_because", reasons_json(c, &c->contradiction));
  json_object_set_new(o, "deadlock_freedom", deadlock_json(c));
  json_object_set_new(o, "redundant", redundant_json(c));
  json_object_set_new(report->fields, "inductive", o);
}

Verdict inductive_report(Report *report, const InductiveChecked *c)
{
  Text *out = &report->out;
  unsigned width = 0;
  add_fields(report, c);
  report->incomplete |= c->verdict == VERDICT_UNKNOWN;
  for (uint32_t i = 0; i < c->all.len; i++)
    if (width_of_text(name_of(&c->all.data[i])) > width)
      width = width_of_text(name_of(&c->all.data[i]));
  for (uint32_t i = 0; i < c->all.len; i++) show_step(c, &c->all.data[i], width, out);
  show_oddities(c, out);
  if (count_of(c, PROOF_DISPROVED))
    text_add(out, "A state from which the invariant can be violated need not be reachable: perhaps "
                  "the invariant is too weak.\n");
  text_add(out,
           "formulas are taken for well-defined, ASSERT and preconditions of calls for true: see "
           "`probity prove`\n");
  add_verdict(report, c);
  return c->verdict;
}
