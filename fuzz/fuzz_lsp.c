/* Sends arbitrary messages to the language server.  The first byte chooses the text that is open;
 * then follow lines:
 *
 *   {…}                  a message, in a frame
 *   ~L C L C TEXT        a change of the open text, from one place to another; ¶ is a line end
 *   ?N L C WORD          the request number N at that place, with WORD as a new name or query
 *   others               bytes as they are
 *
 * What comes back must be whole messages in JSON. */
#include <inttypes.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/server/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char folder[] = "tests/lsp/files"; /* from the project's folder */
static const char *const texts[] = {"lift.mch",   "shop.mch",      "shop_r.ref", "counter.mch",
                                    "shared.def", "levels.eventb", "ring.csp",   "limits.mch"};
static const char *const methods[] = {
#define REQUEST(name, text, where) text,
#include "lsp/methods.def"
};
enum { TEXTS = sizeof texts / sizeof *texts, METHODS = sizeof methods / sizeof *methods };

typedef struct {
  Server *server;
  char *uri;
  int64_t version;
} Fuzzed;

static void prepare(void *owner, Session *session)
{
  session_set_options(session, (SessionOptions){.inside = owner});
}

static void send_text(Fuzzed *f, const char *text, size_t length)
{
  char header[64];
  int written = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
  server_receive(f->server, header, (size_t) written);
  server_receive(f->server, text, length);
}

static void send_json(Fuzzed *f, json_t *message)
{
  char *text = json_dumps(message, JSON_COMPACT);
  if (text) send_text(f, text, strlen(text));
  free(text);
  json_decref(message);
}

/* A text of the input, as far as it is one. */
static json_t *string(const char *text, size_t length)
{
  json_t *json = json_stringn(text, length);
  return json ? json : json_string("x");
}

static json_t *place(unsigned line, unsigned character)
{
  return json_pack("{s:i, s:i}", "line", (int) (line % 100000), "character",
                   (int) (character % 100000));
}

static void change(Fuzzed *f, const char *line, size_t length)
{
  unsigned from[2], to[2];
  int read = 0;
  char head[64] = {0};
  memcpy(head, line, length < sizeof head - 1 ? length : sizeof head - 1);
  if (sscanf(head, "~%u %u %u %u %n", &from[0], &from[1], &to[0], &to[1], &read) < 4) return;
  if (read == 0 || (size_t) read > length) read = (int) length;
  Text text = {0};
  text_add_bytes(&text, line + read, length - (size_t) read);
  for (char *at; (at = strstr(text.data, "\xC2\xB6"));) at[0] = '\r', at[1] = '\n';
  send_json(f, json_pack("{s:s, s:s, s:{s:{s:s, s:I}, s:[{s:{s:o, s:o}, s:o}]}}", "jsonrpc", "2.0",
                         "method", "textDocument/didChange", "params", "textDocument", "uri",
                         f->uri, "version", (json_int_t) ++f->version, "contentChanges", "range",
                         "start", place(from[0], from[1]), "end", place(to[0], to[1]), "text",
                         string(text.data, text.len)));
  text_free(&text);
}

static void request(Fuzzed *f, const char *line, size_t length)
{
  unsigned number, at[2];
  int read = 0;
  char head[64] = {0};
  memcpy(head, line, length < sizeof head - 1 ? length : sizeof head - 1);
  if (sscanf(head, "?%u %u %u %n", &number, &at[0], &at[1], &read) < 3) return;
  if (read == 0 || (size_t) read > length) read = (int) length;
  const char *word = line + read;
  size_t left = length - (size_t) read;
  send_json(f,
            json_pack("{s:s, s:i, s:s, s:{s:{s:s}, s:o, s:o, s:o, s:{s:b}}}", "jsonrpc", "2.0",
                      "id", 7, "method", methods[number % METHODS], "params", "textDocument", "uri",
                      f->uri, "position", place(at[0], at[1]), "newName", string(word, left),
                      "query", string(word, left), "context", "includeDeclaration", 1));
}

static void open_text(Fuzzed *f, const char *inside, const char *name)
{
  Text path = {0}, uri = {0}, text = {0};
  text_printf(&path, "%s/%s", inside, name);
  text_printf(&uri, "file://%s", path.data);
  FILE *file = fopen(path.data, "rb");
  char chunk[4096];
  for (size_t n; file && (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
    text_add_bytes(&text, chunk, n);
  if (file) fclose(file);
  f->uri = uri.data;
  send_json(f, json_pack("{s:s, s:i, s:s, s:{s:{}}}", "jsonrpc", "2.0", "id", 1, "method",
                         "initialize", "params", "capabilities"));
  send_json(f, json_pack("{s:s, s:s, s:{s:{s:s, s:s, s:i, s:o}}}", "jsonrpc", "2.0", "method",
                         "textDocument/didOpen", "params", "textDocument", "uri", f->uri,
                         "languageId", "b", "version", 0, "text", string(text.data, text.len)));
  text_free(&path);
  text_free(&text);
}

/* Whole messages, each of them JSON. */
static void check_output(Server *s)
{
  Text *out = server_output(s);
  for (size_t at = 0; at < out->len;) {
    size_t length = 0;
    int header = 0;
    if (sscanf(out->data + at, "Content-Length: %zu\r\n%n", &length, &header) < 1) abort();
    at += (size_t) header;
    if (strncmp(out->data + at - 4, "\r\n\r\n", 4) != 0 && out->data[at] != '{') abort();
    if (out->len - at < length) abort();
    json_error_t problem;
    json_t *message = json_loadb(out->data + at, length, JSON_ALLOW_NUL, &problem);
    if (!json_is_object(message)) abort();
    json_decref(message);
    at += length;
  }
  text_clear(out);
}

static void work(Server *s)
{
  while (server_step(s)) continue;
  check_output(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (!size) return 0;
  char *inside = realpath(folder, NULL);
  if (!inside) __builtin_trap();
  Fuzzed f = {.server = server_new((ProjectHooks){prepare, inside, NULL, NULL})};
  open_text(&f, inside, texts[data[0] % TEXTS]);
  const char *at = (const char *) data + 1, *end = (const char *) data + size;
  while (at < end && !server_has_ended(f.server)) {
    const char *stop = memchr(at, '\n', (size_t) (end - at));
    size_t length = (size_t) ((stop ? stop : end) - at);
    if (length && *at == '{') send_text(&f, at, length);
    else if (length && *at == '~') change(&f, at, length);
    else if (length && *at == '?') request(&f, at, length);
    else server_receive(f.server, at, length + (stop != NULL));
    if (length && *at == '?') work(f.server);
    at += length + 1;
  }
  work(f.server);
  server_free(f.server);
  free(f.uri);
  free(inside);
  return 0;
}
