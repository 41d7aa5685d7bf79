#ifndef REPORT_GRAPH_REPORT_H
#define REPORT_GRAPH_REPORT_H

#include "report/report.h"
#include "session/picture.h"

/* The picture in the language of Graphviz; with `listed` the fields of the report have lists of
 * states and edges instead.  Where there is nothing to draw, the verdict is FAIL, and *dot stays
 * empty. */
Verdict graph_report(Report *, Picture *, bool listed, Text *dot);

#endif
