#ifndef REPORT_TEMPORAL_REASON_REPORT_H
#define REPORT_TEMPORAL_REASON_REPORT_H

#include <jansson.h>

#include "session/temporal/temporal_reason.h"

/* Why a path violates its formula: at each position, which parts hold and which do not. */

/* Lines below the state of this position. */
void reason_show(const TemporalReason *, uint32_t position, Text *out);
/* [{position, round, holds, fails}]: as many as there is something to say of. */
json_t *reason_json(const TemporalReason *, uint32_t positions);

#endif
