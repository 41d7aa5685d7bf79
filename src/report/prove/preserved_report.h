#ifndef REPORT_PROVE_PRESERVED_REPORT_H
#define REPORT_PROVE_PRESERVED_REPORT_H

#include "report/report.h"
#include "session/prove/preserved.h"

/* Adds how much of the invariant need not be evaluated. */
void preserved_report(Report *, const Preserved *);

#endif
