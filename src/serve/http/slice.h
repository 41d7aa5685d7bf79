#ifndef SERVE_HTTP_SLICE_H
#define SERVE_HTTP_SLICE_H

#include <stdbool.h>
#include <stddef.h>

/* Parts of a JSON text as they are written.  Answers of other processes may have megabytes, and go
 * on as they are: only a few members are looked at.  The text is well-formed; in one that is not,
 * what is found means nothing, but stays within it. */
typedef struct {
  const char *at; /* NULL: there is no such thing */
  size_t length;
} Slice;

/* The value of this member, if `object` is one and has it. */
Slice slice_member(Slice object, const char *name);
/* The number that it is, from 0 to 999999999; -1: it is none. */
long slice_number(Slice);
bool slice_is(Slice, const char *text);

#endif
