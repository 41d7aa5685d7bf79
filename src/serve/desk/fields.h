#ifndef SERVE_DESK_FIELDS_H
#define SERVE_DESK_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* The fields of one JSON object, each with its type.  The first mistake is kept, and what is read
 * after it means nothing: the caller reads all fields that there may be, and then asks once. */
enum { MOST_FIELDS = 16 };

typedef struct {
  const json_t *object;
  const char *known[MOST_FIELDS];
  unsigned count;
  Text problem; /* owned; empty: none so far */
} Fields;

Fields fields_in(const json_t *object);
void fields_free(Fields *);

/* Texts live as long as the object.  What may be left out may be null, too. */
const char *fields_text(Fields *, const char *name);       /* "" if it is missing: a mistake */
const char *fields_text_maybe(Fields *, const char *name); /* or NULL */
bool fields_has(Fields *, const char *name);
/* From 0 to `most`. */
uint64_t fields_number(Fields *, const char *name, uint64_t most);
uint64_t fields_number_or(Fields *, const char *name, uint64_t most, uint64_t otherwise);
double fields_seconds_or(Fields *, const char *name, double otherwise); /* above 0 */
bool fields_flag(Fields *, const char *name);                           /* false if it is missing */
/* One of the words, "a|b|c", by its number; the first if it is missing. */
unsigned fields_word(Fields *, const char *name, const char *words);
const json_t *fields_object_maybe(Fields *, const char *name); /* or NULL */
const json_t *fields_list_maybe(Fields *, const char *name);   /* or NULL */
const json_t *fields_any_maybe(Fields *, const char *name);    /* or NULL */

/* All were read: a field that nobody asked for is a mistake.  False if there was one. */
bool fields_end(Fields *);

#endif
