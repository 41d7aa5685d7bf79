#define _DEFAULT_SOURCE /* DT_DIR */
#include "serve/http/watch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

enum {
  FOLDERS_LIMIT = 4096, /* that are watched; files of others change unnoticed */
  DEPTH_LIMIT = 32,
  PATHS_LIMIT = 1000 /* that are told at once */
};
static const double quiet_seconds = 0.08; /* editors write a file in several steps */
static const double longest_seconds = 1;

typedef struct {
  int number;   /* by inotify */
  char *prefix; /* its path with a slash, "" for the folder itself; owned */
} Watched;

struct Watch {
  const Folder *folder;
  int descriptor;
  VEC(Watched) folders;
  WatchPaths changed;
  double first, last; /* when something has happened that was not told */
};

static const uint32_t what = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE |
                             IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;

static Watched *find(Watch *w, int number)
{
  for (uint32_t i = 0; i < w->folders.len; i++)
    if (w->folders.data[i].number == number) return &w->folders.data[i];
  return NULL;
}

/* Watches a folder, and those below it; takes the descriptor over. */
static void add_folder(Watch *w, int descriptor, const char *prefix, unsigned depth)
{
  Text path = {0};
  text_printf(&path, "%s/%s", w->folder->path, prefix);
  int number = w->folders.len < FOLDERS_LIMIT
                   ? inotify_add_watch(w->descriptor, text_string(&path), what)
                   : -1;
  text_free(&path);
  DIR *stream = number >= 0 ? fdopendir(descriptor) : NULL;
  if (!stream) {
    close(descriptor);
    return;
  }
  Watched *known = find(w, number);
  char *copy = strdup(prefix);
  if (!copy) memory_exhausted();
  if (known) {
    free(known->prefix);
    known->prefix = copy;
  } else vec_push(&w->folders, ((Watched){number, copy}));
  for (struct dirent *entry; (entry = readdir(stream));) {
    if (folder_skips(entry->d_name) || (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN))
      continue;
    int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int below = openat(descriptor, entry->d_name, flags);
    if (below < 0) continue;
    text_printf(&path, "%s%s/", prefix, entry->d_name);
    if (depth < DEPTH_LIMIT) add_folder(w, below, text_string(&path), depth + 1);
    else close(below);
    text_free(&path);
  }
  closedir(stream);
}

Watch *watch_new(const Folder *folder)
{
  Watch *w = memory_zeroed(1, sizeof *w);
  w->folder = folder;
  w->descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (w->descriptor < 0) return w;
  int top = openat(folder->descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (top >= 0) add_folder(w, top, "", 0);
  return w;
}

void watch_free(Watch *w)
{
  if (!w) return;
  watch_forget(w);
  vec_free(&w->changed);
  for (uint32_t i = 0; i < w->folders.len; i++) free(w->folders.data[i].prefix);
  vec_free(&w->folders);
  if (w->descriptor >= 0) close(w->descriptor);
  free(w);
}

int watch_descriptor(const Watch *w) { return w->descriptor; }

static void note(Watch *w, const char *path)
{
  w->last = clock_seconds();
  if (w->changed.len == 0) w->first = w->last;
  for (uint32_t i = 0; i < w->changed.len; i++)
    if (!strcmp(w->changed.data[i], path)) return;
  char *copy = w->changed.len < PATHS_LIMIT ? strdup(path) : NULL;
  if (copy) vec_push(&w->changed, copy);
}

static void forget_folder(Watch *w, int number)
{
  Watched *known = find(w, number);
  if (!known) return;
  free(known->prefix);
  *known = w->folders.data[--w->folders.len];
}

static void happen(Watch *w, const struct inotify_event *event)
{
  if (event->mask & IN_IGNORED) {
    forget_folder(w, event->wd);
    return;
  }
  Watched *in = find(w, event->wd);
  if (!in || !event->len || folder_skips(event->name)) return;
  Text path = {0};
  text_printf(&path, "%s%s", in->prefix, event->name);
  if (!(event->mask & IN_ISDIR)) {
    /* What was made is told when it was written; a link is there at once. */
    note(w, text_string(&path));
  } else if (event->mask & (IN_CREATE | IN_MOVED_TO)) {
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    Text whole = {0};
    text_printf(&whole, "%s/%s", w->folder->path, text_string(&path));
    int below = open(text_string(&whole), flags | O_NOFOLLOW);
    text_add_char(&path, '/');
    if (below >= 0) add_folder(w, below, text_string(&path), 1);
    text_free(&whole);
    note(w, text_string(&path)); /* files may be in it already */
  } else note(w, text_string(&path));
  text_free(&path);
}

void watch_read(Watch *w)
{
  union {
    struct inotify_event event;
    char bytes[1 << 14];
  } buffer;
  for (ssize_t n; (n = read(w->descriptor, buffer.bytes, sizeof buffer)) > 0;) {
    for (ssize_t at = 0; at < n;) {
      const struct inotify_event *event = (const void *) (buffer.bytes + at);
      happen(w, event);
      at += (ssize_t) (sizeof *event + event->len);
    }
  }
}

double watch_pause(const Watch *w)
{
  if (w->changed.len == 0) return -1;
  double quiet = w->last + quiet_seconds, latest = w->first + longest_seconds;
  double left = (quiet < latest ? quiet : latest) - clock_seconds();
  return left > 0 ? left : 0;
}

const WatchPaths *watch_changed(const Watch *w) { return &w->changed; }

void watch_forget(Watch *w)
{
  for (uint32_t i = 0; i < w->changed.len; i++) free(w->changed.data[i]);
  w->changed.len = 0;
}
