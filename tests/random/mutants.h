#ifndef RANDOM_MUTANTS_H
#define RANDOM_MUTANTS_H

#include "base/text.h"
#include "random/generate.h"

/* Certificates (prove/check/) with a mistake in them, whose last line has the right hash again; and
 * what is to be thought of one that is accepted all the same.  All by the text: nothing of the
 * checker is used. */

#define MUTANT(name, what) MUTANT_##name,
typedef enum {
#include "random/mutants.def"
  MUTANT_KINDS
} MutantKind;
#undef MUTANT
const char *mutant_kind_text(MutantKind); /* "another rule" */

/* False: nothing was changed, since there is nothing of the kind, or it is what it was by chance.
 */
bool mutant_make(Random *, MutantKind, const char *certificate, Text *mutant);

typedef enum {
  MUTANT_SAME,    /* what the last clause rests on says the same as before */
  MUTANT_FOLLOWS, /* each clause that is new there has the literals of one of the original, and
                     perhaps more, or follows from those before it: CaDiCaL finds no model; or
                     it denies that a term has two values */
  MUTANT_SUSPICIOUS,
  MUTANT_WORTHS
} MutantWorth;
MutantWorth mutant_judge(const char *certificate, const char *mutant);

#endif
