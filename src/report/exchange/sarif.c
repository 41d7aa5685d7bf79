#include <assert.h>
#include <string.h>

#include "report/exchange/exchange_impl.h"
#include "report/exchange/finding.h"
#include "report/exchange/step_text.h"
#include "report/json_text.h"

/* The rules that are no codes of diagnostics; others need no more than their name. */
static const struct {
  const char *name, *text;
} rules[] = {
    {"assertion", "An assertion of the model is false in a state that can be reached."},
    {"assertion-of-script", "An assertion of a CSP-M script does not hold."},
    {"certificate", "A proof that was read does not show what it claims."},
    {"deadlock", "In a state that can be reached no operation is enabled."},
    {"evaluation", "A formula has no value."},
    {"formula-not-checked", "A temporal formula of the model was not checked."},
    {"gluing-invariant", "The gluing invariant is broken."},
    {"goal", "A state where the goal holds can be reached."},
    {"induction", "An operation does not preserve the invariant in all states that satisfy it."},
    {"initialisation", "The initialisation fails."},
    {"invariant", "The invariant is false in a state that can be reached."},
    {"obligation", "A condition for running an operation is broken."},
    {"proof-obligation", "A proof obligation is wrong, or not proved."},
    {"refinement", "The implementation does something that the specification does not allow."},
    {"refinement-step", "A component of a chain is wrong, or does not refine its predecessor."},
    {"setup", "The constants cannot be set up."},
    {"skipped-candidate", "Values for which a predicate is not well-defined were skipped."},
    {"temporal-formula", "A formula of temporal logic does not hold on all paths."},
    {"test", "What a test of the project says differs from what is expected."},
    {"well-definedness", "A formula is not well-defined in a state that can be reached."},
};

static json_t *message_json(const char *text) { return json_pack("{s:s}", "text", text); }

/* ---- places */

/* A relative reference, or file:///… */
static json_t *uri_json(const char *path)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  Text uri = {0};
  if (*path == '/') text_add(&uri, "file://");
  for (const char *c = path; *c; c++) {
    if (strchr(plain, *c)) text_add_char(&uri, *c);
    else text_printf(&uri, "%%%02X", (unsigned char) *c);
  }
  json_t *result = json_string(text_string(&uri));
  text_free(&uri);
  return result;
}

static void copy_position(json_t *region, const char *name, const json_t *place, const char *field)
{
  json_t *number = json_object_get(place, field);
  if (json_is_integer(number)) json_object_set(region, name, number);
}

static json_t *region_json(const json_t *place)
{
  json_t *region = json_object();
  copy_position(region, "startLine", place, "line");
  copy_position(region, "startColumn", place, "column");
  copy_position(region, "endLine", place, "end_line");
  copy_position(region, "endColumn", place, "end_column");
  return region;
}

/* NULL if the place is in no file. */
static json_t *physical_json(const json_t *place)
{
  const char *file = json_string_value(json_object_get(place, "file"));
  if (!file) return NULL;
  json_t *physical = json_pack("{s:{s:o}}", "artifactLocation", "uri", uri_json(file));
  /* Of a formula inside of a Rodin file the line is counted in the formula. */
  if (!json_is_integer(json_object_get(place, "line")) || json_object_get(place, "element"))
    return physical;
  json_object_set_new(physical, "region", region_json(place));
  return physical;
}

/* Of a finding that has no place, the file. */
static json_t *location_json(const json_t *place, const json_t *report)
{
  json_t *location = json_object(), *physical = physical_json(place);
  const char *element = json_string_value(json_object_get(place, "element"));
  if (!physical) physical = physical_json(report);
  if (physical) json_object_set_new(location, "physicalLocation", physical);
  if (element)
    json_object_set_new(location, "logicalLocations",
                        json_pack("[{s:s}]", "fullyQualifiedName", element));
  return location;
}

static json_t *related_json(const json_t *notes)
{
  json_t *list = json_array();
  size_t i;
  json_t *note;
  json_array_foreach(notes, i, note)
  {
    json_t *location = location_json(note, NULL);
    const char *text = json_string_value(json_object_get(note, "message"));
    json_object_set_new(location, "id", json_integer((json_int_t) i));
    json_object_set_new(location, "message", message_json(text ? text : ""));
    json_array_append_new(list, location);
  }
  return list;
}

/* ---- fixes */

static json_t *replacement_json(const json_t *edit)
{
  return json_pack("{s:o,s:{s:O}}", "deletedRegion", region_json(edit), "insertedContent", "text",
                   json_object_get(edit, "text"));
}

/* The edits of one file come one after the other, and are one change. */
static json_t *fix_json(const json_t *fix)
{
  const char *title = json_string_value(json_object_get(fix, "title")), *last = NULL;
  json_t *changes = json_array(), *replacements = NULL, *edit;
  size_t i;
  json_array_foreach(json_object_get(fix, "edits"), i, edit)
  {
    const char *file = json_string_value(json_object_get(edit, "file"));
    if (!last || strcmp(last, file ? file : "") != 0) {
      last = file ? file : "";
      replacements = json_array();
      json_array_append_new(changes, json_pack("{s:{s:o},s:o}", "artifactLocation", "uri",
                                               uri_json(last), "replacements", replacements));
    }
    json_array_append_new(replacements, replacement_json(edit));
  }
  return json_pack("{s:o,s:o}", "description", message_json(title ? title : ""), "artifactChanges",
                   changes);
}

static json_t *fixes_json(const json_t *fixes)
{
  json_t *list = json_array(), *fix;
  size_t i;
  json_array_foreach(fixes, i, fix) json_array_append_new(list, fix_json(fix));
  return list;
}

/* ---- traces */

static json_t *state_json(const json_t *values)
{
  json_t *state = json_object(), *value;
  const char *name;
  json_object_foreach((json_t *) values, name, value)
  {
    const char *text = json_string_value(value);
    json_object_set_new(state, name, message_json(text ? text : "?"));
  }
  return state;
}

static void add_steps(json_t *locations, const json_t *steps, const char *remark)
{
  size_t i;
  json_t *step;
  json_array_foreach(steps, i, step)
  {
    Text text = {0};
    step_text(&text, step);
    text_add(&text, remark);
    json_t *one =
        json_pack("{s:{s:o},s:i}", "location", "message", message_json(text_string(&text)),
                  "executionOrder", (int) json_array_size(locations) + 1);
    const json_t *state = json_object_get(step, "state");
    if (json_object_size(state)) json_object_set_new(one, "state", state_json(state));
    json_array_append_new(locations, one);
    text_free(&text);
  }
}

static void add_flow(json_t *result, const Finding *f)
{
  json_t *locations = json_array();
  add_steps(locations, f->start, "");
  add_steps(locations, f->trace, "");
  add_steps(locations, f->loop, " (repeated for ever)");
  if (json_array_size(locations) == 0) json_decref(locations);
  else
    json_object_set_new(result, "codeFlows",
                        json_pack("[{s:[{s:o}]}]", "threadFlows", "locations", locations));
}

/* ---- results */

static const char *level_of(FindingOutcome outcome)
{
  switch (outcome) {
  case FINDING_PASS: return "none";
  case FINDING_OPEN: return "none"; /* `kind` says it */
  case FINDING_WARNING: return "warning";
  case FINDING_FAIL:
  case FINDING_ERROR: return "error";
  }
  return "error";
}

static const char *kind_of(FindingOutcome outcome)
{
  return outcome == FINDING_PASS ? "pass" : outcome == FINDING_OPEN ? "open" : "fail";
}

static json_t *result_json(const Finding *f, const json_t *report)
{
  Text text = {0};
  if (f->name) text_printf(&text, "%s: ", f->name);
  text_add(&text, f->message);
  json_t *result =
      json_pack("{s:s,s:s,s:s,s:o}", "ruleId", f->rule, "level", level_of(f->outcome), "kind",
                kind_of(f->outcome), "message", message_json(text_string(&text)));
  json_t *location = location_json(f->place, report);
  if (json_object_size(location))
    json_object_set_new(result, "locations", json_pack("[o]", location));
  else json_decref(location);
  if (json_array_size(f->notes))
    json_object_set_new(result, "relatedLocations", related_json(f->notes));
  if (json_array_size(f->fixes)) json_object_set_new(result, "fixes", fixes_json(f->fixes));
  add_flow(result, f);
  text_free(&text);
  return result;
}

static json_t *rule_json(const char *id)
{
  json_t *rule = json_pack("{s:s}", "id", id);
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (!strcmp(rules[i].name, id))
      json_object_set_new(rule, "shortDescription", message_json(rules[i].text));
  return rule;
}

static bool is_among(const json_t *list, const char *id)
{
  size_t i;
  json_t *rule;
  json_array_foreach(list, i, rule)
  {
    if (!strcmp(json_string_value(json_object_get(rule, "id")), id)) return true;
  }
  return false;
}

typedef struct {
  json_t *results, *rules, *verdicts; /* of all files */
  bool successful;                    /* everything could be read */
} Run;

/* What the verdict says besides: what it holds for. */
static json_t *verdict_json(const json_t *report)
{
  static const char *const fields[] = {"file",  "model",  "verdict",     "complete", "settings",
                                       "scope", "states", "transitions", "counts",   "reasons"};
  json_t *verdict = json_object();
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    json_t *value = json_object_get(report, fields[i]);
    if (value) json_object_set(verdict, fields[i], value);
  }
  return verdict;
}

/* `wrapper`: the report of several files, which are added, too. */
static void add_file(Run *run, const json_t *report, bool wrapper)
{
  Findings f;
  findings_read(&f, report);
  bool need_whole = wrapper ? findings_files_need_whole(report) : findings_need_whole(&f);
  for (uint32_t i = 0; i < f.list.len; i++) {
    const Finding *finding = &f.list.data[i];
    bool whole = i + 1 == f.list.len;
    if (finding->outcome == FINDING_ERROR) run->successful = false;
    if (finding->outcome == FINDING_PASS || (whole && !need_whole)) continue;
    json_array_append_new(run->results, result_json(finding, report));
    if (!is_among(run->rules, finding->rule))
      json_array_append_new(run->rules, rule_json(finding->rule));
  }
  if (!wrapper) json_array_append_new(run->verdicts, verdict_json(report));
  findings_free(&f);
}

void sarif_print(Text *out, const json_t *report)
{
  Run run = {json_array(), json_array(), json_array(), true};
  const json_t *files = json_object_get(report, "files");
  size_t i;
  json_t *one;
  add_file(&run, report, files != NULL);
  json_array_foreach(files, i, one) add_file(&run, one, false);
  const char *command = json_string_value(json_object_get(report, "command"));
  json_t *log = json_pack(
      "{s:s,s:s,s:[{s:{s:{s:s,s:s,s:s,s:o}},s:s,s:s,s:[{s:b}],s:o,s:{s:s,s:o}}]}", "$schema",
      "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool", "driver",
      "name", "probity", "version", PROBITY_VERSION, "semanticVersion", PROBITY_VERSION, "rules",
      run.rules, "columnKind", "unicodeCodePoints", "defaultEncoding", "utf-8", "invocations",
      "executionSuccessful", (int) run.successful, "results", run.results, "properties", "command",
      command ? command : "", "verdicts", run.verdicts);
  assert(log);
  json_text(out, log);
  text_add_char(out, '\n');
  json_decref(log);
}
