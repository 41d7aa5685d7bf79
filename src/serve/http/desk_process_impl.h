#ifndef SERVE_HTTP_DESK_PROCESS_IMPL_H
#define SERVE_HTTP_DESK_PROCESS_IMPL_H

#include "serve/http/server_impl.h"

/* A process `probity desk`, which answers one request after the other, a line each. */

typedef struct { /* what came back */
  int status;    /* of HTTP; 502 or 504: nothing came, see `message` of the error */
  Slice answer;  /* an object: the answer, or with another status than 200 the error */
} DeskReply;

typedef struct DeskEntry DeskEntry;
typedef void DeskDone(Server *, DeskProcess *, const DeskEntry *, const DeskReply *);

struct DeskEntry {    /* a request, waiting or sent */
  Exchange *exchange; /* who asks; NULL: the server itself */
  DeskDone *done;
  char *request; /* `"request":…` and the fields, without braces; owned */
  bool changes;  /* it may change where one is, so it is done again by `reopen` */
};

typedef struct {    /* what was done, for `reopen` */
  char *request;    /* owned */
  uint64_t history; /* hash of the history that it led to */
} DeskStep;

typedef struct {      /* `reopen` at work */
  Exchange *exchange; /* who asks; NULL: it is not at work */
  Text model, diagnostics, mismatch;
  uint32_t done;
} Reopening;

struct DeskProcess {
  char name[24];       /* "" for the scratch desk */
  char *client, *file; /* owned; client may be NULL */
  json_t *settings;    /* as given to open; NULL: none */
  char *open;          /* the request that opens it; owned */
  double time_limit;   /* seconds for one request */
  size_t memory_limit;
  double asked; /* when it was last asked for something */

  Child child;
  bool opened, ended, closed; /* closed: to be freed at the end of the turn */
  bool sent;                  /* the first of the queue is at work */
  bool interrupted, late;
  double sent_at, dying; /* when its output ended; 0: it did not */
  uint64_t last_id;
  VEC(DeskEntry) queue;
  Text output, input, errors; /* to it; from it; from its standard error */
  size_t written, searched;
  const char *reason; /* why we have ended it; constant, or NULL */
  Text message;       /* once it has ended: why */

  VEC(DeskStep) log;
  size_t log_bytes;
  bool log_full;
  Reopening reopening;
  json_t *sources; /* files that it has read; or NULL */
};

/* A new one that runs; NULL: it could not be started. */
DeskProcess *desk_process_new(Server *, Text *error);
void desk_process_free(DeskProcess *);
/* Starts the process again after it has ended. */
bool desk_process_start(Server *, DeskProcess *, Text *error);
/* Asks; takes `request` over.  `first`: before all that wait. */
void desk_process_ask(Server *, DeskProcess *, DeskEntry, bool first);
/* The text of a request: `"request":NAME` and the fields of the body. */
char *desk_process_request(const char *name, const json_t *body);
void desk_process_listen(Server *, DeskProcess *, Listeners *);
void desk_process_tick(Server *, DeskProcess *);
/* Looks whether a process whose output has ended is gone. */
void desk_process_look(Server *, DeskProcess *);
/* Ends the process, and gives this answer to all who wait. */
void desk_process_stop(Server *, DeskProcess *, int status, const char *kind, const char *reason);
bool desk_process_is_busy(const DeskProcess *);

/* Hands what came back to who has asked. */
void desk_reply_pass(const DeskEntry *, const DeskReply *);

/* ---- desk_log.c: what `reopen` does again */

void desk_log_note(DeskProcess *, const DeskEntry *, const DeskReply *);
bool desk_log_wants(const char *name, const json_t *body);
void desk_log_free(DeskProcess *);
void desk_log_reopen(Server *, DeskProcess *, Exchange *);

#endif
