#ifndef RANDOM_CTL_LAWS_H
#define RANDOM_CTL_LAWS_H

#include "random/small_system.h"

/* False: a case failed, and it was shown. */

/* Laws of CTL for random formulas, in all states of a random system. */
bool ctl_law_case(Arena *, Random *);
/* AG p and AF p against G p and F p of LTL, p without temporal operators. */
bool ctl_ltl_case(Arena *, Random *);

/* Keeps some things of a system secret. */
void ctl_keep_secrets(SmallSystem *, Random *);

#endif
