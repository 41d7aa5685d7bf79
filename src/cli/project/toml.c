#include "cli/project/toml.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/project/toml_impl.h"
#include "syntax/utf8.h"

enum { NESTING_LIMIT = 64, KEYS_LIMIT = 1000 /* of one table */ };

const char *toml_kind_text(TomlKind kind)
{
  switch (kind) {
  case TOML_TABLE: return "a table";
  case TOML_ARRAY: return "an array";
  case TOML_STRING: return "a string";
  case TOML_INTEGER: return "a whole number";
  case TOML_REAL: return "a number";
  case TOML_BOOLEAN: return "a truth value";
  }
  return "a value";
}

TomlValue *toml_get(const TomlValue *table, const char *key)
{
  for (const TomlEntry *e = table->kind == TOML_TABLE ? table->first : NULL; e; e = e->next)
    if (!strcmp(e->key, key)) return e->value;
  return NULL;
}

/* ---- characters */

Span toml_span(const Toml *t, const char *from, const char *to)
{
  uint32_t base = t->source->base;
  return (Span){base + (uint32_t) (from - t->source->text),
                base + (uint32_t) (to - t->source->text)};
}

bool toml_fail(Toml *t, const char *from, const char *to, const char *format, ...)
{
  char message[200];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  t->failed = diag_error(t->diags, toml_span(t, from, to), "syntax", "%s", message);
  return false;
}

static bool at_line_end(const Toml *t)
{
  return t->at == t->end || *t->at == '\n' || (*t->at == '\r' && t->at[1] == '\n');
}

static void skip_blanks(Toml *t)
{
  while (t->at < t->end && (*t->at == ' ' || *t->at == '\t')) t->at++;
}

bool toml_is_control(char c) { return ((unsigned char) c < ' ' && c != '\t') || c == 127; }

/* comment = "#" up to the end of the line */
static bool skip_comment(Toml *t)
{
  if (t->at == t->end || *t->at != '#') return true;
  for (; !at_line_end(t); t->at++)
    if (toml_is_control(*t->at))
      return toml_fail(t, t->at, t->at + 1, "a control character in a comment");
  return true;
}

static void skip_line_end(Toml *t)
{
  if (t->at < t->end && *t->at == '\r') t->at++;
  if (t->at < t->end) t->at++;
}

/* Blanks, comments and line ends. */
static bool skip_lines(Toml *t)
{
  for (;;) {
    skip_blanks(t);
    if (!skip_comment(t)) return false;
    if (t->at == t->end || !at_line_end(t)) return true;
    skip_line_end(t);
  }
}

/* What stands here, for a message: a word, or one character. */
static const char *word_end(const Toml *t, const char *at)
{
  const char *from = at;
  while (at < t->end && (isalnum((unsigned char) *at) || strchr("_-+.:", *at)) && *at) at++;
  if (at > from || at == t->end) return at;
  unsigned step = utf8_length(at, (size_t) (t->end - at));
  return at + (step ? step : 1);
}

static bool unexpected(Toml *t, const char *wanted)
{
  if (at_line_end(t)) return toml_fail(t, t->at, t->at, "%s is missing here", wanted);
  const char *end = word_end(t, t->at);
  return toml_fail(t, t->at, end, "expected %s", wanted);
}

static bool expect(Toml *t, char c)
{
  char wanted[] = {'\'', c, '\'', '\0'};
  if (t->at == t->end || *t->at != c) return unexpected(t, wanted);
  t->at++;
  return true;
}

/* ---- keys */

static bool is_bare(char c) { return isalnum((unsigned char) c) || c == '_' || c == '-'; }

typedef struct {
  const char *text;
  Span span;
} Key;

typedef VEC(Key) Keys;

/* simple-key = bare | basic string | literal string */
static bool read_simple_key(Toml *t, Key *key)
{
  const char *from = t->at;
  if (t->at < t->end && (*t->at == '"' || *t->at == '\'')) {
    if (t->end - t->at >= 3 && t->at[1] == *t->at && t->at[2] == *t->at)
      return toml_fail(t, t->at, t->at + 3, "a key is on one line");
    key->text = toml_read_string(t);
  } else {
    while (t->at < t->end && is_bare(*t->at)) t->at++;
    if (t->at == from) return unexpected(t, "a key");
    key->text = arena_copy(t->arena, from, (size_t) (t->at - from));
  }
  key->span = toml_span(t, from, t->at);
  return key->text != NULL;
}

/* key = simple-key { "." simple-key } */
static bool read_key(Toml *t, Keys *keys)
{
  keys->len = 0;
  for (;;) {
    Key key;
    if (!read_simple_key(t, &key)) return false;
    vec_push(keys, key);
    if (keys->len > NESTING_LIMIT)
      return toml_fail(t, t->at, t->at, "more than %d parts of a key", NESTING_LIMIT);
    skip_blanks(t);
    if (t->at == t->end || *t->at != '.') return true;
    t->at++;
    skip_blanks(t);
  }
}

/* ---- building tables */

static TomlValue *new_value(Toml *t, TomlKind kind, Span span)
{
  TomlValue *value = arena_alloc(t->arena, sizeof *value);
  value->kind = kind;
  value->span = span;
  return value;
}

static void append(Toml *t, TomlValue *to, const Key *key, TomlValue *value)
{
  TomlEntry *entry = arena_alloc(t->arena, sizeof *entry);
  *entry = (TomlEntry){
      .key = key ? key->text : NULL, .span = key ? key->span : value->span, .value = value};
  if (to->last) to->last->next = entry;
  else to->first = entry;
  to->last = entry;
  to->count++;
}

static const TomlEntry *find(const TomlValue *table, const char *key)
{
  const TomlEntry *e = table->first;
  while (e && strcmp(e->key, key) != 0) e = e->next;
  return e;
}

static bool repeated(Toml *t, const Key *key, const TomlEntry *before, const char *format)
{
  Diag *diag = diag_error(t->diags, key->span, "repeated-key", format, key->text);
  diag_note(t->diags, diag, before->span, "the first one is here");
  return false;
}

static bool add(Toml *t, TomlValue *table, const Key *key, TomlValue *value)
{
  const TomlEntry *before = find(table, key->text);
  if (before) return repeated(t, key, before, "the key '%s' is given twice");
  if (table->count >= KEYS_LIMIT) {
    diag_error(t->diags, key->span, "syntax", "more than %d keys in a table", KEYS_LIMIT);
    return false;
  }
  append(t, table, key, value);
  return true;
}

/* The table of that key, which is made if there is none; of an array of tables the last one. */
static TomlValue *enter(Toml *t, TomlValue *table, const Key *key)
{
  const TomlEntry *before = find(table, key->text);
  if (!before) {
    TomlValue *made = new_value(t, TOML_TABLE, key->span);
    return add(t, table, key, made) ? made : NULL;
  }
  TomlValue *value = before->value;
  if (value->kind == TOML_ARRAY && !value->closed) value = value->last->value;
  if (value->kind == TOML_TABLE && !value->closed) return value;
  repeated(t, key, before, "'%s' is no table that can be added to");
  return NULL;
}

/* The table that the last of dotted keys is in. */
static TomlValue *enter_dotted(Toml *t, TomlValue *table, const Keys *keys)
{
  for (uint32_t i = 0; table && i + 1 < keys->len; i++) {
    const TomlEntry *before = find(table, keys->data[i].text);
    TomlValue *next = enter(t, table, &keys->data[i]);
    bool other =
        next && (next->has_header || (next->dotted_below && next->dotted_below != t->header));
    if (other) repeated(t, &keys->data[i], before, "the table '%s' is complete already");
    if (next && !other) next->dotted_below = t->header;
    table = other ? NULL : next;
  }
  return table;
}

/* ---- values */

static TomlValue *read_value(Toml *t, unsigned depth);

/* keyval = key "=" value */
static bool read_pair(Toml *t, TomlValue *table, unsigned depth)
{
  Keys keys = {0};
  bool good = read_key(t, &keys);
  if (good) {
    skip_blanks(t);
    good = expect(t, '=');
  }
  skip_blanks(t);
  TomlValue *value = good ? read_value(t, depth) : NULL;
  TomlValue *target = value ? enter_dotted(t, table, &keys) : NULL;
  if (target) add(t, target, &keys.data[keys.len - 1], value);
  vec_free(&keys);
  return value != NULL;
}

/* array = "[" [ value { "," value } [ "," ] ] "]", on any number of lines */
static TomlValue *read_array(Toml *t, unsigned depth)
{
  const char *from = t->at++;
  TomlValue *array = new_value(t, TOML_ARRAY, SPAN_NONE);
  array->closed = true;
  for (;;) {
    if (!skip_lines(t)) return NULL;
    if (t->at < t->end && *t->at == ']') break;
    TomlValue *element = read_value(t, depth + 1);
    if (!element || !skip_lines(t)) return NULL;
    append(t, array, NULL, element);
    if (t->at < t->end && *t->at == ',') t->at++;
    else if (t->at == t->end || *t->at != ']') return unexpected(t, "',' or ']'"), NULL;
  }
  array->span = toml_span(t, from, ++t->at);
  return array;
}

static void close_table(TomlValue *table)
{
  table->closed = true;
  for (TomlEntry *e = table->first; e; e = e->next)
    if (e->value->kind == TOML_TABLE) close_table(e->value);
}

/* inline-table = "{" [ keyval { "," keyval } ] "}", on one line */
static TomlValue *read_inline_table(Toml *t, unsigned depth)
{
  const char *from = t->at++;
  TomlValue *table = new_value(t, TOML_TABLE, SPAN_NONE);
  skip_blanks(t);
  for (bool more = t->at == t->end || *t->at != '}'; more;) {
    skip_blanks(t);
    if (!read_pair(t, table, depth + 1)) return NULL;
    skip_blanks(t);
    more = t->at < t->end && *t->at == ',';
    if (more) t->at++;
    else if (t->at == t->end || *t->at != '}') return unexpected(t, "',' or '}'"), NULL;
  }
  t->at++;
  close_table(table);
  table->span = toml_span(t, from, t->at);
  return table;
}

static TomlValue *read_boolean(Toml *t, const char *word, bool boolean)
{
  size_t length = strlen(word);
  if (strncmp(t->at, word, length) != 0 || is_bare(t->at[length])) return NULL;
  TomlValue *value = new_value(t, TOML_BOOLEAN, toml_span(t, t->at, t->at + length));
  value->boolean = boolean;
  t->at += length;
  return value;
}

static TomlValue *read_number(Toml *t)
{
  const char *from = t->at, *end = word_end(t, from);
  TomlNumber number;
  if (!toml_number(from, end, &number)) {
    toml_fail(t, from, end, "%s", number.wrong ? number.wrong : "this is no value");
    if (!number.wrong)
      diag_hint(t->diags, t->failed,
                "texts are written in quotes; truth values are true and false");
    return NULL;
  }
  TomlValue *value =
      new_value(t, number.is_real ? TOML_REAL : TOML_INTEGER, toml_span(t, from, end));
  value->integer = number.integer;
  value->real = number.real;
  t->at = end;
  return value;
}

static TomlValue *read_value(Toml *t, unsigned depth)
{
  if (at_line_end(t)) return unexpected(t, "a value"), NULL;
  const char *from = t->at;
  if (depth > NESTING_LIMIT) {
    toml_fail(t, from, from + 1, "nested more than %d times", NESTING_LIMIT);
    return NULL;
  }
  TomlValue *value;
  switch (*from) {
  case '[': return read_array(t, depth);
  case '{': return read_inline_table(t, depth);
  case '"':
  case '\'':
    value = new_value(t, TOML_STRING, SPAN_NONE);
    value->string = toml_read_string(t);
    value->span = toml_span(t, from, t->at);
    return value->string ? value : NULL;
  default: value = read_boolean(t, "true", true);
  }
  if (!value) value = read_boolean(t, "false", false);
  return value ? value : read_number(t);
}

/* ---- headers */

/* [a.b]: the table may be there, but not by a header of its own, nor by dotted keys. */
static TomlValue *open_table(Toml *t, TomlValue *in, const Key *key, Span span)
{
  const TomlEntry *before = find(in, key->text);
  TomlValue *table = enter(t, in, key);
  if (!table) return NULL;
  bool array = before && before->value->kind == TOML_ARRAY;
  if (array || table->has_header || table->dotted_below) {
    repeated(t, key, before, "the table '%s' is given twice");
    return NULL;
  }
  table->has_header = true;
  table->span = span;
  return table;
}

/* [[a.b]]: one more table of the array. */
static TomlValue *open_element(Toml *t, TomlValue *in, const Key *key, Span span)
{
  const TomlEntry *before = find(in, key->text);
  TomlValue *array = before ? before->value : new_value(t, TOML_ARRAY, span);
  if (before && (array->kind != TOML_ARRAY || array->closed)) {
    repeated(t, key, before, "'%s' is no array of tables");
    return NULL;
  }
  if (!before && !add(t, in, key, array)) return NULL;
  TomlValue *table = new_value(t, TOML_TABLE, span);
  table->has_header = true;
  append(t, array, NULL, table);
  return table;
}

/* header = "[" key "]" | "[[" key "]]".  NULL: a mistake; what stands below it is read all the
 * same, into a table that nobody sees. */
static TomlValue *read_header(Toml *t, TomlValue *root)
{
  const char *from = t->at;
  bool element = from[1] == '[';
  Keys keys = {0};
  t->at += element ? 2 : 1;
  t->header++;
  skip_blanks(t);
  bool good = read_key(t, &keys) && expect(t, ']') && (!element || expect(t, ']'));
  TomlValue *table = good ? root : NULL;
  Span span = toml_span(t, from, t->at);
  for (uint32_t i = 0; table && i + 1 < keys.len; i++) table = enter(t, table, &keys.data[i]);
  if (table)
    table = element ? open_element(t, table, &keys.data[keys.len - 1], span)
                    : open_table(t, table, &keys.data[keys.len - 1], span);
  vec_free(&keys);
  return table ? table : good ? new_value(t, TOML_TABLE, span) : NULL;
}

/* A header or a pair, up to the end of its line. */
static void read_line(Toml *t, TomlValue *root, TomlValue **table)
{
  bool good;
  if (*t->at == '[') {
    TomlValue *opened = read_header(t, root);
    good = opened != NULL;
    *table = good ? opened : new_value(t, TOML_TABLE, SPAN_NONE);
  } else good = read_pair(t, *table, 0);
  skip_blanks(t);
  if (good) good = skip_comment(t) && (at_line_end(t) || unexpected(t, "the end of the line"));
  while (!good && !at_line_end(t)) t->at++;
}

TomlValue *toml_read(Arena *arena, Diags *diags, const Source *source)
{
  Toml t = {.arena = arena,
            .diags = diags,
            .source = source,
            .at = source->text,
            .end = source->text + source->length,
            .header = 1};
  TomlValue *root = new_value(&t, TOML_TABLE, (Span){source->base, source->base});
  TomlValue *table = root;
  while (t.at < t.end) {
    bool good = skip_lines(&t);
    while (!good && !at_line_end(&t)) t.at++;
    if (t.at < t.end && !at_line_end(&t)) read_line(&t, root, &table);
  }
  return root;
}
