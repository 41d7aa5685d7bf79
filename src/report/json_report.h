#ifndef REPORT_JSON_REPORT_H
#define REPORT_JSON_REPORT_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"
#include "model/model.h"
#include "session/verdict.h"
#include "syntax/diag.h"

/* The fields that every report has. */
typedef struct {
  const char *command;
  const char *file;  /* as the user named it, or NULL */
  const char *model; /* name of the main machine, or NULL */
  Verdict verdict;
  bool complete;
  double seconds;
} ReportHead;

enum { JSON_REPORT_SCHEMA = 1 };

/* A report with these fields, in the order of the documentation; "settings",
 * "reasons" and "diagnostics" are empty.  The caller owns it (json_decref). */
json_t *json_report_new(const ReportHead *);
void json_report_add_diags(json_t *report, const Diags *);
void json_report_add_reason(json_t *report, const char *reason);
/* A diagnostic without a place, for mistakes in the command line. */
void json_report_add_error(json_t *report, const char *code, const char *message, const char *hint);
/* The text with a line end. */
void json_report_print(Text *, const json_t *report);

/* Building blocks.  Bytes that are no UTF-8 become U+FFFD; NULL becomes null. */
json_t *json_report_string(const char *);
/* `file`, a path that exists or null; and `element` if the name says more than that: a component
 * or a formula of the file, or what takes the place of a file, such as <stdin>. */
void json_report_set_file(json_t *, const char *name);
/* The same, and line, column, end_line, end_column; null where the span is nowhere. */
void json_report_set_place(json_t *, Sources *, Span);
/* A violation: what stands there has no value. */
json_t *json_report_evaluation(Sources *, Span, const char *message);
json_t *json_report_symbol(Sources *, const Symbol *);
json_t *json_report_operation(Sources *, const Operation *);

#endif
