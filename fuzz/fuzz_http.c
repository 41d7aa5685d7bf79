/* Clients and processes that send arbitrary bytes to the server of `probity serve`.
 *
 * The input is a series of records: a byte that says what is done, two bytes for the length, and as
 * many bytes.  In bytes for the server \1 stands for the token, \2 for its name.  Nothing outside
 * of the folder may change, and every answer begins as one of HTTP. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/http/server_impl.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_CLIENTS = 4, MOST_PROCESSES = 24 };

typedef struct {
  Server *server;
  int clients[MOST_CLIENTS]; /* our ends; -1: there is none */
  bool answered[MOST_CLIENTS];
  int out[MOST_PROCESSES], in[MOST_PROCESSES]; /* of processes: what they say and hear */
  unsigned processes;
  char secret[GUARD_TOKEN_SIZE]; /* another one each time, so that it cannot be guessed */
} World;

/* ------------------------------------------------------------------- the folder */

static void write_file(const char *path, const char *text)
{
  FILE *file = fopen(path, "w");
  if (!file || fputs(text, file) < 0 || fclose(file) != 0) abort();
}

static const char model[] = "MACHINE m END";

/* Where all happens: a folder, and a secret beside it. */
static void make_folder(char *top, const char *secret)
{
  if (!mkdtemp(top) || chdir(top) != 0) abort();
  if (mkdir("models", 0700) != 0 || mkdir("models/below", 0700) != 0) abort();
  write_file("secret.mch", secret);
  write_file("models/m.mch", model);
  if (symlink("../secret.mch", "models/link.mch") != 0 || symlink("..", "models/up") != 0) abort();
}

/* Removes what is in the folder and below; returns how many things were there. */
static unsigned clear(int at, const char *name)
{
  unsigned count = 0;
  int folder = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *stream = folder >= 0 ? fdopendir(folder) : NULL;
  if (!stream) return 0;
  for (struct dirent *entry; (entry = readdir(stream));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    count++;
    if (unlinkat(folder, entry->d_name, 0) == 0) continue;
    clear(folder, entry->d_name);
    unlinkat(folder, entry->d_name, AT_REMOVEDIR);
  }
  closedir(stream);
  return count;
}

/* The secret is as it was, and alone. */
static void check_outside(const char *secret)
{
  char text[GUARD_TOKEN_SIZE + 1] = {0};
  size_t length = strlen(secret);
  FILE *file = fopen("secret.mch", "r");
  if (!file || fread(text, 1, sizeof text, file) != length || strcmp(text, secret) != 0) abort();
  fclose(file);
  clear(AT_FDCWD, "models");
  unlink("secret.mch");
  if (rmdir("models") != 0 || clear(AT_FDCWD, ".") != 0) abort();
}

/* ---------------------------------------------------------------- clients, processes */

static bool start_child(void *owner, Child *child, const ChildStart *start, Text *error)
{
  World *w = owner;
  int out[2], in[2];
  (void) start;
  if (w->processes == MOST_PROCESSES || pipe2(out, O_CLOEXEC | O_NONBLOCK) != 0) {
    text_add(error, "there are too many");
    return false;
  }
  if (pipe2(in, O_CLOEXEC | O_NONBLOCK) != 0) abort();
  *child = CHILD_NONE;
  child->out = out[0];
  child->in = in[1];
  w->out[w->processes] = out[1];
  w->in[w->processes++] = in[0];
  return true;
}

static void hear(World *w)
{
  char buffer[1 << 14];
  for (int i = 0; i < MOST_CLIENTS; i++) {
    ssize_t n;
    while (w->clients[i] >= 0 && (n = read(w->clients[i], buffer, sizeof buffer)) > 0) {
      if (!w->answered[i] && n >= 5 && memcmp(buffer, "HTTP/", 5) != 0) abort();
      w->answered[i] = true;
      if (memmem(buffer, (size_t) n, w->secret, strlen(w->secret))) abort();
    }
  }
  for (unsigned i = 0; i < w->processes; i++)
    while (w->in[i] >= 0 && read(w->in[i], buffer, sizeof buffer) > 0) continue;
}

static void turn(World *w)
{
  for (int i = 0; i < 3; i++) {
    server_turn(w->server, 0);
    hear(w);
  }
}

static void hang_up(World *w, unsigned client)
{
  if (w->clients[client] >= 0) close(w->clients[client]);
  w->clients[client] = -1;
  w->answered[client] = false;
}

static int client(World *w, unsigned number)
{
  int ends[2];
  if (w->clients[number] >= 0) return w->clients[number];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) abort();
  w->clients[number] = ends[0];
  if (!daemon_add(w->server->daemon, ends[1])) close(ends[1]);
  return ends[0];
}

/* What cannot be sent at once is not sent. */
static void send_bytes(int to, const uint8_t *bytes, size_t length)
{
  if (to >= 0 && length && write(to, bytes, length) < 0) return;
}

static void send_expanded(World *w, unsigned number, const uint8_t *bytes, size_t length)
{
  Text text = {0};
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] == 1) text_add(&text, w->server->token);
    else if (bytes[i] == 2) text_add(&text, "127.0.0.1:1");
    else text_add_char(&text, (char) bytes[i]);
  }
  send_bytes(client(w, number), (const uint8_t *) text.data, text.len);
  text_free(&text);
}

/* A request that is good HTTP: its name up to the first blank, then its body. */
static void send_request(World *w, unsigned number, const uint8_t *bytes, size_t length)
{
  size_t name = 0;
  while (name < length && bytes[name] > ' ' && bytes[name] < 127) name++;
  size_t body = name < length ? name + 1 : name;
  Text text = {0};
  text_printf(&text,
              "POST /api/%.*s HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Type: application/json\r\n"
              "Authorization: Bearer %s\r\nContent-Length: %zu\r\n\r\n",
              (int) name, (const char *) bytes, w->server->token, length - body);
  text_add_bytes(&text, (const char *) bytes + body, length - body);
  send_bytes(client(w, number), (const uint8_t *) text.data, text.len);
  text_free(&text);
}

/* What a process says; one that begins with { is a line. */
static void say(World *w, unsigned number, const uint8_t *bytes, size_t length)
{
  if (number >= w->processes) return;
  if (length == 0) { /* it ends */
    if (w->out[number] >= 0) close(w->out[number]);
    w->out[number] = -1;
    return;
  }
  send_bytes(w->out[number], bytes, length);
  if (bytes[0] == '{') send_bytes(w->out[number], (const uint8_t *) "\n", 1);
}

static void do_record(World *w, uint8_t what, const uint8_t *bytes, size_t length)
{
  unsigned number = what >> 3 & 3;
  switch (what & 7) {
  case 0:
  case 1:
  case 2: send_request(w, number, bytes, length); break;
  case 3: send_expanded(w, number, bytes, length); break;
  case 4: hang_up(w, number); break;
  case 5:
  case 6: say(w, what >> 3, bytes, length); break;
  case 7: w->server->now += 1000, desks_tick(w->server), jobs_tick(w->server); break;
  }
  turn(w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char top[] = "/tmp/fuzz_http.XXXXXX";
  int before = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC); /* the fuzzer has files there */
  World w = {.clients = {-1, -1, -1, -1}};
  Text error = {0}, hint = {0};
  ServeOptions options = {.operand = "models",
                          .idle_seconds = 600,
                          .arrival_seconds = 10,
                          .stop = -1,
                          .silent = true,
                          .owner = &w,
                          .start_child = start_child};
  signal(SIGPIPE, SIG_IGN);
  if (!guard_make_token(w.secret)) abort();
  make_folder(top, w.secret);
  w.server = server_open(&options, &error, &hint);
  if (!w.server) abort();
  w.server->port = 1;
  while (size >= 3) {
    size_t length = (size_t) data[1] | (size_t) data[2] << 8;
    if (length > size - 3) length = size - 3;
    do_record(&w, data[0], data + 3, length);
    data += 3 + length;
    size -= 3 + length;
  }
  for (unsigned i = 0; i < MOST_CLIENTS; i++) hang_up(&w, i);
  turn(&w);
  server_close(w.server);
  for (unsigned i = 0; i < w.processes; i++) {
    if (w.out[i] >= 0) close(w.out[i]);
    close(w.in[i]);
  }
  check_outside(w.secret);
  if (fchdir(before) != 0 || rmdir(top) != 0) abort();
  close(before);
  text_free(&error);
  text_free(&hint);
  return 0;
}
