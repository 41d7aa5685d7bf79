#ifndef REPORT_CHECK_CHAIN_TABLE_H
#define REPORT_CHECK_CHAIN_TABLE_H

#include "report/report.h"
#include "session/refinement_chain.h"

/* A machine of classical B with all its refinements: a table of what was established. */

/* A ChainJudge. */
const char *chain_table_words(const ChainStep *, const Checked *);
/* The table; the result is the worst verdict. */
Verdict chain_table(Report *, const ChainSteps *);

#endif
