#ifndef CSP_GUIDE_GUIDE_IMPL_H
#define CSP_GUIDE_GUIDE_IMPL_H

#include "base/vec.h"
#include "csp/guide/guide.h"
#include "csp/guide/links.h"
#include "csp/value/numbers.h"

typedef struct {    /* steps of processes while the machine can do these events on open channels */
  uint64_t offered; /* word of the set */
  Stepper *stepper; /* NULL: this place was never needed */
} Surroundings;
enum { SURROUNDINGS = 16 };

typedef struct { /* a value that a probe could not read: its channel does not have it */
  uint32_t channel;
  const char *value;
} Unread;

struct Guide {
  Lts lts; /* first */
  MachineLinks links;
  Stepper *stepper;
  GuideOptions options;
  VEC(uint32_t) channels; /* numbers: those of the labels behind τ and ✓ */
  Surroundings surroundings[SURROUNDINGS];
  DatumNumbers processes;   /* terms; the first one is how it begins */
  DatumNumbers values;      /* arguments of the labels of channels: values of their fields */
  VEC(Unread) unread;       /* one for each channel */
  uint32_t widest;          /* most fields of such a label */
  Value *fields;            /* scratch: so many */
  const char **field_names; /* likewise */
  Value *row;               /* scratch: the successor that is handed over */
};

static inline Guide *guide_of(Lts *lts) { return (Guide *) lts; }
enum { GUIDE_TAU, GUIDE_TICK, GUIDE_CHANNELS }; /* labels behind those of the machine */

/* ---- the rest of the system, as that of the machine says */
void guide_about(Guide *);

/* ---- what happens */
void guide_initial(Lts *, Sink *);
void guide_next(Lts *, const Value *state, Sink *);
/* What the process can do while the machine is in this state; what is missing is told to the sink,
 * if there is one. */
Stepper *guide_stepper_in(Guide *, const Value *state, Sink *);

#endif
