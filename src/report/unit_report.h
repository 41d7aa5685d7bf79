#ifndef REPORT_UNIT_REPORT_H
#define REPORT_UNIT_REPORT_H

#include "report/report.h"

/* What a file is that was parsed. */

/* OK lift.mch: machine Lift, 7 clauses, 5 operations */
void unit_report_summary(Report *, const Unit *);
/* Fields `kind`, `clauses`, `operations` and `definitions`. */
void unit_report_fields(Report *, const Unit *);

#endif
