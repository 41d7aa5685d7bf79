#include "serve/desk/run.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Signals interrupt reading and writing; that is no end of them. */
static ssize_t read_some(int in, char *buffer, size_t size)
{
  ssize_t n;
  do n = read(in, buffer, size);
  while (n < 0 && errno == EINTR);
  return n;
}

static bool write_all(int out, const char *data, size_t length)
{
  while (length > 0) {
    ssize_t n = write(out, data, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n;
    length -= (size_t) n;
  }
  return true;
}

/* Answers the whole lines that were read, and forgets them; `from`: there is no line end before. */
static bool answer_lines(Desk *d, Text *input, size_t from, int out)
{
  size_t begin = 0;
  Text answer = {0};
  bool good = true;
  for (char *end;
       good && from < input->len && (end = memchr(input->data + from, '\n', input->len - from));) {
    size_t length = (size_t) (end - input->data) - begin;
    text_clear(&answer);
    if (length > 0) desk_answer(d, input->data + begin, length, &answer);
    good = write_all(out, text_string(&answer), answer.len);
    from = begin = begin + length + 1;
  }
  text_free(&answer);
  if (begin) memmove(input->data, input->data + begin, input->len - begin + 1);
  input->len -= begin;
  return good;
}

bool desk_run(DeskHooks hooks, int in, int out)
{
  Desk *d = desk_new(hooks);
  Text input = {0};
  char chunk[1 << 16];
  bool good = true;
  for (ssize_t n; good && (n = read_some(in, chunk, sizeof chunk)) > 0;) {
    size_t from = input.len;
    text_add_bytes(&input, chunk, (size_t) n);
    good = answer_lines(d, &input, from, out);
  }
  if (good && input.len) { /* a last line without an end */
    size_t from = input.len;
    text_add_char(&input, '\n');
    good = answer_lines(d, &input, from, out);
  }
  text_free(&input);
  desk_free(d);
  return good;
}
