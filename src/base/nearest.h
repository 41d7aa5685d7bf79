#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stdbool.h>

#include "base/text.h"

/* Collects the candidate most like a mistyped word.
 *   Nearest n = nearest_to("MACHIEN");  nearest_offer(&n, "MACHINE"); … n.best */
typedef struct {
  const char *word, *best; /* best is NULL while nothing is close enough */
  unsigned distance;
} Nearest;

Nearest nearest_to(const char *word);
void nearest_offer(Nearest *, const char *candidate);

/* Adds "did you mean X?" to the hint: candidates that begin with the word, else the one most like
 * it; nothing if there is none.  `candidates` ends with NULL. */
void nearest_suggest(Text *hint, const char *word, const char *const *candidates);

/* The file most like `wanted` among those in the folder of the file `path` that
 * have one of the endings; if `wanted` has no ending, `found` has none.  False if
 * there is none. */
enum { NEAREST_FILE = 64 };
bool nearest_file(const char *path, const char *wanted, const char *endings,
                  char found[NEAREST_FILE]);

#endif
