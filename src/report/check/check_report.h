#ifndef REPORT_CHECK_CHECK_REPORT_H
#define REPORT_CHECK_CHECK_REPORT_H

#include "report/report.h"
#include "session/check.h"

/* What a check has found, and how it is told. */

typedef struct {
  bool explain;           /* why there are no constants, however long it takes */
  bool coverage;          /* operations, values and distances, too */
  const char *trace_file; /* where the caller is going to write … */
  Text *trace;            /* … the way to the first violation, as a trace file; both or neither */
  const char *also;       /* what else was checked: "3 assertions hold"; or NULL, and … */
  Verdict also_verdict;   /* … what came of it */
} CheckStyle;

/* Everything: warnings, violations with the ways to them, and the verdict as the last line: the
 * worse one, if something else was checked. */
Verdict check_report(Report *, const Checked *, const CheckStyle *);

/* " for SET=2, MAXINT=3": what the verdict holds for. */
void check_add_scope(const Checked *, Text *);
json_t *check_scope_json(const Checked *);

/* Violations with the ways to them, and what to say of each. */
typedef struct {
  Report *report;
  const Checked *of;
  const CheckStyle *style;
  Lts *lts;
  BMachine *machine;
  Engine *engine;
  double deadline; /* of the check itself, by the engine's clock; 0: none */
  const Exploration *x;
  const char **messages;      /* by violation, as they are shown */
  const char *const *reasons; /* why it is not complete, as they are shown */
  uint32_t reason_count;
} CheckReport;

CheckReport check_report_begin(Report *, const Checked *, const CheckStyle *);
/* Shows them; the result is a list of them, and fills in the messages. */
json_t *check_show_violations(CheckReport *);

#endif
