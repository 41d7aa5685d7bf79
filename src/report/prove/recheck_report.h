#ifndef REPORT_PROVE_RECHECK_REPORT_H
#define REPORT_PROVE_RECHECK_REPORT_H

#include "report/report.h"
#include "session/prove/recheck.h"

/* What became of each certificate, and the verdict. */
Verdict recheck_report(Report *, const Rechecked *);

#endif
