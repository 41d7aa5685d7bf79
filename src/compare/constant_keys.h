#ifndef COMPARE_CONSTANT_KEYS_H
#define COMPARE_CONSTANT_KEYS_H

#include "compare/space.h"

/* Constants that two systems have under the same name are equal when these are compared. */

/* By state: a number for the values of the constants that both have; equal numbers, equal
 * constants.  The names are the same for both systems.  To be freed. */
uint32_t *constant_keys(Space *, const Space *other, Names *);

typedef struct { /* an initial state with its constants */
  uint32_t key;
  StateId state;
} Keyed;

/* The initial states of a space in the order of their keys, then of their numbers: as many as
 * it has.  To be freed. */
Keyed *constant_keys_order(const Space *, const uint32_t *keys);

#endif
