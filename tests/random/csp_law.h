#ifndef TESTS_RANDOM_CSP_LAW_H
#define TESTS_RANDOM_CSP_LAW_H

#include "random/csp_world.h"

/* What the names in a law stand for. */
typedef struct {
  Datum process[3];  /* P, Q, R */
  uint32_t set[2];   /* A, B */
  uint32_t event[3]; /* e, f, g */
} LawNames;

/* The process that a side of a law (csp_laws.def) stands for.  Ends the program if the text is not
 * as it should be. */
Datum law_process(World *, const LawNames *, const char *text);

#endif
