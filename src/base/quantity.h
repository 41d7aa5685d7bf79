#ifndef BASE_QUANTITY_H
#define BASE_QUANTITY_H

#include <stdbool.h>
#include <stdint.h>

/* Values of options and settings, as people write them.  False: the text is something else. */

/* A whole number that is followed by nothing but *rest. */
bool quantity_number(const char *text, uint64_t *number, const char **rest);
/* Bytes, from 1: 4096, 500M, 2G, 2GiB. */
bool quantity_size(const char *text, uint64_t *bytes);
/* Seconds above 0: 10, 0.5. */
bool quantity_seconds(const char *text, double *seconds);
/* NAME=…; *value is what follows, which is not empty. */
bool quantity_setting(const char *text, const char **value);

#endif
