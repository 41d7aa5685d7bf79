#ifndef SERVE_HTTP_SERVER_IMPL_H
#define SERVE_HTTP_SERVER_IMPL_H

#include <jansson.h>
#include <poll.h>
#include <stdbool.h>

#include "base/child.h"
#include "base/text.h"
#include "base/vec.h"
#include "serve/desk/fields.h"
#include "serve/http/daemon.h"
#include "serve/http/exchange.h"
#include "serve/http/folder.h"
#include "serve/http/guard.h"
#include "serve/http/serve.h"
#include "serve/http/slice.h"
#include "serve/http/watch.h"

/* What the files of this folder share: the server, in one thread.  Nothing in it waits. */

enum {
  BODY_LIMIT = 8 << 20,
  CONNECTION_LIMIT = 128,
  DESK_LIMIT = 16,
  JOB_LIMIT = 8,         /* that run */
  JOB_KEPT_LIMIT = 64,   /* whose results are kept */
  DESK_QUEUE_LIMIT = 64, /* requests that wait for one desk */
  REPORT_LIMIT = 256 << 20,
  STREAM_LIMIT = 1 << 20 /* bytes that wait for one client */
};

typedef struct DeskProcess DeskProcess;
typedef struct Job Job;

typedef struct { /* a client that gets events */
  Exchange *exchange;
  char *client; /* its name, or NULL; owned */
  bool lost;    /* it was told that events are missing, and has not taken that yet */
} Stream;

/* ---- a descriptor that somebody waits for */

typedef struct Server Server;

typedef struct {
  void (*ready)(Server *, void *owner);
  void *owner;
} Listener;

typedef struct {
  VEC(struct pollfd) places;
  VEC(Listener) listeners;
} Listeners;

void listeners_add(Listeners *, int descriptor, short events, Listener);

/* ---- the server */

struct Server {
  ServeOptions options;
  Folder folder;
  char *file; /* the operand below the folder, or NULL; owned */
  char token[GUARD_TOKEN_SIZE];
  unsigned port;
  Daemon *daemon;
  Watch *watch;
  VEC(DeskProcess *) desks;
  DeskProcess *scratch; /* for texts that no desk has open; NULL: not started yet */
  VEC(Job *) jobs;
  VEC(Stream) streams;
  uint64_t last_desk, last_job;
  double now; /* at the beginning of this turn */
  double next_tick, next_event;
  Listeners listeners; /* of this turn */
};

/* One that is ready; NULL, with the reason: it is not. */
Server *server_open(const ServeOptions *, Text *error, Text *hint);
void server_close(Server *);
void server_announce(const Server *);
/* Does what there is to do, or waits for that, so many seconds at most.  False: it was told to
 * stop. */
bool server_turn(Server *, double most);
bool server_start_child(Server *, Child *, const ChildStart *, Text *error);

/* ---- answers */

/* The request is refused. */
void answer_error(Exchange *, int status, const char *kind, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void answer_fields(Exchange *, const Fields *); /* … with 400, for what is wrong in its fields */
void answer_json(Exchange *, json_t *);         /* takes the object over */
/* An object: this text, which is complete; takes it over. */
void answer_raw(Exchange *, int status, Text *);
void answer_nothing(Exchange *); /* {} */
/* Adds a text as JSON. */
void answer_quote(Text *, const char *);

/* ---- requests */

/* The request of this name; `body` is its object, and may be changed. */
void requests_run(Server *, Exchange *, const char *name, json_t *body);
void requests_check(Server *, Exchange *);  /* at its headers: may be refused */
void requests_finish(Server *, Exchange *); /* once it is complete */

/* About files. */
void files_about(Server *, Exchange *, Fields *);
void files_files(Server *, Exchange *, Fields *);
void files_read(Server *, Exchange *, Fields *);
void files_save(Server *, Exchange *, Fields *);
/* Writes a file as `save` does; the answer, which is taken over, gets `file` and `hash`. */
void files_write(Server *, Exchange *, const char *file, const char *text, const char *expected,
                 json_t *answer);

/* ---- desks.c: processes with a model */

void desks_open(Server *, Exchange *, json_t *body);
void desks_close(Server *, Exchange *, Fields *);
void desks_interrupt(Server *, Exchange *, Fields *);
void desks_reopen(Server *, Exchange *, Fields *);
void desks_list(Server *, Exchange *, Fields *);
/* Any other request: goes to the desk that it names, or to the scratch desk. */
void desks_pass(Server *, Exchange *, const char *name, json_t *body);
void desks_scratch(Server *, Exchange *, const char *name, json_t *body);
void desks_listen(Server *, Listeners *);
void desks_tick(Server *);            /* every second or so: who is late, idle or too large? */
void desks_sweep(Server *);           /* at the end of a turn: those that were closed are freed */
bool desks_are_dying(const Server *); /* their output has ended, they have not */
void desks_end(Server *);
/* The names of those that have read one of these files. */
json_t *desks_readers(Server *, const WatchPaths *);
/* What a job needs to know of an open model: false if there is none of this name. */
bool desks_look_up(Server *, const char *desk, const char **file, const json_t **settings);

/* ---- jobs.c: processes that run a command */

void jobs_start(Server *, Exchange *, Fields *);
void jobs_cancel(Server *, Exchange *, Fields *);
void jobs_result(Server *, Exchange *, Fields *);
void jobs_forget(Server *, Exchange *, Fields *);
void jobs_list(Server *, Exchange *, Fields *);
void jobs_listen(Server *, Listeners *);
void jobs_tick(Server *);
void jobs_sweep(Server *);
bool jobs_are_dying(const Server *);
void jobs_end(Server *);

/* ---- streams.c: events */

void streams_open(Server *, Exchange *);
void streams_gone(Server *, Exchange *);
void streams_tell(Server *, json_t *event); /* takes the object over */
void streams_tell_line(Server *, const Text *line);
bool streams_has(const Server *, const char *client);
void streams_end(Server *);

#endif
