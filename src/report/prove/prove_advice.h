#ifndef REPORT_PROVE_PROVE_ADVICE_H
#define REPORT_PROVE_PROVE_ADVICE_H

#include "report/report.h"
#include "session/prove/proving.h"

/* What may help with the obligations that are neither proved nor refuted: a line for each reason,
 * and the field `advice`. */
void prove_advice(Report *, const Proved *);

#endif
