#ifndef EVENTB_READ_ARCHIVE_H
#define EVENTB_READ_ARCHIVE_H

#include "base/arena.h"
#include "syntax/source.h"

/* Rodin projects as a whole: a folder, or a zip archive of one.  A machine in an archive
 * can be named like a file in a folder: project.zip/M1.bum; likewise one of several in a
 * package or text: system.eventb/M1. */

/* Is it a folder or an archive, or does it name a component in an archive? */
bool archive_is_project(const char *path);

/* The source of the component meant: the one named, or the only machine that no other
 * machine refines (or context, if there are no machines).  All components of an archive
 * become sources named ARCHIVE/COMPONENT.  NULL and *error, made in the arena, if it
 * cannot be read or nothing or too much is there. */
const Source *archive_open(Arena *, Sources *, const char *path, const char **error);

/* Is it a project, and no component of one? */
bool archive_is_whole(const char *path);
/* The sources of all components of a project, contexts before machines; in the arena.  NULL and
 * *error if it cannot be read, or there are none. */
const Source **archive_components(Arena *, Sources *, const char *path, uint32_t *count,
                                  const char **error);

#endif
