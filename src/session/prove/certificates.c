#include "session/prove/certificates.h"

#include <inttypes.h>
#include <string.h>

static const char head[] = "probity certificates 1";

/* ------------------------------------------------------------------------- writing */

/* A line of a word and a text, in which \\ and \n stand for a backslash and a newline. */
static void add_line(Text *out, const char *word, const char *text)
{
  text_add(out, word);
  for (; *text; text++)
    if (*text == '\n') text_add(out, "\\n");
    else if (*text == '\\') text_add(out, "\\\\");
    else text_add_char(out, *text);
  text_add_char(out, '\n');
}

static void print_one(const ProveResult *r, Text *out)
{
  const Sequent *s = r->sequent;
  const Proof *p = &r->proof;
  Fingerprint f = fingerprint_of(r->of, s);
  add_line(out, "obligation ", s->name);
  add_line(out, "component ", s->component ? s->component : "");
  add_line(out, "fingerprint ", f.text);
  add_line(out, "hypotheses ", hypotheses_choice_name(p->hypotheses));
  if (p->certificate) text_add(out, p->certificate);
  else add_line(out, "proved by ", p->method ? p->method : "an unknown method");
}

void certificates_print(const Proved *p, Text *out)
{
  text_printf(out, "%s\n", head);
  for (uint32_t i = 0; i < p->results.len; i++)
    if (p->results.data[i].proof.status == PROOF_PROVED) print_one(&p->results.data[i], out);
}

/* ------------------------------------------------------------------------- reading */

typedef struct {
  Certificates *all;
  const char *at, *end;
  uint32_t line;
  Text *error;
} Reader;

static bool broken(Reader *r, const char *what)
{
  text_printf(r->error, "line %" PRIu32 ": %s", r->line, what);
  return false;
}

/* The next line without its end, which it must have; NULL if there is none. */
static const char *next_line(Reader *r, size_t *length)
{
  const char *line = r->at;
  const char *end = memchr(line, '\n', (size_t) (r->end - line));
  if (!end) return NULL;
  *length = (size_t) (end - line);
  r->at = end + 1;
  r->line++;
  return line;
}

static bool begins_with(const char *line, size_t length, const char *word)
{
  return length >= strlen(word) && !memcmp(line, word, strlen(word));
}

/* What add_line has written. */
static const char *unescape(Reader *r, const char *text, size_t length)
{
  char *copy = arena_copy(r->all->arena, text, length), *to = copy;
  for (const char *from = copy; *from; from++) {
    bool escape = *from == '\\' && from[1];
    if (escape) from++;
    *to++ = escape && *from == 'n' ? '\n' : *from;
  }
  *to = 0;
  return copy;
}

static bool read_field(Reader *r, const char *word, const char **text)
{
  size_t length;
  const char *line = next_line(r, &length);
  if (!line || !begins_with(line, length, word)) {
    if (!line) r->line++;
    text_printf(r->error, "line %" PRIu32 ": `%s…` is expected", r->line, word);
    return false;
  }
  *text = unescape(r, line + strlen(word), length - strlen(word));
  return true;
}

/* Either who proved it, or all lines up to the end of the steps. */
static bool read_proof(Reader *r, Certificate *c)
{
  const char *begin = r->at;
  size_t length;
  const char *line = next_line(r, &length);
  if (line && begins_with(line, length, "proved by ")) {
    c->prover = unescape(r, line + 10, length - 10);
    return true;
  }
  if (!line || !begins_with(line, length, "probity certificate "))
    return broken(r, "`proved by …` or steps are expected");
  while (line && !begins_with(line, length, "end ")) line = next_line(r, &length);
  if (!line) return broken(r, "the steps have no end");
  c->steps = arena_copy(r->all->arena, begin, (size_t) (r->at - begin));
  return true;
}

static bool read_one(Reader *r)
{
  Certificate c = {0};
  const char *hypotheses;
  if (!read_field(r, "obligation ", &c.name) || !read_field(r, "component ", &c.component) ||
      !read_field(r, "fingerprint ", &c.fingerprint) || !read_field(r, "hypotheses ", &hypotheses))
    return false;
  if (!hypotheses_choice_of(hypotheses, &c.hypotheses))
    return broken(r, "all, selected or goal is expected");
  if (!read_proof(r, &c)) return false;
  vec_push(&r->all->list, c);
  return true;
}

bool certificates_read(Certificates *all, const char *text, size_t length, Text *error)
{
  *all = (Certificates){.arena = arena_new()};
  Reader r = {.all = all, .at = text, .end = text + length, .error = error};
  size_t first;
  const char *line = next_line(&r, &first);
  if (!line || first != strlen(head) || !begins_with(line, first, head))
    return text_printf(error, "it does not begin with `%s`", head), false;
  if (memchr(text, 0, length)) return text_add(error, "there is a zero byte in it"), false;
  while (r.at < r.end)
    if (!read_one(&r)) return false;
  return true;
}

void certificates_free(Certificates *all)
{
  arena_free(all->arena);
  vec_free(&all->list);
}
