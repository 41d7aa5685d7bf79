#ifndef SESSION_PROVE_RECHECK_H
#define SESSION_PROVE_RECHECK_H

#include "session/prove/certificates.h"

/* Checks certificates against obligations that were generated anew. */

typedef enum {
  RECHECK_CHECKED,
  RECHECK_REFUSED,
  RECHECK_NOT_CHECKABLE, /* proved by somebody who writes no steps */
  RECHECK_MISSING,       /* not in the file */
  RECHECK_NOT_TRIED,     /* interrupted, or out of time */
  RECHECK_STATUSES
} RecheckStatus;

typedef struct {
  const ProveResult *result; /* names the obligation */
  RecheckStatus status;
  const char *why; /* REFUSED: the reason; NOT_CHECKABLE: who proved it; else NULL */
} Recheck;

typedef struct {
  Arena *arena;
  VEC(Recheck) list; /* in the order of the obligations */
  uint32_t counts[RECHECK_STATUSES];
} Rechecked;

/* Of the obligations of a list that was only selected (ProveRequest.list_only). */
void recheck_run(Session *, const Proved *, const Certificates *, Rechecked *);
void recheck_free(Rechecked *);
/* PASS: all are checked.  FAIL: one is refused. */
Verdict recheck_verdict(const Rechecked *);

#endif
