#ifndef TEMPORAL_CTL_CTL_H
#define TEMPORAL_CTL_CTL_H

#include <stdbool.h>

#include "base/signatures.h"

/* Formulas of CTL as numbers: each is stored once, after its operands.  They are about states, and
 * about the maximal paths from there, which go on for ever or end in a deadlock.
 *
 *   EX f        some step leads to f; EX_STEP: one of which an atom of steps is true
 *   EU f g      some path has g somewhere, and f up to there
 *   EG f        some path has f everywhere
 *
 * All others are made of these.  Atoms are numbers of the caller's. */
typedef uint32_t Ctl;
enum { CTL_FALSE, CTL_TRUE }; /* in every table */

typedef enum {
  CTL_CONSTANT,
  CTL_ATOM, /* a: its number */
  CTL_NOT,
  CTL_AND,
  CTL_OR,
  CTL_EX,
  CTL_EX_STEP, /* a: the formula; b: the number of the atom */
  CTL_EU,
  CTL_EG
} CtlKind;

typedef struct {
  CtlKind kind;
  uint32_t a, b; /* operands: formulas, unless said otherwise; unary ones have b = 0 */
  bool temporal; /* it speaks of steps or paths */
} CtlNode;

typedef struct {
  Signatures words; /* each formula as words: finds its number */
  VEC(CtlNode) nodes;
} CtlTable;

void ctl_open(CtlTable *);
void ctl_close(CtlTable *);
static inline const CtlNode *ctl_node(const CtlTable *t, Ctl f) { return &t->nodes.data[f]; }

Ctl ctl_atom(CtlTable *, uint32_t atom); /* of states */
Ctl ctl_not(CtlTable *, Ctl);
Ctl ctl_and(CtlTable *, Ctl, Ctl);
Ctl ctl_or(CtlTable *, Ctl, Ctl);
Ctl ctl_implies(CtlTable *, Ctl, Ctl);
Ctl ctl_ex(CtlTable *, Ctl);
Ctl ctl_ex_step(CtlTable *, uint32_t atom, Ctl);
Ctl ctl_eu(CtlTable *, Ctl, Ctl);
Ctl ctl_ef(CtlTable *, Ctl);
Ctl ctl_eg(CtlTable *, Ctl);
Ctl ctl_ax(CtlTable *, Ctl);
Ctl ctl_af(CtlTable *, Ctl);
Ctl ctl_ag(CtlTable *, Ctl);

#endif
