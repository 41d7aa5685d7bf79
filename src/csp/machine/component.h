#ifndef CSP_MACHINE_COMPONENT_H
#define CSP_MACHINE_COMPONENT_H

#include <stdbool.h>
#include <stdint.h>

/* A finite transition system with numbers: states 0 … states-1, the first one is 0; events as
 * numbers of an EventTable.  Moves of a state are ascending by event and target, each once. */
enum { MACHINE_TAU, MACHINE_TICK, MACHINE_FIRST_EVENT };

typedef struct {
  uint32_t event, to;
} Move;

typedef struct {
  uint32_t states;
  uint32_t *begin; /* by state, and one more: moves begin[s] … begin[s + 1] - 1 */
  Move *moves;
} Component;

Component *component_new(uint32_t states, uint32_t moves); /* arrays to be filled in */
void component_free(Component *);                          /* accepts NULL */
void component_check(const Component *);                   /* asserts what is said above */

#endif
