#ifndef PROVE_TABLEAU_TRIGGER_H
#define PROVE_TABLEAU_TRIGGER_H

#include "prove/tableau/tableau_impl.h"

/* How values for the names of a quantified formula are found: by terms with places for them
 * (OP_META) that are matched against the nodes of the congruence. */
enum { MOST_NAMES = 60, MOST_PATTERNS = 5 };

typedef enum {
  WANT_FALSE = -1, /* an atom that is false */
  WANT_ANY,        /* a term that occurs */
  WANT_TRUE,
  WANT_VALUE /* no pattern: the name `meta` is this term, once its names have values */
} Want;

typedef struct {
  Term term;
  Want want;
  bool remote; /* tried after others: it makes terms that nobody has spoken of */
  uint32_t meta;
  uint64_t names; /* it gives values to these (WANT_VALUE: and needs `needs`) */
  uint64_t needs;
} Pattern;

typedef struct {
  Pattern patterns[MOST_PATTERNS];
  uint32_t count;
  uint32_t cost;    /* generations added to what it finds */
  uint64_t missing; /* names without pattern: any term of their sort */
} Trigger;

struct Quantifier {
  uint32_t variable;
  Term formula;
  uint32_t names;
  VEC(Trigger) triggers;
};

/* Finds the triggers of a closed FORALL. */
void trigger_find(Tableau *, Quantifier *);

#endif
