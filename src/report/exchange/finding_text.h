#ifndef REPORT_EXCHANGE_FINDING_TEXT_H
#define REPORT_EXCHANGE_FINDING_TEXT_H

#include "base/text.h"
#include "report/exchange/finding.h"

/* file:line:column: message, and how to get there, step by step. */
void finding_text(Text *, const Finding *);

#endif
