#ifndef SESSION_PROVE_RECORDED_H
#define SESSION_PROVE_RECORDED_H

#include "base/map.h"
#include "prove/sequent/sequent.h"
#include "session/session.h"

/* What Rodin has recorded about the obligations of a component, in the file .bps beside it: it
 * tells what people and provers did there, perhaps with an older text. */
typedef struct {
  Map statuses; /* name of an obligation -> text */
} Recorded;

/* Empty if there is no such file, or it cannot be read. */
void recorded_open(Recorded *, Session *, const Obligations *);
void recorded_close(Recorded *);
/* "discharged", "discharged by hand", "reviewed", "open", "out of date"; NULL: nothing is known. */
const char *recorded_status(const Recorded *, Session *, const char *name);

#endif
