#ifndef RANDOM_LAW_SEQUENTS_H
#define RANDOM_LAW_SEQUENTS_H

#include "base/text.h"
#include "random/generate.h"

/* Random sequents made of the laws of tests/laws/, so that each operator is in some that are valid
 * and in some that are nearly so: type variables become small types, some names other terms, and in
 * every other sequent operators are exchanged for others of their family. */

typedef struct LawBook LawBook;

/* The laws of these files; ends the program if one cannot be read. */
LawBook *law_book_read(char *const *paths, int count);
void law_book_free(LawBook *); /* accepts NULL */

enum { MOST_LAW_NAMES = 8 };
typedef struct {
  struct {
    char name[16];
    Text domain; /* a set: the values to try */
  } list[MOST_LAW_NAMES];
  uint32_t count;
} LawNames;
void law_names_free(LawNames *);

/* A conjunction of hypotheses and, last, the goal.  With `open` the names have their types alone.
 */
void law_sequent(const LawBook *, Random *, bool open, LawNames *, Text *out);

#endif
