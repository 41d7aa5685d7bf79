#ifndef REPORT_PROVE_PROVE_REPORT_H
#define REPORT_PROVE_PROVE_REPORT_H

#include "report/report.h"
#include "session/prove/proving.h"

typedef struct {
  bool show;       /* hypotheses and goals, too */
  bool unicode;    /* classical B in symbols */
  bool all_values; /* of counterexamples, not only those that the goal speaks of */
} ProveStyle;

/* The table of obligations, counterexamples and the verdict. */
Verdict prove_report(Report *, const Proved *, const ProveStyle *);

#endif
