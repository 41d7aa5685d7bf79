#include "compare/event.h"

#include <string.h>

static void add_name(Text *text, const char *name, EventSpelling spelling)
{
  if (spelling.add) spelling.add(spelling.context, text, name);
  else text_add(text, name);
}

static bool is_word(const char *text)
{
  for (const char *c = text; *c; c++) {
    bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
    bool digit = *c >= '0' && *c <= '9';
    if (!letter && (c == text || (!digit && *c != '_' && *c != '\''))) return false;
  }
  return *text;
}

void event_characters_add(Text *text, const char *characters, char quote)
{
  text_add_char(text, quote);
  for (const char *c = characters; *c; c++) {
    if (*c == '\n') text_add(text, "\\n");
    else if (*c == '\t') text_add(text, "\\t");
    else if (*c == '\r') text_add(text, "\\r");
    else {
      if (*c == quote || *c == '\\') text_add_char(text, '\\');
      text_add_char(text, *c);
    }
  }
  text_add_char(text, quote);
}

static void add_parts(Text *text, const EventValue *v, const char *open, const char *close,
                      EventSpelling spelling)
{
  text_add(text, open);
  for (uint32_t i = 0; i < v->count; i++) {
    if (i) text_add_char(text, ',');
    if (v->form == EVENT_SEQ) text_printf(text, "(%u,", i + 1);
    event_value_add(text, v->parts[i], spelling);
    if (v->form == EVENT_SEQ) text_add_char(text, ')');
  }
  text_add(text, close);
}

void event_value_add(Text *text, const EventValue *v, EventSpelling spelling)
{
  switch (v->form) {
  case EVENT_INTEGER:
  case EVENT_BOOL: text_add(text, v->text); break;
  case EVENT_WORD:
    add_name(text, v->text, spelling);
    for (uint32_t i = 0; i < v->count; i++) {
      text_add_char(text, '.');
      event_value_add(text, v->parts[i], spelling);
    }
    break;
  case EVENT_STRING:
    if (is_word(v->text)) text_add(text, v->text);
    else if (!*v->text) text_add(text, "{}");
    else event_characters_add(text, v->text, '"');
    break;
  case EVENT_CHAR: event_characters_add(text, v->text, '\''); break;
  case EVENT_TUPLE: add_parts(text, v, "(", ")", spelling); break;
  case EVENT_SET:
  case EVENT_SEQ: add_parts(text, v, "{", "}", spelling); break;
  case EVENT_MAP: add_parts(text, v, "(|", "|)", spelling); break;
  }
}
