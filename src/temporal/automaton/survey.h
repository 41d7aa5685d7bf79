#ifndef TEMPORAL_AUTOMATON_SURVEY_H
#define TEMPORAL_AUTOMATON_SURVEY_H

#include "temporal/automaton/automaton.h"

/* What can be said of the states of an automaton beforehand, whatever the system is. */
typedef struct {
  uint32_t count; /* of the states that were looked at */
  bool *early;    /* by state: no way to it passes a state with loops that may be accepted, nor has
                     it such loops itself */
} Survey;

/* Looks at all states, with all letters in which everything is known.  If these are too many
 * nothing is known (count = 0). */
void survey_open(Survey *, Automaton *);
void survey_close(Survey *);
static inline bool survey_early(const Survey *s, uint32_t q) { return q < s->count && s->early[q]; }

#endif
