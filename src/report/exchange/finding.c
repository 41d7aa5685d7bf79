#include "report/exchange/finding.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

static const char *text_of(const json_t *object, const char *field)
{
  return json_string_value(json_object_get(object, field));
}

static const char *text_or(const char *text, const char *other) { return text ? text : other; }

static FindingOutcome outcome_of(const char *verdict)
{
  if (!verdict || !strcmp(verdict, "error")) return FINDING_ERROR;
  return !strcmp(verdict, "pass")   ? FINDING_PASS
         : !strcmp(verdict, "fail") ? FINDING_FAIL
                                    : FINDING_OPEN;
}

/* The texts of a list, one after the other; NULL if it is empty. */
static const char *joined(Arena *arena, const json_t *texts, const char *between)
{
  Text all = {0};
  size_t i;
  json_t *text;
  json_array_foreach(texts, i, text)
  {
    if (i > 0) text_add(&all, between);
    text_add(&all, text_or(json_string_value(text), ""));
  }
  const char *copy = json_array_size(texts) ? arena_copy(arena, text_string(&all), all.len) : NULL;
  text_free(&all);
  return copy;
}

/* ---- what the commands list */

static void read_diagnostics(Findings *f, bool violations_too)
{
  size_t i;
  json_t *entry;
  json_array_foreach(json_object_get(f->report, "diagnostics"), i, entry)
  {
    const char *severity = text_or(text_of(entry, "severity"), "error");
    bool violation = !strcmp(severity, "violation"), error = !strcmp(severity, "error");
    if (violation && !violations_too) continue; /* it is among `violations`, with its trace */
    const char *message = text_or(text_of(entry, "message"), ""), *hint = text_of(entry, "hint");
    Finding finding = {.rule = text_or(text_of(entry, "code"), "diagnostic"),
                       .outcome = error       ? FINDING_ERROR
                                  : violation ? FINDING_FAIL
                                              : FINDING_WARNING,
                       .message = hint ? arena_printf(f->arena, "%s (%s)", message, hint) : message,
                       .place = entry,
                       .notes = json_object_get(entry, "notes"),
                       .fixes = json_object_get(entry, "fixes")};
    vec_push(&f->list, finding);
  }
}

static void read_violations(Findings *f)
{
  size_t i;
  json_t *entry;
  json_array_foreach(json_object_get(f->report, "violations"), i, entry)
  {
    const char *message = text_or(text_of(entry, "message"), ""), *why = text_of(entry, "why");
    Finding finding = {.rule = text_or(text_of(entry, "kind"), "violation"),
                       .name = text_of(entry, "operation"),
                       .outcome = FINDING_FAIL,
                       .message = why ? arena_printf(f->arena, "%s\n%s", message, why) : message,
                       .place = entry,
                       .trace = json_object_get(entry, "trace")};
    vec_push(&f->list, finding);
  }
}

static void read_skipped(Findings *f, const char *field, const char *rule, const char *reason)
{
  size_t i;
  json_t *entry;
  json_array_foreach(json_object_get(f->report, field), i, entry)
  {
    Finding finding = {.rule = rule,
                       .outcome = FINDING_WARNING,
                       .message = text_or(text_of(entry, reason), ""),
                       .name = text_of(entry, "name"),
                       .place = entry};
    vec_push(&f->list, finding);
  }
}

/* A counterexample of whatever kind; NULL and null are none. */
static void add_counterexample(Finding *finding, const json_t *x)
{
  if (!json_is_object(x)) return;
  const json_t *prefix = json_object_get(x, "prefix"), *trace = json_object_get(x, "trace");
  finding->start = json_object_get(x, "start");
  finding->trace = prefix ? prefix : trace;
  finding->loop = json_object_get(x, "loop");
}

/* Assertions of scripts and temporal formulas. */
static void read_formulas(Findings *f, const char *field, const char *rule, const char *text)
{
  size_t i;
  json_t *entry;
  json_array_foreach(json_object_get(f->report, field), i, entry)
  {
    const char *formula = text_or(text_of(entry, text), "");
    const char *reasons = joined(f->arena, json_object_get(entry, "reasons"), "; ");
    Finding finding = {.rule = rule,
                       .name = text_or(text_of(entry, "name"), formula),
                       .outcome = outcome_of(text_of(entry, "verdict")),
                       .message =
                           reasons ? arena_printf(f->arena, "%s: %s", formula, reasons) : formula,
                       .place = entry,
                       .seconds = json_number_value(json_object_get(entry, "seconds"))};
    add_counterexample(&finding, json_object_get(entry, "counterexample"));
    vec_push(&f->list, finding);
  }
}

/* name = value & …, of an object; NULL if it is empty. */
static const char *values_text(Arena *arena, const json_t *values)
{
  Text all = {0};
  const char *name;
  json_t *value;
  json_object_foreach((json_t *) values, name, value)
  {
    if (all.len) text_add(&all, " & ");
    text_printf(&all, "%s = %s", name, text_or(json_string_value(value), ""));
  }
  const char *copy = all.len ? arena_copy(arena, text_string(&all), all.len) : NULL;
  text_free(&all);
  return copy;
}

/* Of the status of a proof, or of a certificate. */
static FindingOutcome outcome_of_proof(const char *status)
{
  if (!strcmp(status, "proved") || !strcmp(status, "checked")) return FINDING_PASS;
  bool wrong = !strncmp(status, "disproved", 9) || !strcmp(status, "refused");
  return wrong ? FINDING_FAIL : FINDING_OPEN;
}

/* What holds only in a scope is no proof. */
static const char *status_of_obligation(const json_t *entry)
{
  const char *status = text_of(entry, "status");
  const char *scope = text_of(json_object_get(entry, "proof"), "scope");
  return status && scope && !strcmp(scope, "bounded") ? "bounded" : status;
}

/* What a counterexample says, line by line, behind the message. */
static const char *with_values(Arena *arena, const char *message, const json_t *counterexample)
{
  static const char *const parts[] = {"sets", "constants", "before", "parameters", "after"};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    const char *values = values_text(arena, json_object_get(counterexample, parts[k]));
    if (values) message = arena_printf(arena, "%s\n%s: %s", message, parts[k], values);
  }
  return message;
}

static void read_obligations(Findings *f, const char *field, const char *rule)
{
  size_t i;
  json_t *entry;
  json_array_foreach(json_object_get(f->report, field), i, entry)
  {
    const char *status = status_of_obligation(entry), *goal = text_of(entry, "goal");
    if (!status) continue; /* --list */
    const char *why = text_of(entry, "why"), *message = status;
    if (goal) message = arena_printf(f->arena, "%s: %s", message, goal);
    if (why && *why) message = arena_printf(f->arena, "%s\n%s", message, why);
    Finding finding = {.rule = rule,
                       .name = text_of(entry, "name"),
                       .outcome = outcome_of_proof(status),
                       .message =
                           with_values(f->arena, message, json_object_get(entry, "counterexample")),
                       .place = entry,
                       .seconds = json_number_value(json_object_get(entry, "seconds"))};
    vec_push(&f->list, finding);
  }
}

static void read_chain(Findings *f)
{
  size_t i;
  json_t *entry;
  const json_t *steps = json_object_get(f->report, "steps");
  if (!json_is_array(steps)) return; /* of animate it is a number */
  json_array_foreach(steps, i, entry)
  {
    Finding finding = {.rule = "refinement-step",
                       .name = text_of(entry, "model"),
                       .outcome = outcome_of(text_of(entry, "verdict")),
                       .message = text_or(text_of(entry, "message"), ""),
                       .place = entry};
    vec_push(&f->list, finding);
  }
}

static void read_induction(Findings *f)
{
  size_t i;
  json_t *entry;
  const json_t *inductive = json_object_get(f->report, "inductive");
  json_array_foreach(json_object_get(inductive, "operations"), i, entry)
  {
    const char *status = text_or(text_of(entry, "status"), "unknown");
    Finding finding = {.rule = "induction",
                       .name = text_of(entry, "operation"),
                       .outcome = outcome_of_proof(status),
                       .message = text_or(text_of(entry, "why"), status),
                       .trace = json_object_get(entry, "counterexample")};
    vec_push(&f->list, finding);
  }
}

/* Of refine and relate. */
static void read_comparison(Findings *f)
{
  const json_t *x = json_object_get(f->report, "counterexample");
  if (json_is_object(x) && !json_object_get(f->report, "assertions")) {
    const char *refused = joined(f->arena, json_object_get(x, "refused"), ", ");
    const char *kind = text_or(text_of(x, "kind"), "trace");
    Finding finding = {
        .rule = "refinement",
        .outcome = FINDING_FAIL,
        .message = refused
                       ? arena_printf(f->arena, "not a refinement (%s); refused: %s", kind, refused)
                       : arena_printf(f->arena, "not a refinement (%s)", kind)};
    add_counterexample(&finding, x);
    vec_push(&f->list, finding);
  }
  const json_t *broken = json_object_get(f->report, "broken");
  if (!json_is_object(broken)) return;
  Finding finding = {.rule = "gluing-invariant",
                     .outcome = FINDING_FAIL,
                     .message =
                         text_or(text_of(broken, "conjunct"), "the gluing invariant is broken"),
                     .place = broken};
  vec_push(&f->list, finding);
}

static void read_parts(Findings *f)
{
  const json_t *report = f->report;
  read_diagnostics(f, json_array_size(json_object_get(report, "violations")) == 0);
  read_violations(f);
  read_skipped(f, "wd_warnings", "skipped-candidate", "message");
  read_skipped(f, "not_checked", "formula-not-checked", "reason");
  read_formulas(f, "assertions", "assertion-of-script", "text");
  read_formulas(f, "temporal", "temporal-formula", "formula");
  read_obligations(f, "obligations", "proof-obligation");
  read_obligations(f, "certificates", "certificate");
  read_chain(f);
  read_induction(f);
  read_comparison(f);
}

/* The worst thing that the report of a test says, with its place and trace; else where the test
 * stands. */
static void read_test(Findings *f, const json_t *entry)
{
  const json_t *whole = f->report;
  Finding finding = {.rule = "test",
                     .name = text_of(entry, "name"),
                     .outcome = outcome_of(text_of(entry, "verdict")),
                     .message = text_or(text_of(entry, "message"), ""),
                     .place = entry,
                     .seconds = json_number_value(json_object_get(entry, "seconds"))};
  uint32_t mark = f->list.len;
  f->report = json_object_get(entry, "report");
  if (finding.outcome != FINDING_PASS && f->report) read_parts(f);
  f->report = whole;
  const Finding *worst = NULL;
  for (uint32_t i = mark; i < f->list.len; i++)
    if (f->list.data[i].outcome > (worst ? worst->outcome : FINDING_WARNING))
      worst = &f->list.data[i];
  if (worst) {
    finding.message = arena_printf(f->arena, "%s\n%s", finding.message, worst->message);
    if (json_is_integer(json_object_get(worst->place, "line"))) finding.place = worst->place;
    finding.notes = worst->notes;
    finding.start = worst->start, finding.trace = worst->trace, finding.loop = worst->loop;
  }
  f->list.len = mark;
  vec_push(&f->list, finding);
}

static void read_tests(Findings *f)
{
  size_t i;
  json_t *entry;
  json_array_foreach(json_object_get(f->report, "tests"), i, entry) read_test(f, entry);
}

/* ---- the whole */

static const char *whole_message(Findings *f, FindingOutcome outcome)
{
  const char *reasons = joined(f->arena, json_object_get(f->report, "reasons"), "; ");
  const json_t *states = json_object_get(f->report, "states");
  const char *counts = "";
  if (json_is_integer(states))
    counts = arena_printf(f->arena, "%lld states", (long long) json_integer_value(states));
  if (reasons) return *counts ? arena_printf(f->arena, "%s; %s", reasons, counts) : reasons;
  static const char *const words[] = {"pass", "pass", "not decided", "does not hold", "error"};
  return *counts ? arena_printf(f->arena, "%s; %s", words[outcome], counts) : words[outcome];
}

void findings_read(Findings *f, const json_t *report)
{
  *f = (Findings){.report = report, .arena = arena_new()};
  read_parts(f);
  read_tests(f);
  FindingOutcome outcome = outcome_of(text_of(report, "verdict"));
  Finding whole = {.rule = text_or(text_of(report, "command"), "probity"),
                   .name = text_of(report, "model"),
                   .outcome = outcome,
                   .message = whole_message(f, outcome),
                   .place = report,
                   .seconds = json_number_value(json_object_get(report, "seconds"))};
  vec_push(&f->list, whole);
}

void findings_free(Findings *f)
{
  vec_free(&f->list);
  arena_free(f->arena);
}

bool findings_need_whole(const Findings *f)
{
  assert(f->list.len > 0);
  FindingOutcome whole = f->list.data[f->list.len - 1].outcome;
  for (uint32_t i = 0; i + 1 < f->list.len; i++)
    if (f->list.data[i].outcome == whole) return false;
  return whole != FINDING_PASS;
}

bool findings_files_need_whole(const json_t *report)
{
  const json_t *files = json_object_get(report, "files");
  const char *verdict = text_or(text_of(report, "verdict"), "error");
  size_t i;
  json_t *one;
  assert(files);
  json_array_foreach(files, i, one)
  {
    const char *other = text_of(one, "verdict");
    if (other && !strcmp(other, verdict)) return false;
  }
  return strcmp(verdict, "pass") != 0;
}
