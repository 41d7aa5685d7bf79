#ifndef PROVE_REWRITE_COLLECTION_H
#define PROVE_REWRITE_COLLECTION_H

#include "prove/term/term.h"

/* What  x : {names.P|E}  is equivalent to, with the names that E shows put in: for {a|P} it is
 * [a:=x]P, for %a.(P|E) and a pair x|->y it is [a:=x](P & y=E).  Likewise UNION and INTER.
 * 0: `set` is none of these. */
Term collection_member(Bank *, Term x, Term set);

#endif
