#ifndef PROVE_SEQUENT_KINDS_H
#define PROVE_SEQUENT_KINDS_H

#include <stdbool.h>
#include <stdint.h>

/* The kinds of obligations that the generators make: kinds.def. */
typedef struct {
  const char *name;    /* INV */
  const char *pattern; /* how obligations of the kind are called */
  const char *meaning;
} ObligationKind;

extern const ObligationKind obligation_kinds[];
extern const uint32_t obligation_kind_count;

bool obligation_kind_exists(const char *name);

#endif
