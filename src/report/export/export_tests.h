#ifndef REPORT_EXPORT_EXPORT_TESTS_H
#define REPORT_EXPORT_EXPORT_TESTS_H

#include "report/report.h"
#include "session/cover/coverage_tests.h"

/* Tests as XML, in the form that ProB writes, or as fields of a report; operations without a test
 * get a warning. */
Verdict export_tests(Report *, const CoverageTests *);

#endif
