#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stdbool.h>

/* Collects the candidate most like a mistyped word.
 *   Nearest n = nearest_to("MACHIEN");  nearest_offer(&n, "MACHINE"); … n.best */
typedef struct {
  const char *word, *best; /* best is NULL while nothing is close enough */
  unsigned distance;
} Nearest;

Nearest nearest_to(const char *word);
void nearest_offer(Nearest *, const char *candidate);

#endif
