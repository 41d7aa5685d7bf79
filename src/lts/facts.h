#ifndef LTS_FACTS_H
#define LTS_FACTS_H

#include "lts/lts.h"
#include "syntax/diag.h"

/* A transition system given by facts, as ProB saves state spaces:
 *
 *   spec_trans(root,'op(1)',0).
 *
 * one a line; lines that are no such facts are skipped.  The first state is `root`; the set-up of
 * constants and the initialisation are hidden.  A file that says of itself that it is not complete
 * is refused: it has not all that the system can do.  The rest is as for Aldebaran files (aut.h).
 */
Lts *facts_read(const Source *, Diags *);

#define FACTS_NOT_COMPLETE "% Not complete." /* a line of such a file */

#endif
