#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/exchange/exchange_impl.h"
#include "report/exchange/finding_text.h"
#include "report/xml_text.h"

/* ---- cases */

static const char *text_or(const char *text, const char *other) { return text ? text : other; }

static void add_details(Text *out, const Finding *f)
{
  Text all = {0};
  finding_text(&all, f);
  xml_text_add(out, text_string(&all), false);
  text_free(&all);
}

/* What is not decided is no success: it is an error of the kind `unknown`. */
static void add_case(Text *out, const Finding *f, const char *class)
{
  text_add(out, "    <testcase");
  if (f->name && strcmp(f->name, class) != 0) {
    Text name = {0};
    text_printf(&name, "%s: %s", f->rule, f->name);
    xml_text_add_attribute(out, "name", text_string(&name));
    text_free(&name);
  } else {
    xml_text_add_attribute(out, "name", f->rule);
  }
  xml_text_add_attribute(out, "classname", class);
  text_printf(out, " time=\"%.3f\"", f->seconds);
  if (f->outcome == FINDING_PASS) {
    text_add(out, "/>\n");
    return;
  }
  const char *element = f->outcome == FINDING_FAIL ? "failure" : "error";
  text_printf(out, ">\n      <%s", element);
  const char *end = strchr(f->message, '\n');
  Text first = {0};
  text_add_bytes(&first, f->message, end ? (size_t) (end - f->message) : strlen(f->message));
  xml_text_add_attribute(out, "message", text_string(&first));
  text_free(&first);
  xml_text_add_attribute(out, "type", f->outcome == FINDING_OPEN ? "unknown" : f->rule);
  text_add_char(out, '>');
  add_details(out, f);
  text_printf(out, "</%s>\n    </testcase>\n", element);
}

/* ---- suites */

static bool is_case(const Findings *f, uint32_t i)
{
  bool whole = i + 1 == f->list.len, parts = false;
  if (!whole) return f->list.data[i].outcome != FINDING_WARNING;
  for (uint32_t k = 0; k < i; k++) parts |= is_case(f, k);
  return !parts || findings_need_whole(f);
}

static void add_counts(Text *out, const Findings *f)
{
  unsigned tests = 0, failures = 0, errors = 0;
  for (uint32_t i = 0; i < f->list.len; i++) {
    if (!is_case(f, i)) continue;
    FindingOutcome outcome = f->list.data[i].outcome;
    tests++;
    failures += outcome == FINDING_FAIL;
    errors += outcome == FINDING_OPEN || outcome == FINDING_ERROR;
  }
  text_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\"", tests, failures, errors);
}

static void add_time(Text *out, const Findings *f)
{
  char stamp[sizeof "2000-01-01T00:00:00"];
  time_t now = time(NULL);
  struct tm parts;
  gmtime_r(&now, &parts);
  strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
  text_printf(out, " time=\"%.3f\" timestamp=\"%s\" hostname=\"localhost\"",
              f->list.data[f->list.len - 1].seconds, stamp);
}

static void add_warnings(Text *out, const Findings *f)
{
  text_add(out, "    <system-out>");
  for (uint32_t i = 0; i < f->list.len; i++)
    if (f->list.data[i].outcome == FINDING_WARNING) add_details(out, &f->list.data[i]);
  text_add(out, "</system-out>\n    <system-err/>\n");
}

static void add_property(Text *out, const char *name, const char *value)
{
  text_add(out, "      <property");
  xml_text_add_attribute(out, "name", name);
  xml_text_add_attribute(out, "value", value);
  text_add(out, "/>\n");
}

/* What the verdict holds for. */
static void add_properties(Text *out, const json_t *report)
{
  static const char *const fields[] = {"command",     "verdict", "complete", "states",
                                       "transitions", "scope",   "settings", "counts"};
  text_add(out, "    <properties>\n");
  add_property(out, "probity", PROBITY_VERSION);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    const json_t *value = json_object_get(report, fields[i]);
    if (!value) continue;
    char *text = json_is_string(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY);
    add_property(out, fields[i], text ? text : text_or(json_string_value(value), "?"));
    free(text);
  }
  text_add(out, "    </properties>\n");
}

static void add_suite(Text *out, const Findings *f, unsigned number)
{
  const char *file = json_string_value(json_object_get(f->report, "file"));
  const char *model = json_string_value(json_object_get(f->report, "model"));
  const char *class = text_or(model, text_or(file, "probity"));
  text_add(out, "  <testsuite");
  xml_text_add_attribute(out, "name", text_or(file, class));
  xml_text_add_attribute(out, "package", class);
  text_printf(out, " id=\"%u\"", number);
  add_counts(out, f);
  add_time(out, f);
  text_add(out, ">\n");
  add_properties(out, f->report);
  for (uint32_t i = 0; i < f->list.len; i++)
    if (is_case(f, i)) add_case(out, &f->list.data[i], class);
  add_warnings(out, f);
  text_add(out, "  </testsuite>\n");
}

static void add_report(Text *out, const json_t *report, unsigned *number)
{
  Findings f;
  findings_read(&f, report);
  add_suite(out, &f, (*number)++);
  findings_free(&f);
}

void junit_print(Text *out, const json_t *report)
{
  const json_t *files = json_object_get(report, "files");
  unsigned number = 0;
  size_t i;
  json_t *one;
  text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
  json_array_foreach(files, i, one) add_report(out, one, &number);
  if (!files || findings_files_need_whole(report)) add_report(out, report, &number);
  text_add(out, "</testsuites>\n");
}
