#ifndef TEMPORAL_PRODUCT_TALLY_H
#define TEMPORAL_PRODUCT_TALLY_H

#include "base/signatures.h"
#include "temporal/product/fairness.h"

/* What a set of edges contributes to a loop that passes all of them, as a number: few sets differ.
 */
typedef uint32_t Tally;
enum { TALLY_NONE }; /* of no edge at all */

/* With more instances a search has to be given up. */
enum { TALLY_MARK_BITS = 8, TALLIES_MOST_INSTANCES = (1 << (31 - TALLY_MARK_BITS)) - 1 };

typedef struct { /* by term of fairness, that is not about every instance: */
  uint64_t marks;
  uint64_t blocked;  /* weak: possible before each of the edges, and none of them is a step of it */
  uint64_t taken;    /* strong: one of them is a step of it … */
  uint64_t enabled;  /* … and it is possible before some edge */
  uint64_t instance; /* of one edge, if a term is about every one: it is a step of it */
} TallySet;

typedef struct {
  uint64_t marks; /* all of the automaton */
  uint64_t weak, strong;
  bool every;        /* a term is about every instance: what edges together mean for it is told by
                        nobody here */
  bool direct;       /* a tally is its marks + 1, with the instance in the bits above */
  uint32_t bits;     /* that marks need */
  Signatures sets;   /* by tally, else */
  VEC(Tally) plain;  /* by tally: without its instance */
  Signatures joined; /* pairs … */
  VEC(Tally) joins;  /* … and what they are together */
} Tallies;

void tallies_open(Tallies *, uint64_t marks, const FairnessCase *); /* NULL: all loops are fair */
void tallies_close(Tallies *);

/* Of one edge; by term, whether it is possible before it, and whether it is a step of it. */
Tally tally_edge(Tallies *, uint64_t marks, uint64_t enabled, uint64_t taken, uint32_t instance);
static inline Tally tally_plain(const Tallies *t, Tally tally)
{
  if (!t->direct) return t->plain.data[tally];
  return t->every && tally ? ((tally - 1) & ((UINT32_C(1) << t->bits) - 1)) + 1 : tally;
}
Tally tally_join(Tallies *, Tally, Tally); /* without instances */
TallySet tally_set(const Tallies *, Tally);

typedef enum {
  TALLY_HOPELESS, /* neither a loop through all of the edges is accepted nor one through some */
  TALLY_OPEN,     /* one through some of them may be, or fairness is not all told */
  TALLY_ACCEPTED  /* a loop through all of them is */
} TallyVerdict;
TallyVerdict tally_verdict(const Tallies *, Tally);
/* Of OPEN: terms that are possible, and no edge is a step of theirs. */
uint64_t tally_refused(const Tallies *, Tally);

#endif
