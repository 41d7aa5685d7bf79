#ifndef SESSION_PROVE_VACUOUS_H
#define SESSION_PROVE_VACUOUS_H

#include "session/prove/proving.h"

/* Whose hypotheses contradict each other is proved, but says nothing: `vacuous` is set in such
 * proofs, whoever found them, and they are counted.  Each set of hypotheses is looked at once, and
 * only if no larger one can hold; all of it takes a part of the time that the proofs took.  Where
 * the properties or axioms of one of the components alone contradict each other, `contradictory` is
 * set, and there is a warning, which says which of them. */
void vacuous_mark(Session *, const ObligationsList *, const ProveRequest *, Proved *);

#endif
