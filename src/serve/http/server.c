#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "report/json_report.h"
#include "serve/http/server_impl.h"

/* The life of the server: it starts, waits for whatever comes first, and ends. */

enum { SEND_BUFFER = 1 << 18 }; /* bytes that the system keeps for a client that does not read */
static const double tick_seconds = 1, event_seconds = 15, dying_pause = 0.005;

/* ------------------------------------------------------------------ listeners */

void listeners_add(Listeners *l, int descriptor, short events, Listener listener)
{
  vec_push(&l->places, ((struct pollfd){.fd = descriptor, .events = events}));
  vec_push(&l->listeners, listener);
}

static void read_files(Server *s, void *owner) { (void) s, watch_read(owner); }
static void stop(Server *s, void *owner) { (void) s, *(bool *) owner = true; }
static void nothing(Server *s, void *owner) { (void) s, (void) owner; }

static void listen_to_all(Server *s, Listeners *l, bool *stopped)
{
  l->places.len = l->listeners.len = 0;
  listeners_add(l, s->options.stop, POLLIN, (Listener){stop, stopped});
  listeners_add(l, daemon_descriptor(s->daemon), POLLIN, (Listener){nothing, NULL});
  if (watch_descriptor(s->watch) >= 0)
    listeners_add(l, watch_descriptor(s->watch), POLLIN, (Listener){read_files, s->watch});
  desks_listen(s, l);
  jobs_listen(s, l);
}

/* ---------------------------------------------------------------------- turns */

static void tell_files(Server *s)
{
  const WatchPaths *paths = watch_changed(s->watch);
  json_t *event = json_object(), *files = json_array();
  for (uint32_t i = 0; i < paths->len; i++)
    json_array_append_new(files, json_report_string(paths->data[i]));
  json_object_set_new(event, "event", json_string("files"));
  json_object_set_new(event, "files", files);
  json_object_set_new(event, "desks", desks_readers(s, paths));
  streams_tell(s, event);
  watch_forget(s->watch);
}

static void tick(Server *s)
{
  if (s->now >= s->next_tick) {
    s->next_tick = s->now + tick_seconds;
    desks_tick(s);
    jobs_tick(s);
    daemon_sweep(s->daemon, s->now);
  }
  if (s->now >= s->next_event) {
    json_t *event = json_object();
    s->next_event = s->now + event_seconds;
    json_object_set_new(event, "event", json_string("tick"));
    streams_tell(s, event);
  }
  double pause = watch_pause(s->watch);
  if (pause >= 0 && pause <= 0) tell_files(s);
}

static double pause_of(const Server *s)
{
  double pause = s->next_tick - clock_seconds(), other = daemon_pause(s->daemon);
  if (other < pause) pause = other;
  other = watch_pause(s->watch);
  if (other >= 0 && other < pause) pause = other;
  if ((desks_are_dying(s) || jobs_are_dying(s)) && pause > dying_pause) pause = dying_pause;
  return pause > 0 ? pause : 0;
}

bool server_turn(Server *s, double most)
{
  Listeners *l = &s->listeners;
  bool stopped = false;
  double pause = pause_of(s);
  listen_to_all(s, l, &stopped);
  int milliseconds = (int) ((pause < most ? pause : most) * 1000 + 0.999);
  int ready = poll(l->places.data, l->places.len, milliseconds);
  s->now = clock_seconds();
  for (uint32_t i = 0; ready > 0 && i < l->places.len; i++)
    if (l->places.data[i].revents) l->listeners.data[i].ready(s, l->listeners.data[i].owner);
  daemon_run(s->daemon);
  tick(s);
  desks_sweep(s);
  jobs_sweep(s);
  return !stopped;
}

/* ------------------------------------------------------------------- starting */

/* The folder, and the file in it that the operand names. */
static bool open_folder(Server *s, Text *error)
{
  const char *operand = s->options.operand ? s->options.operand : ".";
  struct stat info;
  char *real = realpath(operand, NULL), *slash = real ? strrchr(real, '/') : NULL;
  bool good = real && stat(real, &info) == 0;
  if (good && !S_ISDIR(info.st_mode)) {
    s->file = strdup(slash + 1);
    slash[slash == real] = '\0';
    good = s->file != NULL;
  }
  good = good && folder_open(&s->folder, real);
  if (!good) text_printf(error, "cannot open %s: %s", operand, strerror(errno));
  free(real);
  return good;
}

/* A socket that listens on the loopback interface; -1: the reason is in the texts. */
static int listen_at(Server *s, Text *error, Text *hint)
{
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t) s->options.port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int yes = 1, buffer = SEND_BUFFER,
      own = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  bool good = own >= 0 && setsockopt(own, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
              setsockopt(own, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer) == 0 &&
              bind(own, (struct sockaddr *) &address, sizeof address) == 0 &&
              listen(own, SOMAXCONN) == 0 &&
              getsockname(own, (struct sockaddr *) &address, &length) == 0;
  if (good) {
    s->port = ntohs(address.sin_port);
    return own;
  }
  if (s->options.port && errno == EADDRINUSE)
    text_add(hint, "without --port the server takes a port that is free");
  if (s->options.port) text_printf(error, "port %u: %s", s->options.port, strerror(errno));
  else text_printf(error, "cannot listen: %s", strerror(errno));
  if (own >= 0) close(own);
  return -1;
}

static void begin_exchange(void *owner, Exchange *e) { requests_check(owner, e); }
static void finish_exchange(void *owner, Exchange *e) { requests_finish(owner, e); }
static void gone_exchange(void *owner, Exchange *e) { streams_gone(owner, e); }

static bool start(Server *s, Text *error, Text *hint)
{
  DaemonHooks hooks = {s, begin_exchange, finish_exchange, gone_exchange};
  DaemonLimits limits = {CONNECTION_LIMIT, BODY_LIMIT, s->options.arrival_seconds};
  if (!open_folder(s, error)) return false;
  if (!guard_make_token(s->token)) {
    text_printf(error, "the system gives no random numbers: %s", strerror(errno));
    return false;
  }
  int listening = s->options.silent ? -1 : listen_at(s, error, hint);
  bool good = s->options.silent || listening >= 0;
  s->daemon = good ? daemon_start(listening, hooks, limits, error) : NULL;
  if (s->daemon) s->watch = watch_new(&s->folder);
  return s->daemon != NULL;
}

Server *server_open(const ServeOptions *options, Text *error, Text *hint)
{
  Server *s = memory_zeroed(1, sizeof *s);
  s->options = *options;
  s->folder.descriptor = -1;
  s->now = clock_seconds();
  s->next_event = s->now + event_seconds;
  if (start(s, error, hint)) return s;
  server_close(s);
  return NULL;
}

void server_close(Server *s)
{
  desks_end(s);
  jobs_end(s);
  streams_end(s);
  daemon_stop(s->daemon);
  vec_free(&s->streams);
  vec_free(&s->listeners.places);
  vec_free(&s->listeners.listeners);
  watch_free(s->watch);
  folder_close(&s->folder);
  free(s->file);
  free(s);
}

void server_announce(const Server *s)
{
  Text address = {0};
  text_printf(&address, "http://127.0.0.1:%u/#%s", s->port, s->token);
  s->options.announce(s->options.owner, text_string(&address), s->folder.path);
  text_free(&address);
}

bool server_start_child(Server *s, Child *child, const ChildStart *start, Text *error)
{
  const ServeOptions *o = &s->options;
  return o->start_child ? o->start_child(o->owner, child, start, error)
                        : child_start(child, start, error);
}
