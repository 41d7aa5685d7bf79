#ifndef BASE_BENEATH_H
#define BASE_BENEATH_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* Files below a folder, opened so that nothing leads out of it: no `..`, no links, whatever is
 * renamed or replaced in the file system at the same time.  Folders are canonical: realpath gave
 * them. */

/* What follows the folder in a canonical path, "" for the folder itself; NULL: it is not below. */
const char *beneath_relative(const char *folder, const char *canonical);

/* openat(2) of a relative path that has no links in it; -1 with errno: ELOOP for a link, EXDEV for
 * a name such as `..`.  What is not there is made only with O_CREAT.  Never waits for a pipe. */
int beneath_open_at(int folder, const char *relative, int flags, mode_t mode);

/* Opens what `path` names after its links have been followed.  EXDEV: that is outside, or would be
 * if it were there. */
int beneath_open(const char *folder, const char *path, int flags);
/* The same for reading a file: a folder is EISDIR, a device or a pipe EINVAL. */
FILE *beneath_read(const char *folder, const char *path);
/* Does a path lead out of the folder, whether or not all of it is there? */
bool beneath_leads_out(const char *folder, const char *path);

#endif
