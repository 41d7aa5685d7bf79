#ifndef SESSION_FOLDER_MODEL_FILES_H
#define SESSION_FOLDER_MODEL_FILES_H

#include <stdbool.h>

#include "base/text.h"
#include "base/vec.h"

/* The models below a folder: what somebody wants to check who wants to check all. */
typedef VEC(char *) ModelFiles; /* paths that begin with the folder, in their order; owned */

/* Machines, refinements and implementations, machines and packages of Event-B, scripts of CSP-M and
 * Aldebaran files.  What is only a part of another one is missing: machines that another one of the
 * list includes, imports, sees or uses, contexts that are seen, scripts that another file includes
 * or that guide a machine.  Folders and files whose names begin with a dot are left out, links to
 * folders are not followed.  False, with the reason: the folder cannot be read, or has too many
 * files. */
bool model_files_find(const char *folder, ModelFiles *, Text *error);
void model_files_free(ModelFiles *);

/* Has it the name of a model or of a file of definitions, and is there? */
bool model_files_is_model(const char *path);
bool model_files_is_folder(const char *path);
/* Is it a folder that has components of a Rodin project, which belong together? */
bool model_files_is_project(const char *path);

#endif
