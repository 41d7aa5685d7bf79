#ifndef PROVE_CONTRADICTION_H
#define PROVE_CONTRADICTION_H

#include "prove/sequent/proof.h"

/* Do the hypotheses of a sequent contradict each other, so that it would be proved whatever its
 * goal were?  A short look, which does not depend on time unless a deadline comes first: most
 * contradictions are seen at once, and hypotheses that have none give no end of consequences. */

typedef enum {
  HYPOTHESES_OPEN, /* not known */
  HYPOTHESES_HOLD, /* for some values */
  HYPOTHESES_CONTRADICT
} HypothesesTruth;

/* With our own proof procedure: CONTRADICT or OPEN. */
HypothesesTruth contradiction_look(const Obligations *, const Sequent *, const Limits *);
/* With values, and the provers of others that `foreign` names, until the deadline, which there is.
 */
HypothesesTruth contradiction_search(const Obligations *, const Sequent *, const Limits *,
                                     uint32_t foreign);

#endif
