#include "session/visb/visb_text.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MOST_VALUES = 20 };

typedef struct {
  VisbText *out;
  VisbWorld world;
  const char *file;                     /* that is being read … */
  const char *open[VISB_MOST_INCLUDES]; /* … and those around it */
  uint32_t open_count;
  const char *list;                /* items, events, … */
  size_t number;                   /* of the entry in it, from 1 */
  const char *values[MOST_VALUES]; /* what %0, %1, … are in it */
  uint32_t value_count;
  uint32_t entries;
} Reader;

static void complain(Reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(Reader *r, const char *format, ...)
{
  char message[500];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (r->list)
    trouble_add(r->out->troubles, SPAN_NONE, "%s, %s %zu: %s", r->file, r->list, r->number,
                message);
  else trouble_add(r->out->troubles, SPAN_NONE, "%s: %s", r->file, message);
}

/* --------------------------------------------------------------------- texts */

/* %N: which of the values it is, and how long its name is; false: none. */
static bool placeholder(const Reader *r, const char *at, uint32_t *index, size_t *length)
{
  uint32_t number = 0;
  bool found = false;
  for (size_t digits = 1; digits <= 2 && at[digits] >= '0' && at[digits] <= '9'; digits++) {
    number = number * 10 + (uint32_t) (at[digits] - '0');
    if (number >= r->value_count) break;
    found = true, *index = number, *length = digits + 1;
  }
  return found;
}

static const char *filled(Reader *r, const char *text)
{
  Text out = {0};
  for (const char *at = text; *at;) {
    uint32_t index;
    size_t length;
    if (*at == '%' && placeholder(r, at, &index, &length)) {
      text_add(&out, r->values[index]);
      at += length;
    } else text_add_char(&out, *at++);
  }
  const char *result = arena_copy(r->out->arena, text_string(&out), out.len);
  text_free(&out);
  return result;
}

/* A text, a number or a truth value; NULL: something else. */
static const char *text_of(Reader *r, const json_t *value)
{
  if (json_is_string(value)) return filled(r, json_string_value(value));
  if (json_is_integer(value))
    return arena_printf(r->out->arena, "%lld", (long long) json_integer_value(value));
  if (json_is_real(value)) return arena_printf(r->out->arena, "%.15g", json_real_value(value));
  if (json_is_boolean(value)) return json_is_true(value) ? "TRUE" : "FALSE";
  return NULL;
}

static const char *field(Reader *r, const json_t *object, const char *name)
{
  return text_of(r, json_object_get(object, name));
}

static const char *required(Reader *r, const json_t *object, const char *name)
{
  const char *text = field(r, object, name);
  if (!text) complain(r, "its field '%s' is missing, or no text", name);
  return text;
}

static bool is_one_of(const char *name, const char *const *list)
{
  for (; *list; list++)
    if (!strcmp(name, *list)) return true;
  return false;
}

/* --------------------------------------------------------------------- loops */

typedef void Take(Reader *, const json_t *entry);

static bool has_room(Reader *r)
{
  if (r->entries++ < VISB_MOST_ENTRIES) return true;
  trouble_add(r->out->troubles, SPAN_NONE, "%s: the loops make more than %d entries", r->file,
              VISB_MOST_ENTRIES);
  return false;
}

static void push_value(Reader *r, const json_t *value)
{
  const char *text = text_of(r, value);
  if (!text) complain(r, "'repeat' must have texts or numbers, or lists of them");
  else if (r->value_count < MOST_VALUES) r->values[r->value_count++] = text;
}

/* repeat: [1, 2] or [["a", 1], ["b", 2]] */
static void repeat(Reader *r, const json_t *entry, Take *take)
{
  const json_t *list = json_object_get(entry, "repeat");
  if (!list) {
    if (has_room(r)) take(r, entry);
    return;
  }
  if (!json_is_array(list)) {
    complain(r, "'repeat' must be a list");
    return;
  }
  uint32_t before = r->value_count;
  for (size_t i = 0; i < json_array_size(list) && has_room(r); i++) {
    const json_t *value = json_array_get(list, i);
    if (!json_is_array(value)) push_value(r, value);
    for (size_t k = 0; k < json_array_size(value); k++) push_value(r, json_array_get(value, k));
    take(r, entry);
    r->value_count = before;
  }
}

static bool bound(Reader *r, const json_t *loop, const char *name, int64_t *out)
{
  const json_t *value = json_object_get(loop, name);
  if (json_is_integer(value)) *out = json_integer_value(value);
  const char *text = text_of(r, value);
  if (json_is_integer(value) || (text && r->world.number(r->world.context, text, out))) return true;
  complain(r, "'%s' of 'for' is missing, or no number", name);
  return false;
}

/* for: {from, to, step} */
static void loop(Reader *r, const json_t *entry, Take *take)
{
  const json_t *range = json_object_get(entry, "for");
  int64_t from, to, step = 1;
  if (!range) {
    repeat(r, entry, take);
    return;
  }
  if (!bound(r, range, "from", &from) || !bound(r, range, "to", &to)) return;
  if (json_object_get(range, "step") && !bound(r, range, "step", &step)) return;
  if (step == 0) {
    complain(r, "'step' of 'for' is 0");
    return;
  }
  for (int64_t i = from; step > 0 ? i <= to : i >= to;) {
    if (r->entries >= VISB_MOST_ENTRIES && !has_room(r)) return;
    r->values[0] = arena_printf(r->out->arena, "%lld", (long long) i);
    r->value_count = 1;
    repeat(r, entry, take);
    r->value_count = 0;
    if (__builtin_add_overflow(i, step, &i)) return;
  }
}

static void each(Reader *r, const json_t *root, const char *name, Take *take)
{
  const json_t *list = json_object_get(root, name);
  if (!list || json_is_null(list)) return;
  if (!json_is_array(list)) {
    complain(r, "'%s' must be a list", name);
    return;
  }
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *entry = json_array_get(list, i);
    r->list = name;
    r->number = i + 1;
    if (!json_is_object(entry)) complain(r, "it must be an object");
    else if (!json_object_get(entry, "ignore")) loop(r, entry, take);
  }
  r->list = NULL;
}

/* ------------------------------------------------------------------- entries */

static void take_definition(Reader *r, const json_t *entry)
{
  const char *name = required(r, entry, "name"), *value = required(r, entry, "value");
  if (name && value) vec_push(&r->out->definitions, ((VisbPair){name, value}));
}

static bool is_optional(const json_t *entry)
{
  return json_is_true(json_object_get(entry, "optional"));
}

static void take_item(Reader *r, const json_t *entry)
{
  static const char *const known[] = {"id",          "attr",   "value", "optional",
                                      "override",    "repeat", "for",   "comment",
                                      "description", "ignore", NULL};
  const char *id = required(r, entry, "id"), *name;
  bool single = json_object_get(entry, "attr") || json_object_get(entry, "value");
  const char *attribute = single ? required(r, entry, "attr") : NULL;
  const char *value = single ? required(r, entry, "value") : NULL;
  bool optional = is_optional(entry);
  if (!id) return;
  if (attribute && value)
    vec_push(&r->out->items, ((VisbItemText){id, attribute, value, optional}));
  json_t *other;
  json_object_foreach((json_t *) entry, name, other)
  {
    if (is_one_of(name, known)) continue;
    const char *text = text_of(r, other);
    if (!text) complain(r, "the value of '%.100s' must be a text", name);
    else vec_push(&r->out->items, ((VisbItemText){id, filled(r, name), text, optional}));
  }
}

/* {attr, enter, leave, id} */
static void take_hovers(Reader *r, const json_t *entry, const char *on)
{
  const json_t *list = json_object_get(entry, "hovers");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *hover = json_array_get(list, i);
    const char *attribute = required(r, hover, "attr"), *enter = field(r, hover, "enter");
    const char *leave = field(r, hover, "leave"), *id = field(r, hover, "id");
    if (attribute && enter)
      vec_push(&r->out->hovers, ((VisbHoverText){on, id ? id : on, attribute, enter, leave}));
  }
}

/* (P) & (Q); NULL: none. */
static const char *conjunction(Reader *r, const json_t *entry)
{
  const json_t *list = json_object_get(entry, "predicates");
  const char *one = field(r, entry, "predicate");
  if (!json_is_array(list)) return one ? one : text_of(r, list);
  Text text = {0};
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *predicate = text_of(r, json_array_get(list, i));
    if (!predicate) complain(r, "'predicates' must be a list of texts");
    else text_printf(&text, "%s(%s)", text.len ? " & " : "", predicate);
  }
  const char *result = text.len ? arena_copy(r->out->arena, text_string(&text), text.len) : NULL;
  text_free(&text);
  return result;
}

static void take_event(Reader *r, const json_t *entry)
{
  const char *id = required(r, entry, "id"), *event = field(r, entry, "event");
  if (!id) return;
  take_hovers(r, entry, id);
  if (event && *event)
    vec_push(&r->out->events,
             ((VisbEventText){id, event, conjunction(r, entry), is_optional(entry)}));
}

static void take_object(Reader *r, const json_t *entry)
{
  static const char *const known[] = {"svg_class", "id",          "optional", "repeat", "for",
                                      "comment",   "description", "ignore",   NULL};
  VisbObjectText object = {.kind = required(r, entry, "svg_class"), .id = field(r, entry, "id")};
  const char *name;
  json_t *value;
  if (!object.kind) return;
  json_object_foreach((json_t *) entry, name, value)
  {
    const char *text = is_one_of(name, known) ? NULL : text_of(r, value);
    if (text) vec_push(&object.attributes, ((VisbPair){filled(r, name), text}));
  }
  vec_push(&r->out->objects, object);
}

/* --------------------------------------------------------------------- files */

/* Control characters inside of strings, which JSON does not have, as escapes. */
static void clean(Text *out, const char *text, size_t length)
{
  bool quoted = false, escaped = false;
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char) text[i];
    if (quoted && c < 0x20) text_printf(out, "\\u%04x", c);
    else text_add_char(out, text[i]);
    if (!escaped && c == '"') quoted = !quoted;
    escaped = quoted && !escaped && c == '\\';
  }
}

/* A path in this file, from the folder of the machine. */
static const char *path_here(Reader *r, const char *path)
{
  const char *slash = strrchr(r->file, '/');
  if (!slash || path[0] == '/') return path;
  return arena_printf(r->out->arena, "%.*s/%s", (int) (slash - r->file), r->file, path);
}

static bool read_file(Reader *r, const char *path);

static void include(Reader *r, const json_t *root)
{
  const char *path = field(r, root, "include");
  const char *here = r->file;
  if (!path || !*path) return;
  path = path_here(r, path);
  for (uint32_t i = 0; i < r->open_count; i++)
    if (!strcmp(r->open[i], path)) {
      complain(r, "it includes itself, by %s", path);
      return;
    }
  if (r->open_count == VISB_MOST_INCLUDES) complain(r, "files include one another too deeply");
  else read_file(r, path);
  r->file = here;
}

/* What a file includes comes before it, so that its items replace those; but its own events are
 * tried first. */
static void read_root(Reader *r, const json_t *root)
{
  const char *svg = field(r, root, "svg"), *model = field(r, root, "model-name");
  each(r, root, "events", take_event);
  include(r, root);
  if (r->open_count == 1) {
    r->out->svg = svg && *svg ? path_here(r, svg) : NULL;
    r->out->model = model;
  }
  each(r, root, "definitions", take_definition);
  each(r, root, "svg_objects", take_object);
  each(r, root, "items", take_item);
}

static bool read_file(Reader *r, const char *path)
{
  r->file = path;
  size_t length = 0;
  const char *why = NULL;
  const char *text = r->world.read(r->world.context, path, &length, &why);
  if (!text) {
    complain(r, "it cannot be read: %s", why);
    return false;
  }
  Text cleaned = {0};
  clean(&cleaned, text, length);
  json_error_t problem;
  json_t *root = json_loadb(text_string(&cleaned), cleaned.len, 0, &problem);
  text_free(&cleaned);
  bool good = json_is_object(root);
  r->open[r->open_count++] = path;
  if (good) read_root(r, root);
  else if (root) complain(r, "it is JSON, but no object");
  else complain(r, "line %d, column %d: %s", problem.line, problem.column, problem.text);
  r->open_count--;
  json_decref(root);
  return good;
}

bool visb_text_read(VisbText *out, Arena *arena, DisplayTroubles *troubles, const char *path,
                    VisbWorld world)
{
  *out = (VisbText){.arena = arena, .troubles = troubles};
  Reader r = {.out = out, .world = world};
  return read_file(&r, arena_copy(arena, path, strlen(path)));
}

void visb_text_free(VisbText *text)
{
  for (uint32_t i = 0; i < text->objects.len; i++) vec_free(&text->objects.data[i].attributes);
  vec_free(&text->definitions);
  vec_free(&text->objects);
  vec_free(&text->items);
  vec_free(&text->events);
  vec_free(&text->hovers);
}
