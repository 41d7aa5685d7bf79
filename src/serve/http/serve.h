#ifndef SERVE_HTTP_SERVE_H
#define SERVE_HTTP_SERVE_H

#include <stdbool.h>

#include "base/text.h"

struct Child;
struct ChildStart;

/* `probity serve`: a page in the browser, and the interface of docs/serve.md that it uses.  The
 * server itself reads no model: processes that it starts do that, `probity desk` for models that
 * are open, other commands for what takes long. */
typedef struct {
  const char *operand;    /* a file, or a folder; NULL: the present folder */
  const char *program;    /* what is started: this program */
  unsigned port;          /* 0: one that is free */
  double idle_seconds;    /* after which a desk that nobody uses is closed */
  double arrival_seconds; /* within which a request must have arrived */
  int stop;               /* the server ends when this descriptor becomes readable */
  bool silent;            /* it listens nowhere: connections are handed to it (fuzz/fuzz_http.c) */
  void *owner;
  /* It listens; the address ends with the token, and whoever has it can read and write the files
   * below the folder. */
  void (*announce)(void *owner, const char *address, const char *folder);
  /* Starts a process; NULL: child_start. */
  bool (*start_child)(void *owner, struct Child *, const struct ChildStart *, Text *error);
} ServeOptions;

/* Serves until it is told to stop.  False, with the reason: it could not start. */
bool serve_run(const ServeOptions *, Text *error, Text *hint);

#endif
