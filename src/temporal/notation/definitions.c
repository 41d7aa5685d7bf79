#include "temporal/notation/definitions.h"

#include <string.h>

/* The text without its escapes, in as many characters: blanks make up for them, where a blank
 * means nothing.  In strings, "say \"hi\"", that is behind the string. */
typedef struct {
  char *to;
  uint32_t missing; /* blanks to come */
  bool in_string, escaped;
} Unescaping;

static void add_blanks(Unescaping *u)
{
  for (; u->missing > 0; u->missing--) *u->to++ = ' ';
}

static void add_character(Unescaping *u, char c)
{
  bool quote = c == '"' && !u->escaped;
  u->escaped = u->in_string && c == '\\' && !u->escaped;
  if (quote && !u->in_string) add_blanks(u);
  *u->to++ = c;
  if (quote) u->in_string = !u->in_string;
  if (!u->in_string) add_blanks(u);
}

static const char *unescaped(Arena *arena, const char *text, uint32_t length)
{
  static const char escapes[] = "ntr\"'\\", meanings[] = "\n\t\r\"'\\";
  char *copy = arena_alloc(arena, length + 1);
  Unescaping u = {.to = copy};
  for (uint32_t i = 0; i < length; i++) {
    const char *escape =
        text[i] == '\\' && i + 1 < length && text[i + 1] ? strchr(escapes, text[i + 1]) : NULL;
    if (escape) {
      u.missing++;
      i++;
    }
    add_character(&u, escape ? meanings[escape - escapes] : text[i] ? text[i] : ' ');
  }
  add_blanks(&u);
  *u.to = 0;
  return copy;
}

const Source *temporal_string(ParseContext *context, const Node *string)
{
  const Sources *sources = diags_sources(context->diags);
  const Source *file = sources_at(sources, string->span.begin);
  uint32_t length;
  const char *text = sources_text(sources, string->span, &length);
  uint32_t quotes = length >= 6 && !strncmp(text, "'''", 3) ? 3 : 1;
  if (!file || length < 2 * quotes || (*text != '"' && *text != '\'')) /* made, not written */
    return sources_add(diags_sources(context->diags), "<string>", string->name->text,
                       string->name->len);
  Span span = {string->span.begin + quotes, string->span.end - quotes};
  return source_part_as(context->arena, file, span,
                        unescaped(context->arena, text + quotes, length - 2 * quotes));
}

void temporal_definitions(ParseContext *context, const Unit *unit, TemporalDefinitions *found)
{
  for (uint32_t i = 0; i < unit->definitions.len; i++) {
    const Definition *def = unit->definitions.data[i];
    const Node *parameters = def->node->kids[0], *body = def->node->kids[1];
    if (def->imported || !definition_is_temporal(def->name->text)) continue;
    if (parameters->count > 0 || body->kind != NODE_STRING_LIT) continue;
    bool ctl = !strncmp(def->name->text, "ASSERT_CTL", strlen("ASSERT_CTL"));
    TemporalDefinition definition = {.name = def->name,
                                     .logic = ctl ? LOGIC_CTL : LOGIC_LTL,
                                     .span = def->node->span,
                                     .source = temporal_string(context, body)};
    vec_push(found, definition);
  }
}
