#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>

#include "base/text.h"

/* Writing that notices when it fails (disk full, closed pipe).  On failure
 * *error is a message to show; it is empty if the reader of a pipe has gone. */
bool output_write_standard(const Text *, Text *error);

/* Replaces a file by this text, or makes it: the file has either its old or its
 * new content, whatever happens.  Permissions are kept and links followed.
 * What is no regular file (a pipe, a device) is written to. */
bool output_write_file(const char *path, const Text *, Text *error);

/* Whether both are names of one file that exists. */
bool output_same_file(const char *, const char *);

/* Standard output for the caller alone: from now on what models print goes to standard error.  -1
 * with errno: it cannot be had. */
int output_claim(void);

/* To standard error, where failure cannot be reported. */
void output_complain(const Text *);

#endif
