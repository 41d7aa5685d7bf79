#ifndef SERVE_HTTP_WATCH_H
#define SERVE_HTTP_WATCH_H

#include <stdbool.h>

#include "base/text.h"
#include "base/vec.h"
#include "serve/http/folder.h"

/* Notices which files below a folder change (inotify); where the system does not tell, none. */
typedef struct Watch Watch;

Watch *watch_new(const Folder *); /* which outlives it */
void watch_free(Watch *);
int watch_descriptor(const Watch *); /* readable when something has happened; -1: never */
void watch_read(Watch *);
/* Seconds until what has happened is to be told; below 0: there is nothing. */
double watch_pause(const Watch *);

typedef VEC(char *) WatchPaths;
/* The paths that have changed, once there was a pause; each only once.  They are valid until the
 * next call of watch_read or watch_forget. */
const WatchPaths *watch_changed(const Watch *);
void watch_forget(Watch *);

#endif
