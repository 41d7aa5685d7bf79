#ifndef SERVE_HTTP_DAEMON_H
#define SERVE_HTTP_DAEMON_H

#include <stdbool.h>

#include "serve/http/exchange.h"

/* Speaks HTTP, by libmicrohttpd, in the thread of who calls it; nothing here waits.  The library is
 * loaded when it is needed: linking it, with the libraries for TLS that it brings, would make each
 * start of the program slower. */
typedef struct Daemon Daemon;

typedef struct {
  void *owner;
  /* The headers are there: it may be answered now, which leaves the body unread. */
  void (*begin)(void *owner, Exchange *);
  /* The request is complete: it is answered now or later. */
  void (*finish)(void *owner, Exchange *);
  /* A stream is over: the client has gone, or it was ended. */
  void (*gone)(void *owner, Exchange *);
} DaemonHooks;

typedef struct {
  unsigned connections;
  size_t body;    /* bytes; exchanges with more are answered here, with 413 */
  double arrival; /* seconds for a request to arrive */
} DaemonLimits;

/* Takes the socket over, which listens (-1: connections come by daemon_add alone).  NULL, with the
 * reason: the library is not there, or does not start. */
Daemon *daemon_start(int listening, DaemonHooks, DaemonLimits, Text *error);
/* All exchanges were answered and all streams ended before. */
void daemon_stop(Daemon *);

int daemon_descriptor(const Daemon *); /* becomes readable when there is something to do */
double daemon_pause(const Daemon *);   /* seconds until there is something to do anyway */
void daemon_run(Daemon *);             /* does it */
/* Closes connections that are too slow; every second or so. */
void daemon_sweep(Daemon *, double now);
/* Takes over a socket that is connected already; false: it was closed. */
bool daemon_add(Daemon *, int socket);

#endif
