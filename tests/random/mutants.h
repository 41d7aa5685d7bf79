#ifndef RANDOM_MUTANTS_H
#define RANDOM_MUTANTS_H

#include "base/text.h"
#include "random/generate.h"

/* Certificates (prove/check/) with a mistake in them, whose last line has the right hash again; and
 * what is to be thought of one that is accepted all the same.  All by the text: nothing of the
 * checker is used. */

/* False: nothing was changed. */
bool mutant_make(Random *, const char *certificate, Text *mutant);

typedef enum {
  MUTANT_SAME,    /* what the last clause rests on says the same as before */
  MUTANT_FOLLOWS, /* each clause that is new there has the literals of one of the original, and
                     perhaps more, or follows from those before it: CaDiCaL finds no model */
  MUTANT_SUSPICIOUS
} MutantKind;
MutantKind mutant_judge(const char *certificate, const char *mutant);

#endif
