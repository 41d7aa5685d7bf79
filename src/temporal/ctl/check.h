#ifndef TEMPORAL_CTL_CHECK_H
#define TEMPORAL_CTL_CHECK_H

#include "temporal/ctl/ctl.h"
#include "temporal/product/product.h"

/* Do all initial states satisfy a formula?  States are explored, breadth first, until that is
 * decided.  HOLDS and FAILS are sure, whatever is behind what is not known: atoms that cannot be
 * told, steps that could not be computed, states that were not explored.  Steps that leave what the
 * model asks to go on to are not followed. */
typedef struct {
  Atlas *atlas;
  const StateId *initial;
  uint32_t initial_count; /* 0: it holds */
  Atoms *atoms;
  const CtlTable *table;
  Ctl formula;
} CtlRequest;

typedef struct {
  enum { CTL_HOLDS, CTL_FAILS, CTL_UNKNOWN } result; /* UNKNOWN: see the reasons of the atlas */
  /* FAILS: a path from an initial state that does not satisfy the formula.  `path.result` is NONE
   * if its steps could not be computed again.  The kinds are those of the product, a beginning
   * being one after which it does not matter what follows. */
  Product path;
  /* The path is not all: to believe that the formula fails, one more thing must be known of its
   * last state, or of states on it, that no path shows, like that something is not reachable. */
  bool open;
  uint64_t states; /* that were labelled */
} CtlChecked;

void ctl_check(const CtlRequest *, CtlChecked *);
void ctl_checked_close(CtlChecked *);

#endif
