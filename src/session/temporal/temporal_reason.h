#ifndef SESSION_TEMPORAL_TEMPORAL_REASON_H
#define SESSION_TEMPORAL_TEMPORAL_REASON_H

#include "session/temporal/temporal_check.h"
#include "temporal/meaning/reason.h"

/* Why a path violates a formula of LTL: facts about its parts, position by position. */

typedef struct {
  Meaning *meaning;
  PathWord word;
  PathTruths *truths;
  Facts facts;
  uint32_t *first; /* by position, with all rounds of a loop, and one more: its facts begin there */
} TemporalReason;

/* Of a formula that is violated by a path.  For CTL, or if something is not known: no facts. */
void temporal_reason_open(TemporalReason *, const TemporalChecked *, const TemporalResult *);
void temporal_reason_close(TemporalReason *);

/* The facts about a position of the path in a round of its loop (0: the first one); *more: there
 * are facts in a later round. */
const Fact *temporal_reason_at(const TemporalReason *, uint32_t position, uint32_t round,
                               uint32_t *count, bool *more);

/* For assertions: every path that was found for a formula of LTL violates it. */
bool temporal_paths_violate(const TemporalChecked *);

#endif
