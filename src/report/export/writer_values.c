#include <stdlib.h>
#include <string.h>

#include "report/export/writer.h"

/* The next part: { -1}, for {- begins a comment; and <- is an arrow. */
static void add_part(Writer *w, Text *text, const EventValue *part, Kind *kind)
{
  size_t begin = text->len;
  Text value = {0};
  writer_add_value(w, &value, part, kind);
  bool open = begin && strchr("{<", text->data[begin - 1]);
  if (open && *text_string(&value) == '-') text_add_char(text, ' ');
  text_add(text, text_string(&value));
  text_free(&value);
}

static void add_parts(Writer *w, Text *text, const EventValue *v, const Kind *kind,
                      const char *brackets)
{
  text_add_char(text, brackets[0]);
  for (uint32_t i = 0; i < v->count; i++) {
    if (i) text_add_char(text, ',');
    add_part(w, text, v->parts[i], kind->parts[kind->form == KIND_TUPLE ? i : 0]);
  }
  text_add_char(text, brackets[1]);
}

static void add_map(Writer *w, Text *text, const EventValue *v, const Kind *kind)
{
  text_add(text, "(| ");
  for (uint32_t i = 0; i + 1 < v->count; i += 2) {
    if (i) text_add(text, ", ");
    add_part(w, text, v->parts[i], kind->parts[0]);
    text_add(text, " => ");
    add_part(w, text, v->parts[i + 1], kind->parts[1]);
  }
  text_add(text, " |)");
}

/* A sequence where others are sets. */
static void add_pairs(Writer *w, Text *text, const EventValue *v, const Kind *kind)
{
  Kind *pair = kind_find(kind->parts[0]);
  text_add_char(text, '{');
  for (uint32_t i = 0; i < v->count; i++) {
    text_printf(text, "%s(%u,", i ? "," : "", i + 1);
    add_part(w, text, v->parts[i], pair->parts[1]);
    text_add_char(text, ')');
  }
  text_add_char(text, '}');
}

static void add_collection(Writer *w, Text *text, const EventValue *v, const Kind *kind)
{
  if (kind->form == KIND_MAP) add_map(w, text, v, kind);
  else if (v->form == EVENT_STRING) event_characters_add(text, v->text, '"');
  else if (kind->form == KIND_SEQ) add_parts(w, text, v, kind, "<>");
  else if (kind->form == KIND_EMPTY) text_add(text, v->form == EVENT_SEQ ? "<>" : "{}");
  else if (v->form == EVENT_SEQ) add_pairs(w, text, v, kind);
  else add_parts(w, text, v, kind, "{}");
}

static void add_word(Writer *w, Text *text, const EventValue *v)
{
  Constructor *c = kinds_constructor(&w->kinds, v->text, v->count);
  text_add(text, writer_constructor(w, c));
  for (uint32_t i = 0; i < v->count; i++) {
    text_add_char(text, '.');
    writer_add_field(w, text, v->parts[i], &c->fields[i]);
  }
}

void writer_add_value(Writer *w, Text *text, const EventValue *v, Kind *of)
{
  Kind *kind = kind_find(of);
  if (kind->form == KIND_MIXED) {
    text_add(text, writer_constructor(w, kinds_constant(&w->kinds, kind, v)));
    return;
  }
  switch (v->form) {
  case EVENT_INTEGER:
  case EVENT_BOOL: text_add(text, v->text); break;
  case EVENT_CHAR: event_characters_add(text, v->text, '\''); break;
  case EVENT_WORD: add_word(w, text, v); break;
  case EVENT_TUPLE: add_parts(w, text, v, kind, "()"); break;
  default: add_collection(w, text, v, kind); break;
  }
}

void writer_add_field(Writer *w, Text *text, const EventValue *v, Field *field)
{
  Text value = {0};
  if (!field->texts) field->texts = names_new();
  writer_add_value(w, &value, v, field->kind);
  uint32_t before = names_count(field->texts);
  names_intern(field->texts, text_string(&value), value.len);
  if (names_count(field->texts) > before) {
    if (before) text_add(&field->list, ",");
    text_add(&field->list, text_string(&value));
  }
  if (kind_find(field->kind)->form == KIND_INTEGER) {
    int64_t number = strtoll(v->text, NULL, 10);
    if (!before || number < field->low) field->low = number;
    if (!before || number > field->high) field->high = number;
  }
  text_add(text, text_string(&value));
  text_free(&value);
}
