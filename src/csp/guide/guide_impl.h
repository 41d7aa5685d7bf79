#ifndef CSP_GUIDE_GUIDE_IMPL_H
#define CSP_GUIDE_GUIDE_IMPL_H

#include "base/vec.h"
#include "csp/guide/guide.h"
#include "csp/machine/numbers.h"
#include "csp/types/type.h"

/* What a channel is for the machine. */
typedef struct {
  enum { LINK_OWN, LINK_OPERATION, LINK_PROBE } kind;
  uint32_t at;          /* label or column of the machine */
  uint32_t fields;      /* of the channel */
  bool open;            /* a field has infinitely many values: they come from the machine */
  CspType **types;      /* of its fields */
  const Shape **shapes; /* of the values that they are compared with */
  const CspSymbol *symbol;
} ChannelLink;

typedef struct {    /* steps of processes while the machine can do these events on open channels */
  uint64_t offered; /* word of the set */
  Stepper *stepper;
} Surroundings;

typedef struct { /* a given set of the machine, as a datatype */
  const CspType *type;
  const Shape *shape;
  const Datum *constants; /* by index of the element; DATUM_FAULT: it has none */
} GivenElements;

struct Guide {
  Lts lts; /* first */
  Lts *machine;
  Stepper *stepper;
  Evaluator *evaluator;
  Pool *pool;
  Arena *arena, *scratch; /* the latter of one value in the making */
  GuideOptions options;
  ChannelLink *links; /* by number of a DATUM_NAME; constructors are OWN */
  uint32_t link_count;
  uint32_t *channel_of;   /* by label of the machine: number of its channel + 1, or 0 */
  VEC(uint32_t) channels; /* numbers: those of the labels behind τ and ✓ */
  bool has_open;
  VEC(Surroundings) surroundings;
  VEC(GivenElements) elements;
  DatumNumbers processes;   /* terms; the first one is how it begins */
  DatumNumbers values;      /* arguments of the labels of channels: values of their fields */
  uint32_t widest;          /* most fields of such a label */
  Value *fields;            /* scratch: so many */
  const char **field_names; /* likewise */
  Value *row;               /* scratch: the successor that is handed over */
};

static inline Guide *guide_of(Lts *lts) { return (Guide *) lts; }
enum { GUIDE_TAU, GUIDE_TICK, GUIDE_CHANNELS }; /* labels behind those of the machine */

/* ---- values: a value of the machine as one of a script, by the type of the field */
bool guide_type_fits(const CspType *, const Shape *);
/* DATUM_FAULT: the script has no such value. */
Datum guide_value(Guide *, const CspType *, const Shape *, Value);
/* The event of a channel for the first values of an operation, or for a variable; DATUM_FAULT. */
Datum guide_event(Guide *, uint32_t channel, const Value *values);

/* ---- the rest of the system, as that of the machine says */
void guide_about(Guide *);

/* ---- what happens */
void guide_initial(Lts *, Sink *);
void guide_next(Lts *, const Value *state, Sink *);

#endif
