#ifndef REPORT_PROVE_PATH_REPORT_H
#define REPORT_PROVE_PATH_REPORT_H

#include "report/report.h"
#include "session/prove/path_check.h"

/* What is known of the paths of a model without having explored them. */
Verdict path_report(Report *, const PathChecked *, const PathRequest *);

#endif
