#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "compare/event.h"

enum {
  DEEPEST = 2000,    /* what is nested more deeply is a word                   */
  LONGEST = 1 << 16, /* longer intervals are not listed                        */
  MOST_DIGITS = 17   /* larger integers do not exist in CSP-M: they are words  */
};

typedef VEC(const EventValue *) Values;

typedef struct {
  Arena *arena;
  const char *at;
  EventReading reading;
  unsigned depth;
  bool odd; /* something was no value */
} Reader;

static const EventValue *read_value(Reader *);
static const EventValue *read_dotted(Reader *);

static const EventValue *make(Reader *r, EventForm form, const char *text, Values *parts)
{
  EventValue *v = arena_new_array(r->arena, EventValue, 1);
  *v = (EventValue){.form = form, .text = text};
  if (!parts) return v;
  const EventValue **list = arena_new_array(r->arena, const EventValue *, parts->len + 1);
  if (parts->len) memcpy(list, parts->data, parts->len * sizeof *list);
  v->parts = list;
  v->count = parts->len;
  vec_free(parts);
  return v;
}

static bool at_text(const Reader *r, const char *text)
{
  return !strncmp(r->at, text, strlen(text));
}

static bool take(Reader *r, const char *text)
{
  while (*r->at == ' ') r->at++;
  if (!at_text(r, text)) return false;
  r->at += strlen(text);
  return true;
}

static bool in_b(const Reader *r) { return r->reading.notation == EVENT_OF_B; }

/* ------------------------------------------------------------------- words, numbers */

static bool is_name_byte(const Reader *r, const char *at)
{
  unsigned char c = (unsigned char) *at;
  if (isalnum(c) || c == '_' || c == '\'' || c >= 0x80) return true;
  if (in_b(r)) return c == '$' || (c == '.' && (isalpha((unsigned char) at[1]) || at[1] == '_'));
  return false;
}

/* The length of a name; those of modules of CSP-M are M::x. */
static size_t name_length(const Reader *r)
{
  const char *at = r->at;
  for (;;) {
    while (is_name_byte(r, at)) at++;
    if (in_b(r) || at == r->at || strncmp(at, "::", 2) != 0 || !is_name_byte(r, at + 2))
      return (size_t) (at - r->at);
    at += 2;
  }
}

static const EventValue *word(Reader *r, size_t length)
{
  const EventValue *v = make(r, EVENT_WORD, arena_copy(r->arena, r->at, length), NULL);
  r->at += length;
  return v;
}

/* All up to where a value can end. */
static const EventValue *read_odd(Reader *r)
{
  size_t length = strcspn(r->at, ",)]}>|.");
  r->odd = true;
  return word(r, length ? length : *r->at != 0);
}

static const EventValue *make_interval(Reader *r, int64_t low, int64_t high)
{
  Values numbers = {0};
  for (int64_t i = low; i <= high; i++)
    vec_push(&numbers, make(r, EVENT_INTEGER, arena_printf(r->arena, "%lld", (long long) i), NULL));
  return make(r, EVENT_SET, NULL, &numbers);
}

static size_t number_length(const char *at)
{
  size_t sign = *at == '-';
  size_t digits = strspn(at + sign, "0123456789");
  return digits ? sign + digits : 0;
}

/* 12, -3, the interval 1..50 of B, its real 1.5E10 */
static const EventValue *read_number(Reader *r)
{
  size_t length = number_length(r->at);
  const char *end = r->at + length;
  if (!length) return read_odd(r);
  if (in_b(r) && end[0] == '.' && end[1] == '.') {
    char *after;
    int64_t low = strtoll(r->at, NULL, 10), high = strtoll(end + 2, &after, 10);
    if (length <= MOST_DIGITS && (size_t) (after - end) <= MOST_DIGITS && low <= high &&
        high - low < LONGEST)
      return r->at = after, make_interval(r, low, high);
    return word(r, (size_t) (after - r->at));
  }
  if (in_b(r) && *end == '.') return word(r, length + 1 + strspn(end + 1, "0123456789E+-"));
  if (length > MOST_DIGITS) return word(r, length);
  r->at = end;
  return make(r, EVENT_INTEGER, arena_copy(r->arena, end - length, length), NULL);
}

/* ----------------------------------------------------------------------- in quotes */

static const EventValue *read_quoted(Reader *r, EventForm form)
{
  Text text = {0};
  char quote = *r->at++;
  for (; *r->at && *r->at != quote; r->at++) {
    char c = *r->at;
    if (c == '\\' && r->at[1]) {
      c = *++r->at;
      c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
    text_add_char(&text, c);
  }
  r->odd |= !*r->at;
  r->at += *r->at == quote;
  const EventValue *v = make(r, form, arena_copy(r->arena, text_string(&text), text.len), NULL);
  text_free(&text);
  return v;
}

/* --------------------------------------------------------------------- in brackets */

/* Values up to `close`, which commas separate, or these separators. */
static void read_parts(Reader *r, const char *close, const char *separator, Values *parts)
{
  while (!take(r, close)) {
    const char *before = r->at;
    vec_push(parts, read_dotted(r));
    if (!take(r, ",") && !take(r, separator) && !at_text(r, close)) r->odd = true;
    if (!*r->at || r->at == before) {
      r->odd = true;
      return;
    }
  }
}

static const EventValue *read_brackets(Reader *r)
{
  Values parts = {0};
  if (take(r, "(| ") || take(r, "(|)")) {
    if (r->at[-1] != ')') read_parts(r, "|)", "=>", &parts);
    return make(r, EVENT_MAP, NULL, &parts);
  }
  if (take(r, "(")) {
    read_parts(r, ")", "|->", &parts);
    if (parts.len != 1) return make(r, EVENT_TUPLE, NULL, &parts);
    const EventValue *only = parts.data[0];
    vec_free(&parts);
    return only;
  }
  bool set = *r->at == '{';
  const char *close = set ? "}" : *r->at == '<' ? ">" : "]";
  r->at++;
  read_parts(r, close, ",", &parts);
  return make(r, set ? EVENT_SET : EVENT_SEQ, NULL, &parts);
}

/* rec(a:1,b:2) is the tuple of its fields. */
static const EventValue *read_record(Reader *r)
{
  Values fields = {0};
  take(r, "(");
  while (!take(r, ")") && *r->at) {
    r->at += name_length(r);
    if (!take(r, ":")) r->odd = true;
    vec_push(&fields, read_value(r));
    if (!take(r, ",") && *r->at != ')') {
      r->odd = true;
      break;
    }
  }
  if (fields.len != 1) return make(r, EVENT_TUPLE, NULL, &fields);
  const EventValue *only = fields.data[0];
  vec_free(&fields);
  return only;
}

/* ---------------------------------------------------------------------------- values */

static bool is_word_text(const char *text, size_t length, const char *word)
{
  return strlen(word) == length && !strncmp(text, word, length);
}

/* A name: what it is called with in B, constructor(a|->b), are its arguments. */
static const EventValue *read_named(Reader *r)
{
  size_t length = name_length(r);
  bool b = r->reading.notation != EVENT_OF_CSP, csp = r->reading.notation != EVENT_OF_B;
  for (unsigned i = 0; i < 2; i++) {
    const char *text = i ? "true" : "false";
    if ((csp && is_word_text(r->at, length, text)) ||
        (b && is_word_text(r->at, length, i ? "TRUE" : "FALSE")))
      return r->at += length, make(r, EVENT_BOOL, text, NULL);
  }
  const EventValue *name = word(r, length);
  if (!b || *r->at != '(') return name;
  if (!strcmp(name->text, "rec")) return read_record(r);
  Values arguments = {0};
  r->at++;
  read_parts(r, ")", "|->", &arguments);
  return make(r, EVENT_WORD, name->text, &arguments);
}

static const EventValue *read_simple(Reader *r)
{
  while (*r->at == ' ') r->at++;
  switch (*r->at) {
  case '"': return read_quoted(r, EVENT_STRING);
  case '\'': return read_quoted(r, EVENT_CHAR);
  case '(':
  case '{':
  case '<':
  case '[': return read_brackets(r);
  default:
    if (*r->at == '-' || isdigit((unsigned char) *r->at)) return read_number(r);
    return name_length(r) ? read_named(r) : read_odd(r);
  }
}

static const EventValue *read_value(Reader *r)
{
  if (r->depth >= DEEPEST) return read_odd(r);
  r->depth++;
  const EventValue *v = read_simple(r);
  r->depth--;
  return v;
}

/* The values of A.1.B, each with its own arguments if it is known how many there are. */
static const EventValue *read_complete(Reader *r)
{
  const EventValue *first = read_value(r);
  if (in_b(r) || first->form != EVENT_WORD || first->count) return first;
  uint32_t arity = r->reading.arity ? r->reading.arity(r->reading.context, first->text) : 0;
  Values arguments = {0};
  for (uint32_t i = 0; i < arity && take(r, "."); i++) vec_push(&arguments, read_complete(r));
  return make(r, EVENT_WORD, first->text, &arguments);
}

/* A dotted value is a constructor with its arguments. */
static const EventValue *read_dotted(Reader *r)
{
  const EventValue *first = read_complete(r);
  if (in_b(r) || *r->at != '.') return first;
  Values all = {0};
  for (uint32_t i = 0; i < first->count; i++) vec_push(&all, first->parts[i]);
  r->odd |= first->form != EVENT_WORD;
  while (take(r, ".")) vec_push(&all, read_complete(r));
  return make(r, EVENT_WORD, first->text ? first->text : "", &all);
}

const EventValue *event_value_read(Arena *arena, const char *text, EventReading reading)
{
  Reader r = {.arena = arena, .at = text, .reading = reading};
  const EventValue *v = read_dotted(&r);
  if (!r.odd && !*r.at) return v;
  r.at = text;
  return word(&r, strlen(text));
}

/* ---------------------------------------------------------------------------- events */

static void read_list(Reader *r, const char *close, Values *fields)
{
  do {
    vec_push(fields, read_dotted(r));
  } while (take(r, ","));
  if (!take(r, close)) r->odd = true;
}

Event event_read(Arena *arena, const char *text, EventReading reading)
{
  Reader r = {.arena = arena, .at = text, .reading = reading};
  Values fields = {0};
  size_t length = name_length(&r);
  Event plain = {.name = arena_copy(arena, text, strlen(text))};
  if (!length || isdigit((unsigned char) *text)) return plain;
  Event event = {.name = arena_copy(arena, text, length)};
  r.at += length;
  while (*r.at == '.') {
    r.at++;
    vec_push(&fields, read_complete(&r));
  }
  if (*r.at == '(' && !fields.len) r.at++, read_list(&r, ")", &fields);
  if (at_text(&r, " --> ")) r.at += strlen(" --> "), read_list(&r, "", &fields);
  const EventValue *all = make(&r, EVENT_TUPLE, NULL, &fields);
  if (r.odd || *r.at) return plain;
  event.fields = all->parts;
  event.count = all->count;
  return event;
}
