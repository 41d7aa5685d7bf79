#define _GNU_SOURCE /* POLLRDHUP */
#include "serve/http/daemon.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

#define FUNCTIONS(F) \
  F(MHD_start_daemon) \
  F(MHD_stop_daemon) \
  F(MHD_run) \
  F(MHD_get_timeout) \
  F(MHD_get_daemon_info) \
  F(MHD_add_connection) \
  F(MHD_suspend_connection) \
  F(MHD_resume_connection) \
  F(MHD_get_connection_info) \
  F(MHD_get_connection_values) \
  F(MHD_lookup_connection_value) \
  F(MHD_create_response_from_buffer) \
  F(MHD_create_response_from_callback) \
  F(MHD_add_response_header) \
  F(MHD_queue_response) \
  F(MHD_destroy_response)

enum {
  KEEP_SECONDS = 60,    /* a connection that is open and says nothing */
  READ_SECONDS = 60,    /* for a client to take an answer */
  STREAM_SECONDS = 30,  /* … or a part of a stream */
  MORE_CONNECTIONS = 16 /* which are told that there are too many */
};

/* A connection. */
typedef struct Link {
  struct Link *next, **place; /* in the list of all */
  int socket;
  double deadline;  /* when it is closed; 0: not yet */
  Exchange *stream; /* that it carries, or NULL */
  bool crowded;
} Link;

struct Daemon {
  void *library;
#define DECLARE(name) __typeof__(&name) name;
  FUNCTIONS(DECLARE)
#undef DECLARE
  struct MHD_Daemon *mhd;
  int descriptor;
  DaemonHooks hooks;
  DaemonLimits limits;
  Link *links;
  unsigned count;
  bool resumed; /* a connection was: there is something to do now */
};

typedef enum { ANSWER_NONE, ANSWER_JSON, ANSWER_FILE, ANSWER_TEXT, ANSWER_STREAM } AnswerKind;

struct Exchange {
  Daemon *daemon;
  Link *link;
  struct MHD_Connection *connection; /* NULL: its headers are not complete */
  const char *method, *path;
  Text body;
  bool too_large, finished; /* it was handed on */

  AnswerKind kind;
  int status;
  Text json;
  const PageFile *file;
  const char *text, *allow;
  bool closes, queued, suspended;

  Text waiting; /* of a stream: what was not taken yet */
  size_t taken; /* … but for so many bytes of it */
  bool ended;
};

/* ------------------------------------------------------------- what was asked */

const char *exchange_method(const Exchange *e) { return e->method; }
const char *exchange_path(const Exchange *e) { return e->path; }
const Text *exchange_body(const Exchange *e) { return &e->body; }
bool exchange_is_crowded(const Exchange *e) { return e->link->crowded; }

const char *exchange_header(const Exchange *e, const char *name)
{
  return e->daemon->MHD_lookup_connection_value(e->connection, MHD_HEADER_KIND, name);
}

typedef struct {
  const char *name;
  unsigned count;
} Counting;

static enum MHD_Result count_header(void *cls, enum MHD_ValueKind kind, const char *key,
                                    const char *value)
{
  Counting *c = cls;
  (void) kind, (void) value;
  c->count += key && !strcasecmp(key, c->name);
  return MHD_YES;
}

unsigned exchange_headers(const Exchange *e, const char *name)
{
  Counting c = {name, 0};
  e->daemon->MHD_get_connection_values(e->connection, MHD_HEADER_KIND, count_header, &c);
  return c.count;
}

const char *exchange_argument(const Exchange *e, const char *name)
{
  return e->daemon->MHD_lookup_connection_value(e->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* ------------------------------------------------------------------ answering */

static void resume(Exchange *e)
{
  if (!e->suspended) return;
  e->suspended = false;
  e->daemon->resumed = true;
  e->daemon->MHD_resume_connection(e->connection);
}

static void answered(Exchange *e, AnswerKind kind, int status)
{
  e->kind = kind;
  e->status = status;
  resume(e);
}

void exchange_set_allow(Exchange *e, const char *methods) { e->allow = methods; }
void exchange_close(Exchange *e) { e->closes = true; }

void exchange_answer(Exchange *e, int status, Text *json)
{
  e->json = *json;
  *json = (Text){0};
  answered(e, ANSWER_JSON, status);
}

void exchange_answer_file(Exchange *e, const PageFile *file)
{
  e->file = file;
  answered(e, ANSWER_FILE, MHD_HTTP_OK);
}

void exchange_answer_text(Exchange *e, int status, const char *text)
{
  e->text = text;
  answered(e, ANSWER_TEXT, status);
}

void exchange_stream(Exchange *e)
{
  e->link->stream = e;
  answered(e, ANSWER_STREAM, MHD_HTTP_OK);
}

void exchange_push(Exchange *e, const char *bytes, size_t length)
{
  if (e->ended) return;
  if (e->taken == e->waiting.len) { /* a client that takes nothing from now on is too slow */
    text_clear(&e->waiting);
    e->taken = 0;
    if (e->queued) e->link->deadline = clock_seconds() + STREAM_SECONDS;
  }
  text_add_bytes(&e->waiting, bytes, length);
  resume(e);
}

size_t exchange_waiting(const Exchange *e) { return e->waiting.len - e->taken; }

void exchange_drop(Exchange *e)
{
  size_t end = e->taken;
  bool begun = end > 0 && e->waiting.data[end - 1] != '\n';
  while (begun && end < e->waiting.len && e->waiting.data[end++] != '\n') continue;
  e->waiting.len = end;
}

void exchange_end(Exchange *e)
{
  e->ended = true;
  resume(e);
}

/* What the client can take of a stream. */
static ssize_t read_stream(void *cls, uint64_t position, char *buffer, size_t most)
{
  Exchange *e = cls;
  (void) position;
  size_t length = exchange_waiting(e);
  if (length == 0 && e->ended) return MHD_CONTENT_READER_END_OF_STREAM;
  if (length == 0) {
    e->link->deadline = 0;
    e->suspended = true;
    e->daemon->MHD_suspend_connection(e->connection);
    return 0;
  }
  if (length > most) length = most;
  memcpy(buffer, e->waiting.data + e->taken, length);
  e->taken += length;
  e->link->deadline = clock_seconds() + STREAM_SECONDS;
  return (ssize_t) length;
}

static void add_headers(const Exchange *e, struct MHD_Response *response)
{
  static const char *const all[][2] = {
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"X-Frame-Options", "DENY"},
      /* Nothing but our own files runs; pictures of models and downloads are made by the page. */
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
       "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
       "form-action 'none'; frame-ancestors 'none'; frame-src 'none'; object-src 'none'"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    e->daemon->MHD_add_response_header(response, all[i][0], all[i][1]);
  const char *type = e->kind == ANSWER_FILE     ? e->file->type
                     : e->kind == ANSWER_TEXT   ? "text/plain; charset=utf-8"
                     : e->kind == ANSWER_STREAM ? "application/x-ndjson; charset=utf-8"
                                                : "application/json; charset=utf-8";
  e->daemon->MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
  e->daemon->MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL,
                                     e->kind == ANSWER_FILE ? "no-cache" : "no-store");
  if (e->allow) e->daemon->MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, e->allow);
  if (e->closes) e->daemon->MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
  if (e->kind == ANSWER_FILE) {
    Text etag = {0};
    text_printf(&etag, "\"%s\"", e->file->etag);
    e->daemon->MHD_add_response_header(response, MHD_HTTP_HEADER_ETAG, text_string(&etag));
    text_free(&etag);
  }
}

/* The client has this very file: its tag is the one that we gave. */
static bool client_has_file(const Exchange *e)
{
  const char *has = exchange_header(e, MHD_HTTP_HEADER_IF_NONE_MATCH);
  size_t length = strlen(e->file->etag);
  return has && strlen(has) == length + 2 && !strncmp(has + 1, e->file->etag, length);
}

static struct MHD_Response *make_response(Exchange *e)
{
  Daemon *d = e->daemon;
  switch (e->kind) {
  case ANSWER_JSON: {
    Text json = e->json;
    e->json = (Text){0};
    return d->MHD_create_response_from_buffer(json.len, json.data, MHD_RESPMEM_MUST_FREE);
  }
  case ANSWER_FILE:
    if (client_has_file(e)) e->status = MHD_HTTP_NOT_MODIFIED;
    return d->MHD_create_response_from_buffer(e->status == MHD_HTTP_OK ? e->file->size : 0,
                                              (void *) (uintptr_t) e->file->bytes,
                                              MHD_RESPMEM_PERSISTENT);
  case ANSWER_TEXT:
    return d->MHD_create_response_from_buffer(strlen(e->text), (void *) (uintptr_t) e->text,
                                              MHD_RESPMEM_PERSISTENT);
  case ANSWER_STREAM:
    return d->MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1 << 14, read_stream, e, NULL);
  case ANSWER_NONE: break;
  }
  return NULL;
}

static enum MHD_Result queue(Exchange *e)
{
  struct MHD_Response *response = make_response(e);
  if (!response) return MHD_NO;
  add_headers(e, response);
  e->queued = true;
  e->link->deadline = clock_seconds() + READ_SECONDS;
  enum MHD_Result done =
      e->daemon->MHD_queue_response(e->connection, (unsigned) e->status, response);
  e->daemon->MHD_destroy_response(response);
  return done;
}

/* ------------------------------------------------------------------ receiving */

static void take_body(Exchange *e, const char *bytes, size_t length)
{
  if (e->body.len + length > e->daemon->limits.body) e->too_large = true;
  if (e->too_large) text_free(&e->body);
  else text_add_bytes(&e->body, bytes, length);
}

static void finish(Exchange *e)
{
  static const char large[] =
      "{\"error\":{\"message\":\"the body is larger than 8 MiB\",\"kind\":\"large\"}}";
  e->finished = true;
  e->link->deadline = 0;
  if (!e->too_large) {
    e->daemon->hooks.finish(e->daemon->hooks.owner, e);
    return;
  }
  Text json = {0};
  text_add(&json, large);
  exchange_close(e);
  exchange_answer(e, MHD_HTTP_CONTENT_TOO_LARGE, &json);
}

static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *bytes,
                              size_t *length, void **context)
{
  Daemon *d = cls;
  Exchange *e = *context;
  (void) version;
  if (!e->connection) {
    e->connection = connection;
    e->method = method;
    e->path = url;
    d->hooks.begin(d->hooks.owner, e);
    return e->kind ? queue(e) : MHD_YES;
  }
  if (*length > 0) {
    take_body(e, bytes, *length);
    *length = 0;
    return MHD_YES;
  }
  if (!e->finished) finish(e);
  if (e->queued) return MHD_YES;
  if (e->kind) return queue(e);
  e->suspended = true;
  d->MHD_suspend_connection(connection);
  return MHD_YES;
}

/* A request begins; what this gives is its context. */
static void *begin_request(void *cls, const char *uri, struct MHD_Connection *connection)
{
  Daemon *d = cls;
  (void) uri;
  Exchange *e = memory_zeroed(1, sizeof *e);
  e->daemon = d;
  e->link =
      d->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
  e->link->deadline = clock_seconds() + d->limits.arrival;
  return e;
}

static void end_request(void *cls, struct MHD_Connection *connection, void **context,
                        enum MHD_RequestTerminationCode code)
{
  Daemon *d = cls;
  Exchange *e = *context;
  (void) connection, (void) code;
  if (!e) return;
  if (e->kind == ANSWER_STREAM) d->hooks.gone(d->hooks.owner, e);
  e->link->deadline = clock_seconds() + KEEP_SECONDS;
  e->link->stream = NULL;
  text_free(&e->body);
  text_free(&e->json);
  text_free(&e->waiting);
  free(e);
  *context = NULL;
}

static void note_connection(void *cls, struct MHD_Connection *connection, void **context,
                            enum MHD_ConnectionNotificationCode code)
{
  Daemon *d = cls;
  Link *link = *context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    link = memory_zeroed(1, sizeof *link);
    link->socket =
        d->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    link->deadline = clock_seconds() + d->limits.arrival;
    link->crowded = ++d->count > d->limits.connections;
    link->next = d->links;
    link->place = &d->links;
    if (d->links) d->links->place = &link->next;
    d->links = link;
    *context = link;
  } else if (link) {
    d->count--;
    *link->place = link->next;
    if (link->next) link->next->place = link->place;
    free(link);
    *context = NULL;
  }
}

/* Nobody looks at the socket of a stream while there is nothing to say. */
static bool has_gone(const Link *link)
{
  struct pollfd place = {.fd = link->socket, .events = POLLRDHUP};
  return poll(&place, 1, 0) > 0;
}

void daemon_sweep(Daemon *d, double now)
{
  for (Link *link = d->links; link; link = link->next) {
    if (link->stream && has_gone(link)) exchange_end(link->stream);
    if (link->deadline <= 0 || now < link->deadline) continue;
    link->deadline = 0;
    shutdown(link->socket, SHUT_RDWR); /* the library notices, and closes it */
  }
}

/* -------------------------------------------------------------------- running */

/* dlsym gives pointers to data, which C does not convert to functions. */
static bool find(void *library, const char *name, void *function, size_t size)
{
  void *found = dlsym(library, name);
  if (found) memcpy(function, &found, size);
  return found != NULL;
}

static bool load(Daemon *d)
{
  d->library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  bool good = d->library != NULL;
#define FIND(name) good = good && find(d->library, #name, &d->name, sizeof d->name);
  FUNCTIONS(FIND)
#undef FIND
  return good;
}

/* Paths are taken as they are written. */
static size_t leave_escapes(void *cls, struct MHD_Connection *connection, char *text)
{
  (void) cls, (void) connection;
  return strlen(text);
}

/* What the library says about requests that are no HTTP is for nobody. */
__attribute__((format(printf, 2, 0))) static void be_silent(void *cls, const char *format,
                                                            va_list arguments)
{
  (void) cls, (void) format, (void) arguments;
}

static bool start(Daemon *d, int listening)
{
  unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME;
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_EXTERNAL_LOGGER, (intptr_t) be_silent, NULL},
      {MHD_OPTION_LISTEN_SOCKET, listening, NULL},
      {MHD_OPTION_CONNECTION_LIMIT, d->limits.connections + MORE_CONNECTIONS, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, 0, NULL}, /* daemon_sweep does that */
      {MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
      {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t) leave_escapes, NULL},
      {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t) begin_request, d},
      {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t) end_request, d},
      {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t) note_connection, d},
      {MHD_OPTION_END, 0, NULL},
  };
  if (listening < 0) {
    flags |= MHD_USE_NO_LISTEN_SOCKET;
    options[1] = options[0];
  }
  d->mhd = d->MHD_start_daemon(flags, 0, NULL, NULL, handle, d, MHD_OPTION_ARRAY, options,
                               MHD_OPTION_END);
  if (!d->mhd) return false;
  d->descriptor = d->MHD_get_daemon_info(d->mhd, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
  return true;
}

Daemon *daemon_start(int listening, DaemonHooks hooks, DaemonLimits limits, Text *error)
{
  Daemon *d = memory_zeroed(1, sizeof *d);
  d->hooks = hooks;
  d->limits = limits;
  bool loaded = load(d);
  if (loaded && start(d, listening)) return d;
  text_add(error, loaded ? "libmicrohttpd does not start"
                         : "the library libmicrohttpd (libmicrohttpd12) is not installed");
  free(d);
  return NULL;
}

void daemon_stop(Daemon *d)
{
  if (!d) return;
  d->MHD_run(d->mhd);
  d->MHD_stop_daemon(d->mhd);
  free(d);
}

int daemon_descriptor(const Daemon *d) { return d->descriptor; }

double daemon_pause(const Daemon *d)
{
  MHD_UNSIGNED_LONG_LONG milliseconds = 0;
  if (d->resumed) return 0;
  if (d->MHD_get_timeout(d->mhd, &milliseconds) != MHD_YES) return 3600;
  return (double) milliseconds / 1000;
}

void daemon_run(Daemon *d)
{
  d->resumed = false;
  d->MHD_run(d->mhd);
}

bool daemon_add(Daemon *d, int socket)
{
  struct sockaddr_in nowhere = {.sin_family = AF_INET};
  return d->MHD_add_connection(d->mhd, socket, (const struct sockaddr *) &nowhere,
                               sizeof nowhere) == MHD_YES;
}
