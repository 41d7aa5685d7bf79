#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "lsp/server/server_impl.h"

/* Reading, writing and waiting.  Nothing is written that could block: a client that sends before it
 * reads must not stand still. */

enum { PIECE = 4096 }; /* what a pipe takes at once, when it takes something */

typedef struct {
  Server *server;
  int in, out;
  bool open; /* `in` has not ended */
  size_t written;
} Connection;

static void read_some(Connection *c)
{
  char chunk[1 << 16];
  ssize_t n = read(c->in, chunk, sizeof chunk);
  if (n > 0) server_receive(c->server, chunk, (size_t) n);
  else if (n == 0 || (errno != EINTR && errno != EAGAIN)) c->open = false;
}

/* False: the client reads no more. */
static bool write_some(Connection *c)
{
  Text *out = server_output(c->server);
  size_t left = out->len - c->written;
  ssize_t n = write(c->out, out->data + c->written, left < PIECE ? left : PIECE);
  if (n < 0) return errno == EINTR || errno == EAGAIN;
  c->written += (size_t) n;
  if (c->written == out->len) text_clear(out), c->written = 0;
  return true;
}

static void call_watches(Server *s, const struct pollfd *polled, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    if (!polled[i].revents) continue;
    for (uint32_t k = 0; k < s->lsp.watches.len; k++) {
      LspWatch watch = s->lsp.watches.data[k]; /* it may be given up meanwhile */
      if (watch.descriptor != polled[i].fd) continue;
      watch.ready(&s->lsp, watch.owner);
      break;
    }
  }
}

/* Whatever can be read or written now is; `patient`: waits for that.  False: the end. */
static bool exchange(Connection *c, bool patient)
{
  VEC(struct pollfd) polled = {0};
  Server *s = c->server;
  bool pending = server_output(s)->len > 0, good = true;
  vec_push(&polled, ((struct pollfd){.fd = c->open ? c->in : -1, .events = POLLIN}));
  vec_push(&polled, ((struct pollfd){.fd = pending ? c->out : -1, .events = POLLOUT}));
  for (uint32_t i = 0; i < s->lsp.watches.len; i++)
    vec_push(&polled, ((struct pollfd){.fd = s->lsp.watches.data[i].descriptor, .events = POLLIN}));
  int ready = poll(polled.data, polled.len, patient ? -1 : 0);
  if (ready > 0) {
    if (polled.data[0].revents) read_some(c);
    if (polled.data[1].revents) good = write_some(c);
    call_watches(s, polled.data + 2, polled.len - 2);
  }
  vec_free(&polled);
  return good && (ready >= 0 || errno == EINTR);
}

bool server_run(ProjectHooks hooks, int in, int out)
{
  Connection c = {.server = server_new(hooks), .in = in, .out = out, .open = true};
  bool good = true;
  for (bool busy = true; good && (c.open || busy) && !server_has_ended(c.server);) {
    good = exchange(&c, !busy);
    busy = server_step(c.server);
  }
  while (good && server_output(c.server)->len) good = write_some(&c);
  bool orderly = c.server->lsp.state == LSP_SHUT_DOWN;
  server_free(c.server);
  return orderly;
}
