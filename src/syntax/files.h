#ifndef SYNTAX_FILES_H
#define SYNTAX_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "syntax/source.h"

/* Finds the files that models refer to: next to the referring file, then in the
 * include folders in order, then among the bundled libraries.  The texts of the
 * messages are owned by Files. */
typedef struct {
  Arena *arena;
  Sources *sources;
  VEC(const char *) folders;     /* -I options, then the environment's PROBITY_PATH */
  VEC(const Source *) libraries; /* bundled files that were used: "<bundled>/NAME" */
} Files;

Files *files_new(Sources *);
void files_free(Files *); /* accepts NULL; not the sources */
void files_add_folder(Files *, const char *folder);
void files_add_path(Files *, const char *colon_separated);

/* A definition file, by the name written in the text; an absolute name is taken
 * as it is.  NULL and *error if there is none or it cannot be read. */
const Source *files_find_definitions(Files *, const char *name, const Source *from,
                                     const char **error);
/* A machine by name, trying the endings .ref .mch .sys .imp in each folder.  The
 * folders of imported packages come right after that of the referring file.
 * NULL, *error (where it was looked for) and *hint (a name that differs only in
 * the case of letters, or NULL) if there is none. */
const Source *files_find_machine(Files *, const char *machine, const Source *from,
                                 const char *const *packages, uint32_t package_count,
                                 const char **error, const char **hint);
/* The path of a file, by the name written in the text, beside the referring file or in an include
 * folder; NULL: it is in none of them. */
const char *files_path(Files *, const char *name, const Source *from);
/* The file named in a file pragma, relative to the referring file. */
const Source *files_find_path(Files *, const char *path, const Source *from, const char **error);

/* Packages are folders: a file of package a.b lies in a folder b inside a folder
 * a, and the root of its packages is the folder that contains a. */
bool files_package_valid(const char *package); /* names separated by dots */
/* The root that the source's place implies; NULL if its folders have other names.
 * For a source without package (NULL) it is its own folder. */
const char *files_package_root(Files *, const Source *, const char *package);
/* The folder of a package, or NULL if it does not exist. */
const char *files_package_folder(Files *, const char *root, const char *package);

/* What a path is if it is there and neither a file nor a folder: "a device", "a
 * pipe", "a socket"; reading it may never end.  Otherwise NULL. */
const char *files_special(const char *path);
bool files_is_pipe(const char *path);

/* The file name without folder and ending: "M" for "models/M.mch". */
const char *files_stem(Files *, const Source *);

#endif
