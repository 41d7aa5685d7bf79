#include "report/prove/prove_report.h"

#include <inttypes.h>
#include <string.h>

#include "model/model_print.h"
#include "report/prove/obligation_name.h"
#include "report/prove/prove_advice.h"
#include "report/prove/prove_components.h"
#include "report/width.h"

static const char *formula_text(Report *report, const ProveResult *r, const Node *n, bool unicode)
{
  Text text = {0};
  model_print_formula(&text, r->of->model, n, unicode);
  const char *kept = arena_copy(session_arena(report->session), text_string(&text), text.len);
  text_free(&text);
  return kept;
}

/* file.mch:3:5 of what asks for it; nothing if that is no part of a file. */
static void add_place(Report *report, const char *before, const Sequent *s, const char *behind)
{
  Place place = sources_place(session_sources(report->session), s->span.begin);
  if (place.source && place.source->name[0] != '<')
    text_printf(&report->out, "%s%s:%" PRIu32 ":%" PRIu32 "%s", before, place.source->file,
                place.line, place.column, behind);
}

/* ------------------------------------------------------------------------- sequents */

static void show_sequent(Report *report, const ProveResult *r, const ProveStyle *style)
{
  Text *out = &report->out;
  const Sequent *s = r->sequent;
  obligation_name_add(out, s->name);
  if (s->nature) text_printf(out, "   %s", s->nature);
  add_place(report, "   (", s, ")");
  text_add_char(out, '\n');
  for (uint32_t i = 0; i < s->hypothesis_count; i++) {
    const Hypothesis *h = &s->hypotheses[i];
    text_printf(out, "  %s ", h->selected ? "*" : " ");
    if (h->label) text_printf(out, "%s: ", h->label->text);
    text_printf(out, "%s\n", formula_text(report, r, h->predicate, style->unicode));
  }
  text_printf(out, "  %s %s\n", r->of->eventb || style->unicode ? "⊢" : "|-",
              formula_text(report, r, s->goal, style->unicode));
}

static void list_one(Report *report, const ProveResult *r, uint32_t widths[2])
{
  const Sequent *s = r->sequent;
  obligation_name_pad(&report->out, s->name, widths[0]);
  text_add(&report->out, "  ");
  obligation_name_pad(&report->out, s->kind, widths[1]);
  text_printf(&report->out, "  %5u hypothes%s", s->hypothesis_count,
              s->hypothesis_count == 1 ? "is" : "es");
  add_place(report, "  ", s, "");
  text_add_char(&report->out, '\n');
}

/* --------------------------------------------------------------------------- proofs */

/* Of a counterexample the whole is told below the table. */
static void add_why(Text *out, const Proof *p)
{
  enum { MOST = 80 };
  size_t from = out->len;
  obligation_name_add(out, p->why);
  if (!p->counterexample.found || width_of_text(out->data + from) <= MOST) return;
  do {
    while (((unsigned char) out->data[--out->len] & 0xc0) == 0x80) continue;
    out->data[out->len] = '\0';
  } while (width_of_text(out->data + from) > MOST);
  text_add(out, " …");
}

/* Where there is no counterexample: `if card(S) = 4, MAXINT = 3`. */
static void add_scope(Text *out, const ShownValues *settings)
{
  text_add(out, "no counterexample");
  for (uint32_t i = 0; i < settings->len; i++) {
    const ShownValue *v = &settings->data[i];
    bool number = !strcmp(v->name, "MAXINT");
    text_printf(out, number ? "%s%s = %s" : "%scard(%s) = %s", i ? ", " : " if ", v->name,
                v->value);
  }
}

static const char *status_text(const Proof *p) { return proof_status_name(p->status); }

static void tell_one(Report *report, const ProveResult *r, uint32_t widths[2])
{
  Text *out = &report->out;
  const Proof *p = &r->proof;
  obligation_name_pad(out, r->sequent->name, widths[0]);
  text_add(out, "  ");
  obligation_name_pad(out, r->sequent->kind, widths[1]);
  text_add(out, "  ");
  obligation_name_pad(out, status_text(p), 18);
  text_printf(out, "  %6.2f  ", p->seconds);
  if (p->status == PROOF_BOUNDED) add_scope(out, &p->settings);
  if (p->status == PROOF_BOUNDED && p->why) text_add(out, ": ");
  if (p->why) add_why(out, p);
  if (p->vacuous) text_add(out, " (the hypotheses contradict each other)");
  if (r->cached) text_add(out, " (cached)");
  if (r->recorded) text_printf(out, " [Rodin: %s]", r->recorded);
  while (out->len && out->data[out->len - 1] == ' ') out->data[--out->len] = 0;
  text_add_char(out, '\n');
}

static bool add_values(Text *out, const char *word, const ShownValues *values, SequentRole role,
                       bool all)
{
  bool some = false;
  for (uint32_t i = 0; i < values->len; i++) {
    const ShownValue *v = &values->data[i];
    if (v->role != role || !(all || v->relevant)) continue;
    if (!some) text_printf(out, "  %-11s", word);
    text_printf(out, "%s%s = %s", some ? ", " : "", v->name, v->value);
    some = true;
  }
  if (some) text_add_char(out, '\n');
  return some;
}

static void tell_counterexample(Report *report, const ProveResult *r, const ProveStyle *style)
{
  const Counterexample *c = &r->proof.counterexample;
  Text *out = &report->out;
  bool all = style->all_values;
  if (!c->found) return;
  text_add_char(out, '\n');
  obligation_name_add(out, r->sequent->name);
  add_place(report, " (", r->sequent, ")");
  text_add(out, r->proof.status == PROOF_DISPROVED
                    ? ": counterexample\n"
                    : ": a valuation that satisfies the selected hypotheses\n");
  add_values(out, "sets", &c->sets, ROLE_CONSTANT, true);
  add_values(out, "constants", &c->values, ROLE_CONSTANT, all);
  add_values(out, "before", &c->values, ROLE_BEFORE, all);
  add_values(out, "parameters", &c->values, ROLE_PARAMETER, all);
  add_values(out, "after", &c->values, ROLE_AFTER, all);
  if (c->violated) text_printf(out, "  false:     %s\n", c->violated);
}

/* ----------------------------------------------------------------------------- JSON */

static json_t *values_json(const ShownValues *values, SequentRole role)
{
  json_t *object = json_object();
  for (uint32_t i = 0; i < values->len; i++)
    if (values->data[i].role == role)
      json_object_set_new(object, values->data[i].name, json_report_string(values->data[i].value));
  return object;
}

static json_t *counterexample_json(const ProveResult *r)
{
  const Counterexample *c = &r->proof.counterexample;
  if (!c->found) return json_null();
  json_t *o = json_object();
  json_object_set_new(o, "sets", values_json(&c->sets, ROLE_CONSTANT));
  json_object_set_new(o, "constants", values_json(&c->values, ROLE_CONSTANT));
  json_object_set_new(o, "before", values_json(&c->values, ROLE_BEFORE));
  json_object_set_new(o, "parameters", values_json(&c->values, ROLE_PARAMETER));
  json_object_set_new(o, "after", values_json(&c->values, ROLE_AFTER));
  json_object_set_new(o, "confirmed", json_boolean(r->proof.status == PROOF_DISPROVED));
  json_object_set_new(o, "violated", json_report_string(c->violated));
  return o;
}

static json_t *proof_json(const Proof *p)
{
  if (p->status != PROOF_PROVED && p->status != PROOF_BOUNDED) return json_null();
  json_t *o = json_object();
  json_object_set_new(o, "scope", json_string(p->status == PROOF_PROVED ? "general" : "bounded"));
  json_object_set_new(o, "settings", values_json(&p->settings, ROLE_CONSTANT));
  json_object_set_new(o, "method", json_report_string(p->method));
  json_object_set_new(o, "hypotheses", json_string(hypotheses_choice_name(p->hypotheses)));
  json_object_set_new(o, "vacuous", json_boolean(p->vacuous));
  return o;
}

static void add_hypotheses_json(Report *report, const ProveResult *r, bool unicode, json_t *o)
{
  const Sequent *s = r->sequent;
  json_t *list = json_array(), *selected = json_array();
  for (uint32_t i = 0; i < s->hypothesis_count; i++) {
    const char *text = formula_text(report, r, s->hypotheses[i].predicate, unicode);
    json_array_append_new(list, json_report_string(text));
    if (s->hypotheses[i].selected) json_array_append_new(selected, json_integer(i));
  }
  json_object_set_new(o, "hypotheses", list);
  json_object_set_new(o, "selected", selected);
}

static json_t *result_json(Report *report, const Proved *p, const ProveResult *r,
                           const ProveStyle *style)
{
  const Sequent *s = r->sequent;
  json_t *o = json_object();
  json_object_set_new(o, "name", json_report_string(s->name));
  json_object_set_new(o, "component", json_report_string(s->component));
  json_object_set_new(o, "kind", json_string(s->kind));
  json_object_set_new(o, "nature", json_report_string(s->nature));
  json_report_set_place(o, session_sources(report->session), s->span);
  json_object_set_new(o, "goal",
                      json_report_string(formula_text(report, r, s->goal, style->unicode)));
  if (p->list_only || style->show) add_hypotheses_json(report, r, style->unicode, o);
  if (p->list_only) return o;
  /* What is proved says for which scope: see "proof". */
  bool bounded = r->proof.status == PROOF_BOUNDED;
  ProofStatus status = bounded ? PROOF_PROVED : r->proof.status;
  json_object_set_new(o, "status", json_string(proof_status_name(status)));
  json_object_set_new(o, "seconds", json_real(r->proof.seconds));
  if (r->recorded) json_object_set_new(o, "recorded", json_string(r->recorded));
  json_object_set_new(o, "cached", json_boolean(r->cached));
  json_object_set_new(o, "why", json_report_string(r->proof.why));
  json_object_set_new(o, "proof", proof_json(&r->proof));
  json_object_set_new(o, "counterexample", counterexample_json(r));
  return o;
}

static json_t *counts_json(const Proved *p)
{
  static const char *const names[PROOF_STATUSES] = {[PROOF_UNKNOWN] = "unknown",
                                                    [PROOF_PROVED] = "proved",
                                                    [PROOF_BOUNDED] = "bounded",
                                                    [PROOF_DISPROVED] = "disproved",
                                                    [PROOF_DISPROVED_SELECTED] =
                                                        "disproved_selected"};
  json_t *o = json_object();
  for (uint32_t i = 0; i < PROOF_STATUSES; i++)
    json_object_set_new(o, names[i], json_integer(p->counts[i]));
  return o;
}

/* -------------------------------------------------------------------------- verdict */

static void add_verdict(Report *report, const Proved *p, Verdict verdict)
{
  static const char *const words[] = {"PASS", "FAIL", "UNKNOWN", "ERROR"};
  static const ProofStatus order[] = {PROOF_DISPROVED, PROOF_PROVED, PROOF_BOUNDED,
                                      PROOF_DISPROVED_SELECTED, PROOF_UNKNOWN};
  static const char *const kinds[PROOF_STATUSES] = {
      [PROOF_UNKNOWN] = "unknown",
      [PROOF_PROVED] = "proved",
      [PROOF_BOUNDED] = "without counterexample in a scope",
      [PROOF_DISPROVED] = "disproved",
      [PROOF_DISPROVED_SELECTED] = "not following from the selected hypotheses"};
  Text *out = &report->out;
  text_add(out, words[verdict]);
  bool some = false;
  for (uint32_t i = 0; i < PROOF_STATUSES; i++) {
    uint32_t count = p->counts[order[i]];
    if (count || (order[i] == PROOF_PROVED && verdict != VERDICT_FAIL)) {
      text_printf(out, "%s%u %s", some ? ", " : " ", count, kinds[order[i]]);
      if (order[i] == PROOF_PROVED && p->vacuous)
        text_printf(out, " (%u from hypotheses that contradict each other)", p->vacuous);
      some = true;
    }
  }
  uint32_t all = p->results.len;
  text_printf(out, ", of %u obligation%s, %.2f s%s", all, text_plural(all), report_seconds(report),
              p->interrupted ? ", interrupted" : "");
  /* The warning says it, too, but need not be shown. */
  if (p->contradictory) text_printf(out, "; the %s contradict each other", p->contradictory);
  text_add_char(out, '\n');
}

static void find_widths(const Proved *p, uint32_t widths[2])
{
  widths[0] = 4, widths[1] = 4;
  for (uint32_t i = 0; i < p->results.len; i++) {
    uint32_t name = obligation_name_width(p->results.data[i].sequent->name);
    uint32_t kind = obligation_name_width(p->results.data[i].sequent->kind);
    if (name > widths[0]) widths[0] = name;
    if (kind > widths[1]) widths[1] = kind;
  }
}

/* Is one of the counterexamples about a state of the model? */
static bool refutes_states(const Proved *p)
{
  for (uint32_t i = 0; i < p->results.len; i++) {
    const Proof *proof = &p->results.data[i].proof;
    const ShownValues *values = &proof->counterexample.values;
    for (uint32_t j = 0; proof->status == PROOF_DISPROVED && j < values->len; j++)
      if (values->data[j].role == ROLE_BEFORE) return true;
  }
  return false;
}

static void tell_results(Report *report, const Proved *p, const ProveStyle *style)
{
  uint32_t widths[2];
  find_widths(p, widths);
  for (uint32_t i = 0; i < p->results.len; i++) {
    const ProveResult *r = &p->results.data[i];
    bool begins = !i || r->of != p->results.data[i - 1].of;
    if (begins && prove_has_components(p))
      text_printf(&report->out, "%s%s:\n", i ? "\n" : "", r->sequent->component);
    if (style->show) show_sequent(report, r, style);
    if (p->list_only && !style->show) list_one(report, r, widths);
    if (!p->list_only) tell_one(report, r, widths);
  }
  for (uint32_t i = 0; i < p->results.len; i++)
    tell_counterexample(report, &p->results.data[i], style);
  if (refutes_states(p))
    text_add(&report->out, "\nA counterexample need not be reachable: what it refutes is the "
                           "obligation, perhaps because the invariant is too weak.\n");
  if (p->hurried)
    text_printf(&report->out,
                "\n%u that %s open had less time than one may take, since they are "
                "many: --time-limit-per SECONDS gives it to each.\n",
                p->hurried, p->hurried == 1 ? "is" : "are");
}

Verdict prove_report(Report *report, const Proved *p, const ProveStyle *style)
{
  Verdict verdict = proving_verdict(p);
  json_t *list = json_array();
  for (uint32_t i = 0; report->json && i < p->results.len; i++)
    json_array_append_new(list, result_json(report, p, &p->results.data[i], style));
  json_object_set_new(report->fields, "obligations", list);
  if (!p->list_only) json_object_set_new(report->fields, "counts", counts_json(p));
  if (!report->json) tell_results(report, p, style);
  if (!p->list_only) prove_components(report, p);
  if (p->list_only)
    text_printf(&report->out, "PASS %u obligation%s\n", p->results.len,
                text_plural(p->results.len));
  else {
    prove_advice(report, p);
    add_verdict(report, p, verdict);
  }
  if (p->interrupted) report_extend(report, "reasons", json_pack("[s]", "interrupted"));
  report->incomplete |= verdict == VERDICT_UNKNOWN || p->interrupted;
  return verdict;
}
