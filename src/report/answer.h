#ifndef REPORT_ANSWER_H
#define REPORT_ANSWER_H

#include "report/report.h"
#include "session/bench.h"

/* What is said of a formula besides its value. */

/* The line for a formula without value (FAULT, UNKNOWN), and the place of a fault. */
Verdict answer_none(Report *, const Engine *, Answer);

/* "(for MAXINT=3)": what the truth of the predicate holds for, if it depends on that. */
void answer_scope(Report *, Engine *, const Node *predicate);

/* Candidates that were left out, as warnings; the engine forgets them. */
void answer_warn(Report *, Engine *);

#endif
