#ifndef SERVE_HTTP_FOLDER_H
#define SERVE_HTTP_FOLDER_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"

/* The files below a folder, for reading and writing.  Paths are relative to it, with `/`; links
 * are followed as long as they stay inside. */
typedef struct {
  char *path;     /* canonical; owned */
  int descriptor; /* of the folder itself */
} Folder;

/* False with errno. */
bool folder_open(Folder *, const char *path);
void folder_close(Folder *);
const char *folder_name(const Folder *); /* the last name of its path */

enum {
  FOLDER_FILE_LIMIT = 8 << 20, /* bytes of a file that is read or written */
  FOLDER_LIST_LIMIT = 5000,    /* files that are listed */
  FOLDER_HASH_SIZE = 33
};

/* Why something was not done. */
typedef enum {
  FOLDER_DONE,
  FOLDER_OUTSIDE, /* the path leads out, or is no relative path */
  FOLDER_MISSING, /* there is no such file, or no such folder to save in */
  FOLDER_CHANGED, /* it has another hash than the one that was given */
  FOLDER_LARGE,
  FOLDER_FAILED /* errno says why */
} FolderResult;

/* Can this be a path below the folder?  Nothing is looked up. */
bool folder_path_is_good(const char *path);

/* The bytes of a file, and the hash of them. */
FolderResult folder_read(const Folder *, const char *path, Text *bytes,
                         char hash[FOLDER_HASH_SIZE]);

/* Replaces the file in one step, or makes it.  `expected`: the hash that it has now; NULL: there is
 * none; "any": whatever it has.  FOLDER_CHANGED: `hash` is what it has now, "" if it is not there;
 * FOLDER_DONE: that of the new text. */
FolderResult folder_save(const Folder *, const char *path, const char *bytes, size_t length,
                         const char *expected, char hash[FOLDER_HASH_SIZE]);

/* All files below it that have no hidden name, sorted: [{path, kind, size, modified}].  *truncated:
 * there are more. */
json_t *folder_list(const Folder *, bool *truncated);

/* Is this the name of a file or folder that is passed over?  Hidden ones, and those of programs. */
bool folder_skips(const char *name);

#endif
