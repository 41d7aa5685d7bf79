#ifndef CSP_MACHINE_COMPRESS_H
#define CSP_MACHINE_COMPRESS_H

#include "csp/machine/component.h"
#include "csp/machine/skeleton.h"
#include "csp/value/term.h"

/* Other systems with the same traces, stable failures and divergences, in every context of CSP
 * but priorities and chase.  Each takes over its component and gives one that is no larger, or a
 * system that pays otherwise; if it is time to stop, some system with the same behaviour. */

/* Strongly bisimilar states are one. */
Component *compress_strong(Component *, Effort *);
/* States that are bisimilar but for τ steps that change nothing are one (branching bisimulation
 * that respects divergence). */
Component *compress_branching(Component *, Effort *);
/* States on a τ-loop are one, with a τ to itself. */
Component *compress_tau_loops(Component *);
/* What can be done after τ can be done at once; states that only τ leads to are left out unless
 * they refuse more. */
Component *compress_diamond(Component *, Effort *);
/* The normal form: after each trace there is one state, and behind it one stable state for each
 * minimal acceptance.  Gives the component as it was if that becomes too large. */
Component *compress_normal(Component *, Effort *);

Component *compress(Component *, CompressKind, Effort *);
/* A process as a leaf whose parts run side by side as a network.  NULL: it is too large, something
 * goes wrong in it, or it was time to stop. */
Leaf *product_process(LeafStore *, Datum process);
/* The leaf of a term COMPRESS; NULL as before. */
Leaf *compress_process(LeafStore *, Datum process);

#endif
