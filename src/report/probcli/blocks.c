#include "report/probcli/answer.h"

#include <string.h>

/* Errors and warnings: blocks of lines that begin with an exclamation mark. */

const char *const prob_kinds[] = {"parse_error",
                                  "type_error",
                                  "usage",
                                  "setup_constants_fails",
                                  "initialisation_fails",
                                  "invariant_violation",
                                  "assertion_violation",
                                  "deadlock",
                                  "goal_found",
                                  "state_error",
                                  "model_check_incomplete",
                                  "animate",
                                  "det_check",
                                  "replay_json_trace_file",
                                  "coverage",
                                  "ltl",
                                  "cbc_invariant",
                                  "cbc_deadlock_check",
                                  "cbc_assertions",
                                  "bmc",
                                  "wd_check",
                                  "refinement_check_fails",
                                  "csp_assertion",
                                  "uncovered_operations",
                                  "eval",
                                  "incomplete",
                                  NULL};

bool prob_kind_includes(const char *word, const char *kind)
{
  static const char *const searches[] = {"invariant_violation", "assertion_violation", "deadlock",
                                         "goal_found",          "state_error",         NULL};
  if (!strcmp(word, kind)) return true;
  if (!strcmp(word, "cbc")) return !strncmp(kind, "cbc_", 4);
  for (unsigned i = 0; !strcmp(word, "mc") && searches[i]; i++)
    if (!strcmp(searches[i], kind)) return true;
  return false;
}

bool prob_kind_is_open(const char *kind)
{
  return !strcmp(kind, "incomplete") || !strcmp(kind, "model_check_incomplete");
}

void prob_answer_free(ProbAnswer *a)
{
  text_free(&a->out);
  text_free(&a->errors);
  vec_free(&a->kinds);
  json_decref(a->trace);
}

void prob_set_trace(ProbAnswer *a, json_t *steps)
{
  json_decref(a->trace);
  a->trace = steps;
}

/* -------------------------------------------------------------------- blocks */

/* Every line of the message has the mark. */
static void add_lines(Text *out, const char *text)
{
  for (size_t length; *text; text += length + (text[length] == '\n')) {
    length = strcspn(text, "\n");
    text_add(out, "! ");
    text_add_bytes(out, text, length);
    text_add_char(out, '\n');
  }
}

static long long number_of(const json_t *entry, const char *field)
{
  return json_integer_value(json_object_get(entry, field));
}

/* Columns count from 0, and the end is the last position that is meant plus one. */
static void add_place(Text *out, const json_t *entry)
{
  const char *file = json_string_value(json_object_get(entry, "file"));
  if (!json_is_integer(json_object_get(entry, "line"))) return;
  text_printf(out, "! Line: %lld Column: %lld until Line: %lld Column: %lld",
              number_of(entry, "line"), number_of(entry, "column") - 1,
              number_of(entry, "end_line"), number_of(entry, "end_column") - 1);
  if (file) text_printf(out, " in file: %s", file);
  text_add_char(out, '\n');
}

/* `entry` has the place, or is NULL. */
static void add_block(ProbAnswer *a, const char *what, const char *source, const char *message,
                      const json_t *entry)
{
  text_printf(&a->errors, "! %s occurred (source: %s) !\n", what, source);
  add_lines(&a->errors, message);
  if (entry) add_place(&a->errors, entry);
}

void prob_add_error(ProbAnswer *a, const char *kind)
{
  a->error_count++;
  vec_push(&a->kinds, kind);
}

void prob_say_message(ProbAnswer *a, const char *kind, const char *message)
{
  add_block(a, "An error", kind, message, NULL);
}

void prob_say_error(ProbAnswer *a, const char *kind, const char *message)
{
  add_block(a, "An error", kind, message, NULL);
  prob_add_error(a, kind);
}

void prob_say_warning(ProbAnswer *a, const char *source, const char *message)
{
  add_block(a, "A warning", source, message, NULL);
  a->warning_count++;
}

void prob_say_note(ProbAnswer *a, const char *message)
{
  if (!a->silent) text_printf(&a->errors, "probity: note: %s\n", message);
}

void prob_say_reasons(ProbAnswer *a, const json_t *of)
{
  size_t i;
  json_t *reason;
  Text text = {0};
  json_array_foreach(json_object_get(of, "reasons"), i, reason)
      text_printf(&text, "%s%s", i ? "\n" : "", json_string_value(reason));
  prob_say_warning(a, "incomplete", text.len ? text_string(&text) : "not decided");
  vec_push(&a->kinds, "incomplete");
  text_free(&text);
}

/* --------------------------------------------------------------- diagnostics */

/* What a mistake in a text is called. */
static const char *kind_of(const char *mark)
{
  if (!strcmp(mark, "usage")) return "usage";
  if (!strcmp(mark, "syntax") || !strcmp(mark, "lexical")) return "parse_error";
  return "type_error";
}

/* A warning about what is not done here, which says nothing of the model. */
static bool is_note(const char *mark)
{
  static const char *const codes[] = {"no-effect", "unknown-setting", "not-checked", "part",
                                      "no-obligation"};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (!strcmp(mark, codes[i])) return true;
  return false;
}

static void add_warning(ProbAnswer *a, const char *mark, const char *message, const json_t *entry)
{
  Text source = {0};
  for (; *mark; mark++) text_add_char(&source, *mark == '-' ? '_' : *mark);
  add_block(a, "A warning", text_string(&source), message, entry);
  text_free(&source);
  a->warning_count++;
}

static void add_diagnostic(ProbAnswer *a, const json_t *entry, bool lint)
{
  const char *severity = json_string_value(json_object_get(entry, "severity"));
  const char *code = json_string_value(json_object_get(entry, "code"));
  const char *message = json_string_value(json_object_get(entry, "message"));
  const char *hint = json_string_value(json_object_get(entry, "hint"));
  if (!severity || !code || !message || !strcmp(severity, "violation")) return;
  Text text = {0};
  text_add(&text, message);
  if (hint) text_printf(&text, "\n(%s)", hint);
  if (!strcmp(severity, "error")) {
    add_block(a, "An error", kind_of(code), text_string(&text), entry);
    prob_add_error(a, kind_of(code));
  } else if (is_note(code) && !lint) prob_say_note(a, message);
  else add_warning(a, code, text_string(&text), entry);
  text_free(&text);
}

void prob_add_diagnostics(ProbAnswer *a, const json_t *report, bool lint)
{
  size_t i;
  json_t *entry;
  json_array_foreach(json_object_get(report, "diagnostics"), i, entry)
      add_diagnostic(a, entry, lint);
}

void prob_add_end(ProbAnswer *a)
{
  if (!a->error_count && !a->warning_count) return;
  text_printf(&a->errors, "! *** %s occurred ***\n", a->error_count ? "error" : "warning");
  for (uint32_t i = 0; i < a->kinds.len; i++) {
    bool said = false;
    for (uint32_t k = 0; k < i && !said; k++) said = !strcmp(a->kinds.data[i], a->kinds.data[k]);
    if (!said) text_printf(&a->errors, "! %s\n", a->kinds.data[i]);
  }
  text_printf(&a->errors, "! Total Errors: %u, Warnings:%u\n", a->error_count, a->warning_count);
}
