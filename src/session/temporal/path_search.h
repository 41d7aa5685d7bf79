#ifndef SESSION_TEMPORAL_PATH_SEARCH_H
#define SESSION_TEMPORAL_PATH_SEARCH_H

#include "session/temporal/temporal_check.h"

typedef struct {
  Ltl formula;              /* that paths are to satisfy */
  bool negated;             /* … or not to satisfy */
  const Fairness *fairness; /* of the paths; or NULL */
  const StateId *initial;   /* where they begin */
  uint32_t initial_count;
} PathWanted;

/* Looks for such a path, with the threads that the check may have.  False: the formula is too
 * large.  Why something is not known is among the reasons of the atlas. */
bool path_search(TemporalChecked *, const PathWanted *, Product *);
void path_search_close(TemporalChecked *); /* the forks; before the atlas is freed */

#endif
