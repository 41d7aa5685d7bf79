#ifndef REPORT_EVIDENCE_H
#define REPORT_EVIDENCE_H

#include "report/report.h"

/* What a report was made of: the version, the command line, the date, and the files that were read
 * with their SHA-256 and their texts. */
json_t *evidence_json(const Report *);

#endif
