#ifndef CSP_MACHINE_LABELS_H
#define CSP_MACHINE_LABELS_H

#include "csp/machine/event_table.h"
#include "csp/machine/source.h"
#include "lts/lts.h"

/* Events as labels of an Lts: the beginning, τ, ✓, then one for each channel.  An event with fields
 * has one argument, its number; others have none. */
enum { LABEL_START, LABEL_TAU, LABEL_TICK, LABEL_CHANNELS };

typedef struct {
  ProcessSource *source;
  EventTable *events;
  DatumNumbers channels; /* by label - LABEL_CHANNELS */
  VEC(char *) names;     /* likewise */
  VEC(uint32_t) labels;  /* by event */
} EventLabels;

void event_labels_init(EventLabels *, ProcessSource *, EventTable *);
void event_labels_free(EventLabels *);
void event_labels_add(EventLabels *, Datum channel);
/* All channels of the events that are in the table. */
void event_labels_complete(EventLabels *);
/* The label of an event whose channel has one. */
uint32_t event_label(EventLabels *, uint32_t event);

/* A system whose labels are events, as the beginning of a larger structure: fills in what does not
 * depend on states. */
typedef struct {
  Lts lts; /* first */
  EventLabels *labels;
} EventLts;
void event_lts_init(EventLts *, EventLabels *);

/* Faults of the script are faults, everything else means that something is missing. */
void event_lts_trouble(const CspFault *, Sink *);

#endif
