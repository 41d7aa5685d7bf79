#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* Interned strings: within one Names table equal texts are the same pointer,
 * so names are compared with ==.  A Name lives as long as its table. */
typedef struct {
  uint32_t id;  /* 0, 1, 2 … in order of first use: parallel arrays by id */
  uint32_t len; /* bytes, without the NUL */
  uint64_t hash;
  char text[];
} Name;

typedef struct Names Names;

Names *names_new(void);
void names_free(Names *); /* accepts NULL */
const Name *names_intern(Names *, const char *text, size_t length);
const Name *names_intern_string(Names *, const char *text);
const Name *names_find(const Names *, const char *text, size_t length); /* or NULL */
uint32_t names_count(const Names *);

#endif
