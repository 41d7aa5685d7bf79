#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/sha256.h"
#include "report/exchange/exchange_impl.h"
#include "report/exchange/page_impl.h"
#include "report/exchange/page_style.h"
#include "report/exchange/step_text.h"

/* A report as a page: what was asked, what came out and why, what it holds for, and the texts that
 * it is about.  It says what the report as JSON says: fields that have no form of their own here
 * are shown as they are. */

void page_text(Text *out, const char *text)
{
  for (; *text; text++) {
    unsigned char c = (unsigned char) *text;
    if (c == '<') text_add(out, "&lt;");
    else if (c == '>') text_add(out, "&gt;");
    else if (c == '&') text_add(out, "&amp;");
    else if (c == '"') text_add(out, "&quot;");
    else if (c == '\'') text_add(out, "&#39;");
    else if ((c < ' ' && c != '\n' && c != '\t') || c == 127) text_add(out, "\uFFFD");
    else text_add_char(out, (char) c);
  }
}

const char *page_outcome(FindingOutcome outcome)
{
  static const char *const words[] = {"PASS", "WARNING", "UNKNOWN", "FAIL", "ERROR"};
  return words[outcome];
}

static void add_members(Text *out, const json_t *object)
{
  const char *name;
  json_t *member;
  text_add(out, "<table><tbody>");
  json_object_foreach((json_t *) object, name, member)
  {
    text_add(out, "<tr><th>");
    page_text(out, name);
    text_add(out, "</th><td>");
    page_value(out, member);
    text_add(out, "</td></tr>\n");
  }
  text_add(out, "</tbody></table>");
}

void page_value(Text *out, const json_t *value)
{
  size_t i;
  json_t *element;
  if (json_is_string(value)) {
    text_add(out, "<code>");
    page_text(out, json_string_value(value));
    text_add(out, "</code>");
  } else if (json_is_object(value) && json_object_size(value)) {
    add_members(out, value);
  } else if (json_is_array(value) && json_array_size(value)) {
    json_array_foreach((json_t *) value, i, element)
    {
      bool number = json_is_number(element);
      text_add(out, number ? i ? ", " : "" : "<div>");
      page_value(out, element);
      if (!number) text_add(out, "</div>");
    }
  } else if (json_is_array(value) || json_is_object(value) || json_is_null(value)) {
    text_add(out, "<span class=\"dim\">none</span>");
  } else {
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
    page_text(out, text ? text : "?");
    free(text);
  }
}

/* ---- parts of a report */

typedef struct {
  Text *out;
  const json_t *report, *inputs;
  uint32_t part;
  Findings findings;
} Page;

static const char *field_text(const json_t *object, const char *field)
{
  return json_string_value(json_object_get(object, field));
}

static void add_word(Text *out, const char *word)
{
  text_printf(out, "<span class=\"word %s\">%s</span>", word, word);
}

static void begin_row(Text *out, const char *title)
{
  text_printf(out, "<tr><th>%s</th><td>", title);
}
static void end_row(Text *out) { text_add(out, "</td></tr>\n"); }

static void add_row(Page *p, const char *title, const json_t *value)
{
  if (!value) return;
  begin_row(p->out, title);
  page_value(p->out, value);
  end_row(p->out);
}

/* The command line as words. */
static void add_command(Page *p, const json_t *words)
{
  size_t i;
  json_t *word;
  begin_row(p->out, "command line");
  text_add(p->out, "<code>probity");
  json_array_foreach(words, i, word)
  {
    text_add_char(p->out, ' ');
    page_text(p->out, json_string_value(word));
  }
  text_add(p->out, "</code>");
  end_row(p->out);
}

static void add_facts(Page *p)
{
  const json_t *r = p->report, *evidence = json_object_get(r, "evidence");
  const Finding *whole = &p->findings.list.data[p->findings.list.len - 1];
  text_add(p->out, "<table><tbody>\n");
  begin_row(p->out, "verdict");
  add_word(p->out, page_outcome(whole->outcome));
  text_add(p->out, " ");
  page_text(p->out, whole->message);
  end_row(p->out);
  add_row(p, "complete", json_object_get(r, "complete"));
  if (json_array_size(json_object_get(r, "reasons")))
    add_row(p, "why it is not decided", json_object_get(r, "reasons"));
  add_row(p, "file", json_object_get(r, "file"));
  add_row(p, "model", json_object_get(r, "model"));
  add_row(p, "holds for (scope)", json_object_get(r, "scope"));
  add_row(p, "settings", json_object_get(r, "settings"));
  add_row(p, "together with what it refines, whose preconditions are assumed",
          json_object_get(r, "refines"));
  add_row(p, "seconds", json_object_get(r, "seconds"));
  if (evidence) add_command(p, json_object_get(evidence, "arguments"));
  add_row(p, "date", json_object_get(evidence, "date"));
  add_row(p, "version of probity", json_object_get(evidence, "version"));
  text_add(p->out, "</tbody></table>\n");
}

static void add_notes(Page *p, const json_t *notes)
{
  size_t i;
  json_t *note;
  json_array_foreach(notes, i, note)
  {
    text_add(p->out, "<div class=\"dim\">");
    page_place(p->out, p->inputs, p->part, note);
    text_add(p->out, " ");
    page_text(p->out, field_text(note, "message") ? field_text(note, "message") : "");
    text_add(p->out, "</div>\n");
  }
}

static void add_finding(Page *p, const Finding *f)
{
  text_add(p->out, "<h3>");
  add_word(p->out, page_outcome(f->outcome));
  text_add_char(p->out, ' ');
  page_text(p->out, f->rule);
  if (f->name) {
    text_add(p->out, ": ");
    page_text(p->out, f->name);
  }
  text_add(p->out, "</h3>\n<div>");
  page_place(p->out, p->inputs, p->part, f->place);
  text_add(p->out, "</div><pre>");
  page_text(p->out, f->message);
  text_add(p->out, "</pre>\n");
  add_notes(p, f->notes);
  page_steps(p->out, f);
}

/* Those with an outcome in this range, under a heading. */
static void add_findings(Page *p, const char *title, FindingOutcome from, FindingOutcome to)
{
  bool begun = false;
  for (uint32_t i = 0; i + 1 < p->findings.list.len; i++) {
    const Finding *f = &p->findings.list.data[i];
    if (f->outcome < from || f->outcome > to) continue;
    if (!begun) text_printf(p->out, "<h2>%s</h2>\n", title);
    begun = true;
    add_finding(p, f);
  }
}

/* What was checked one by one: obligations, assertions, formulas, tests. */
static void add_checks(Page *p)
{
  bool begun = false;
  for (uint32_t i = 0; i + 1 < p->findings.list.len; i++) {
    const Finding *f = &p->findings.list.data[i];
    if (!f->name || f->outcome == FINDING_WARNING) continue;
    if (!begun)
      text_add(p->out, "<h2>What was checked</h2>\n<table><thead><tr><th>verdict</th><th>kind</th>"
                       "<th>name</th><th>place</th><th>seconds</th></tr></thead><tbody>\n");
    begun = true;
    text_add(p->out, "<tr><td>");
    add_word(p->out, page_outcome(f->outcome));
    text_add(p->out, "</td><td>");
    page_text(p->out, f->rule);
    text_add(p->out, "</td><td>");
    page_text(p->out, f->name);
    text_add(p->out, "</td><td>");
    page_place(p->out, p->inputs, p->part, f->place);
    text_printf(p->out, "</td><td class=\"number\">%.3f</td></tr>\n", f->seconds);
  }
  if (begun) text_add(p->out, "</tbody></table>\n");
}

static bool is_among(const char *name, const char *const *names)
{
  for (; *names; names++)
    if (!strcmp(*names, name)) return true;
  return false;
}

/* The fields of the report that are nowhere else on the page. */
static void add_figures(Page *p)
{
  static const char *const shown[] = {
      "schema",   "command",    "file",        "element",  "model",   "verdict",
      "complete", "reasons",    "seconds",     "settings", "scope",   "diagnostics",
      "evidence", "violations", "wd_warnings", "temporal", "refines", "certificates",
      "files",    "tests",      NULL};
  const char *name;
  json_t *value;
  text_add(p->out, "<h2>Figures and coverage</h2>\n<table><tbody>\n");
  json_object_foreach((json_t *) p->report, name, value)
  {
    if (is_among(name, shown)) continue;
    text_add(p->out, "<tr><th>");
    page_text(p->out, name);
    text_add(p->out, "</th><td>");
    page_value(p->out, value);
    text_add(p->out, "</td></tr>\n");
  }
  text_add(p->out, "</tbody></table>\n");
}

static void add_inputs(Page *p)
{
  size_t i;
  json_t *input;
  if (!json_array_size(p->inputs)) return;
  text_add(p->out, "<h2>Input files</h2>\n<table><thead><tr><th>file</th><th>bytes</th>"
                   "<th>SHA-256</th></tr></thead><tbody>\n");
  json_array_foreach(p->inputs, i, input)
  {
    text_add(p->out, "<tr><td>");
    page_value(p->out, json_object_get(input, "file"));
    text_add(p->out, "</td><td class=\"number\">");
    page_value(p->out, json_object_get(input, "bytes"));
    text_add(p->out, "</td><td>");
    page_value(p->out, json_object_get(input, "sha256"));
    text_add(p->out, "</td></tr>\n");
  }
  text_add(p->out, "</tbody></table>\n");
  page_listing(p->out, p->inputs, p->part, &p->findings);
}

static void add_report(Text *out, const json_t *report, const char *title, uint32_t *part)
{
  Page p = {.out = out,
            .report = report,
            .inputs = json_object_get(json_object_get(report, "evidence"), "inputs"),
            .part = (*part)++};
  const char *command = field_text(report, "command");
  findings_read(&p.findings, report);
  text_add(out, "<section>\n<h1>");
  page_text(out, title);
  text_add(out, "</h1>\n<p class=\"dim\">report of <code>probity ");
  page_text(out, command ? command : "");
  text_add(out, "</code></p>\n");
  add_facts(&p);
  add_findings(&p, "What is wrong or open", FINDING_OPEN, FINDING_ERROR);
  add_checks(&p);
  add_findings(&p, "Warnings: what was left out or is worth a look", FINDING_WARNING,
               FINDING_WARNING);
  add_figures(&p);
  add_inputs(&p);
  text_add(out, "</section>\n");
  findings_free(&p.findings);
}

/* ---- the whole */

static const char *title_of(const json_t *report)
{
  const char *model = field_text(report, "model"), *file = field_text(report, "file");
  const char *project = field_text(report, "project"), *command = field_text(report, "command");
  return project ? project : model ? model : file ? file : command ? command : "probity";
}

/* Nothing is loaded and nothing runs: the one style is known by its hash. */
static void add_head(Text *out, const json_t *report)
{
  uint8_t digest[SHA256_BYTES];
  sha256(page_style, strlen(page_style), digest);
  text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "style-src 'sha256-");
  base64_add(out, digest, sizeof digest);
  text_add(out, "'; base-uri 'none'; form-action 'none'\">\n"
                "<meta name=\"viewport\" content=\"width=device-width\">\n"
                "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
  page_text(out, title_of(report));
  text_printf(out, " - probity</title>\n<style>%s</style>\n</head>\n<body>\n", page_style);
}

void page_print(Text *out, const json_t *report)
{
  const json_t *files = json_object_get(report, "files"), *tests = json_object_get(report, "tests");
  uint32_t part = 0;
  size_t i;
  json_t *one;
  add_head(out, report);
  add_report(out, report, title_of(report), &part);
  json_array_foreach(files, i, one) add_report(out, one, title_of(one), &part);
  json_array_foreach(tests, i, one)
  {
    const json_t *inner = json_object_get(one, "report");
    const char *name = field_text(one, "name");
    if (json_is_object(inner)) add_report(out, inner, name ? name : title_of(inner), &part);
  }
  text_add(out, "</body>\n</html>\n");
}
