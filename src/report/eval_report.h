#ifndef REPORT_EVAL_REPORT_H
#define REPORT_EVAL_REPORT_H

#include "report/report.h"
#include "session/evaluation.h"

typedef struct {
  bool all;     /* all solutions of a predicate */
  bool why;     /* its parts with their values follow */
  bool unicode; /* operators in Unicode */
} EvalStyle;

/* The answer to a formula: its value, or its truth with values for its names. */
Verdict eval_report(Report *, Evaluation *, EvalStyle);

#endif
