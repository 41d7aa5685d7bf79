#ifndef TEMPORAL_CTL_CHECK_IMPL_H
#define TEMPORAL_CTL_CHECK_IMPL_H

#include "temporal/ctl/check.h"
#include "temporal/ctl/labels.h"

/* ---- refute.c: writes the path for a formula that fails */
void ctl_refute(const CtlRequest *, const CtlLabels *, CtlGraph *, CtlChecked *);

#endif
