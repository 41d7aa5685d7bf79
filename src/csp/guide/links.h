#ifndef CSP_GUIDE_LINKS_H
#define CSP_GUIDE_LINKS_H

#include "base/vec.h"
#include "csp/eval/evaluator.h"
#include "csp/types/type.h"
#include "lts/lts.h"

/* What the channels of a script are for a machine, by their names, and values of the machine as
 * values of the script. */

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

typedef struct { /* a given set of the machine, as a datatype */
  const CspType *type;
  const Shape *shape;
  const Datum *constants; /* by index of the element; DATUM_FAULT: it has none */
} GivenElements;

typedef struct {
  Lts *machine;
  Evaluator *evaluator;
  Pool *pool;
  Arena *arena, *scratch; /* the latter of one value in the making */
  ChannelLink *all;       /* by number of a DATUM_NAME; constructors are OWN */
  uint32_t count;
  uint32_t *channel_of; /* by label of the machine: number of its channel + 1, or 0 */
  bool has_open;
  VEC(GivenElements) elements;
} MachineLinks;

/* False: channels and what they are named after do not fit; mistakes are in the diagnostics.  The
 * machine and the evaluator must outlive it. */
bool links_open(MachineLinks *, Lts *machine, Evaluator *, Diags *);
void links_close(MachineLinks *); /* in any case */

/* Can a field of this type have a value of the shape? */
bool links_type_fits(const CspType *, const Shape *);
/* The event of a channel for the first values of an operation, or for a variable; DATUM_FAULT: the
 * script has no such value. */
Datum links_event(MachineLinks *, uint32_t channel, const Value *values);
#define GUIDE_VAGUE "a set that is not written out is compared with an event"
/* The same for a step of the machine.  What is not written out cannot be compared: then it is not
 * known whether there is an event, and *vague is set. */
Datum links_event_sure(MachineLinks *, uint32_t channel, const Value *values, bool *vague);

#endif
