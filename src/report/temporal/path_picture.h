#ifndef REPORT_TEMPORAL_PATH_PICTURE_H
#define REPORT_TEMPORAL_PATH_PICTURE_H

#include "report/report.h"
#include "session/temporal/temporal_check.h"

/* The path that violates the first of the formulas, as a picture in the language of Graphviz: a
 * node for each position, so that a state may be there several times.  `reasons`: nodes also say
 * which parts of the formula hold or fail there.  If there is no such path the verdict is not PASS,
 * and *dot stays empty. */
Verdict path_picture_report(Report *, const TemporalChecked *, bool reasons, Text *dot);

#endif
