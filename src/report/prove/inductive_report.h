#ifndef REPORT_PROVE_INDUCTIVE_REPORT_H
#define REPORT_PROVE_INDUCTIVE_REPORT_H

#include "report/report.h"
#include "session/prove/inductive_check.h"

/* Whether the invariant is inductive, with counterexamples; and what is odd about the model. */
Verdict inductive_report(Report *, const InductiveChecked *);

#endif
