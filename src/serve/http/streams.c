#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/json_report.h"
#include "serve/http/server_impl.h"

/* Events, for all clients that listen. */

static void print(Text *line, json_t *event)
{
  char *text = json_dumps(event, JSON_COMPACT);
  if (!text) memory_exhausted();
  text_add(line, text);
  text_add_char(line, '\n');
  free(text);
  json_decref(event);
}

static void push(Stream *stream, const Text *line)
{
  static const char lost[] = "{\"event\":\"lost\"}\n";
  size_t waiting = exchange_waiting(stream->exchange);
  if (waiting == 0) stream->lost = false;
  if (stream->lost) return;
  if (waiting + line->len > STREAM_LIMIT) {
    exchange_drop(stream->exchange);
    exchange_push(stream->exchange, lost, sizeof lost - 1);
    stream->lost = true;
    return;
  }
  exchange_push(stream->exchange, text_string(line), line->len);
}

void streams_tell_line(Server *s, const Text *line)
{
  for (uint32_t i = 0; i < s->streams.len; i++) push(&s->streams.data[i], line);
}

void streams_tell(Server *s, json_t *event)
{
  Text line = {0};
  print(&line, event);
  streams_tell_line(s, &line);
  text_free(&line);
}

void streams_open(Server *s, Exchange *e)
{
  const char *client = exchange_argument(e, "client");
  Stream stream = {.exchange = e, .client = client ? strdup(client) : NULL};
  if (client && !stream.client) memory_exhausted();
  exchange_stream(e);
  vec_push(&s->streams, stream);
  json_t *hello = json_object();
  json_object_set_new(hello, "event", json_string("hello"));
  json_object_set_new(hello, "version", json_string(PROBITY_VERSION));
  Text line = {0};
  print(&line, hello);
  push(&s->streams.data[s->streams.len - 1], &line);
  text_free(&line);
}

void streams_gone(Server *s, Exchange *e)
{
  for (uint32_t i = 0; i < s->streams.len; i++) {
    if (s->streams.data[i].exchange != e) continue;
    free(s->streams.data[i].client);
    s->streams.data[i] = s->streams.data[--s->streams.len];
    return;
  }
}

bool streams_has(const Server *s, const char *client)
{
  for (uint32_t i = 0; client && i < s->streams.len; i++)
    if (s->streams.data[i].client && !strcmp(s->streams.data[i].client, client)) return true;
  return false;
}

void streams_end(Server *s)
{
  for (uint32_t i = 0; i < s->streams.len; i++) exchange_end(s->streams.data[i].exchange);
}
