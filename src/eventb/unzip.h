#ifndef EVENTB_UNZIP_H
#define EVENTB_UNZIP_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* Reads the files of a zip archive: stored or deflated, not encrypted, below 4 GB.  Nothing
 * that the archive says of itself is trusted. */
typedef struct Unzip Unzip;

typedef enum { UNZIP_READ, UNZIP_BROKEN, UNZIP_TOO_LARGE } UnzipResult;

/* NULL, and a message in *error, if that is no archive that can be read. */
Unzip *unzip_open(const char *path, const char **error);
void unzip_close(Unzip *); /* accepts NULL */

uint32_t unzip_count(const Unzip *);
const char *unzip_name(const Unzip *, uint32_t index); /* with its folders */
/* Adds the bytes of a file to the text, unless they are more than `limit`. */
UnzipResult unzip_read(Unzip *, uint32_t index, size_t limit, Text *);

#endif
