#include "lsp/wire/frames.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"

enum {
  HEADER_LIMIT = 4096,
  MESSAGE_LIMIT = 256 << 20 /* bytes: more is hardly a text that somebody edits */
};

void frames_free(Frames *f) { text_free(&f->input); }

void frames_add(Frames *f, const char *bytes, size_t length)
{
  if (f->begin) { /* messages that were taken out are forgotten */
    memmove(f->input.data, f->input.data + f->begin, f->input.len - f->begin + 1);
    f->input.len -= f->begin;
    f->begin = 0;
  }
  if (f->skip) {
    size_t skipped = f->skip < length ? (size_t) f->skip : length;
    f->skip -= skipped, bytes += skipped, length -= skipped;
  }
  text_add_bytes(&f->input, bytes, length);
}

static Frame bad(const char *why) { return (Frame){FRAME_BAD, why, strlen(why)}; }

/* Where the header ends, with the empty line behind it; NULL: not yet. */
static const char *header_end(const char *at, const char *end)
{
  for (const char *line; (line = memchr(at, '\n', (size_t) (end - at))); at = line + 1) {
    if (end - line > 1 && line[1] == '\n') return line + 2;
    if (end - line > 2 && line[1] == '\r' && line[2] == '\n') return line + 3;
  }
  return NULL;
}

/* The number that the line [at, end) ends with; false: it is none. */
static bool read_number(const char *at, const char *end, uint64_t *number)
{
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  const char *digits = at;
  *number = 0;
  for (; at < end && isdigit((unsigned char) *at) && at - digits < 18; at++)
    *number = *number * 10 + (uint64_t) (*at - '0');
  bool found = at > digits;
  while (at < end && isspace((unsigned char) *at)) at++;
  return found && at == end;
}

/* header = { name ":" value "\r\n" }; the length that it gives.  False: none.  In front of the name
 * there may be what is left of a message whose length was wrong. */
static bool read_length(const char *at, const char *end, uint64_t *length)
{
  static const char name[] = "Content-Length:";
  for (const char *stop; at < end; at = stop + 1) {
    stop = memchr(at, '\n', (size_t) (end - at));
    if (!stop) stop = end;
    while (at + strlen(name) < stop && strncasecmp(at, name, strlen(name)) != 0) at++;
    if (at + strlen(name) < stop) return read_number(at + strlen(name), stop, length);
  }
  return false;
}

/* Something that is no header: from its first line that may be one on. */
static Frame stray(Frames *f, const char *why)
{
  bool said = f->astray;
  f->astray = true;
  return said ? (Frame){0} : bad(why);
}

Frame frames_next(Frames *f)
{
  while (f->begin < f->input.len) {
    const char *at = f->input.data + f->begin, *end = f->input.data + f->input.len;
    const char *body = header_end(at, end);
    if (!body && end - at < HEADER_LIMIT) return (Frame){0};
    uint64_t length = 0;
    bool good = body && read_length(at, body, &length);
    f->begin += (size_t) ((body ? body : end) - at);
    if (!good) {
      Frame frame = stray(f, "this is no message: its header has no Content-Length");
      if (frame.kind) return frame;
      continue;
    }
    f->astray = false;
    size_t there = (size_t) (end - body);
    if (length > MESSAGE_LIMIT) {
      size_t skipped = there < length ? there : (size_t) length;
      f->begin += skipped;
      f->skip = length - skipped;
      return bad("the message is too long");
    }
    if (there < length) {
      f->begin -= (size_t) (body - at);
      return (Frame){0};
    }
    f->begin += (size_t) length;
    return (Frame){FRAME_MESSAGE, body, (size_t) length};
  }
  return (Frame){0};
}

void frames_write(Text *out, const json_t *message)
{
  char *text = json_dumps(message, JSON_COMPACT);
  if (!text) memory_exhausted();
  text_printf(out, "Content-Length: %zu\r\n\r\n", strlen(text));
  text_add(out, text);
  free(text);
}
