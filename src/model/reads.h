#ifndef MODEL_READS_H
#define MODEL_READS_H

#include "model/model.h"

/* What a resolved tree may look at, operations that it calls included.  Over-estimates:
 * what is not listed cannot matter. */
typedef struct {
  uint8_t *variables; /* by index of the model: 1 if its value may matter */
  bool external;      /* a function of the tool: it may look at anything, or have effects */
} Reads;

/* Adds to *reads. */
void reads_collect(const Node *, Reads *reads);

/* Of a substitution: what the conditions look at that decide whether it has an outcome: its guards,
 * preconditions, and what leads to them. */
void reads_conditions(const Node *, Reads *reads);

/* Of a substitution: marks in `variables`, by index, some of those that it writes
 * whatever way it takes. */
void reads_certain_writes(const Node *, uint8_t *variables);

#endif
