#include "eventb/notation/math_lexer.h"

#include <ctype.h>
#include <string.h>

#include "syntax/utf8.h"

typedef struct {
  EventbTokenKind kind;
  EventbGroup group;
  NodeKind node;
  const char *ascii, *unicode;
} MathRow;

static const MathRow rows[] = {
#define INFIX(node, group, ascii, unicode) \
  {EVENTB_INFIX, GROUP_##group, NODE_##node, ascii, unicode},
#define BINDER(node, ascii, unicode) {EVENTB_BINDER, 0, NODE_##node, ascii, unicode},
#define FUNCTION(node, ascii, unicode) {EVENTB_FUNCTION, 0, NODE_##node, ascii, unicode},
#define CONSTANT(node, ascii, unicode) {EVENTB_CONSTANT, 0, NODE_##node, ascii, unicode},
#define MARK(token, ascii, unicode) {EVENTB_##token, 0, NODE_ERROR, ascii, unicode},
#include "eventb/notation/math.def"
#undef INFIX
#undef BINDER
#undef FUNCTION
#undef CONSTANT
#undef MARK
};
enum { ROWS = sizeof rows / sizeof *rows };

static const MathRow *row_of(NodeKind node)
{
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].node == node && node != NODE_ERROR) return &rows[i];
  return NULL;
}

const char *eventb_spelling(NodeKind node, bool unicode)
{
  const MathRow *row = row_of(node);
  return !row ? NULL : unicode ? row->unicode : row->ascii;
}

bool eventb_infix_group(NodeKind node, EventbGroup *group)
{
  const MathRow *row = row_of(node);
  if (!row || row->kind != EVENTB_INFIX) return false;
  *group = row->group;
  return true;
}

static bool is_word(const char *text) { return isalpha((unsigned char) *text); }

/* Words that have no other spelling. */
bool eventb_is_reserved(const char *word)
{
  for (size_t i = 0; i < ROWS; i++)
    if (is_word(rows[i].unicode) && !strcmp(rows[i].unicode, word)) return true;
  return false;
}

const char *const eventb_keywords[] = {
    "machine", "context",    "refines",     "sees",     "extends",  "variables", "invariants",
    "variant", "variants",   "events",      "event",    "any",      "where",     "when",
    "with",    "then",       "begin",       "end",      "sets",     "constants", "axioms",
    "theorem", "convergent", "anticipated", "ordinary", "theorems", NULL};

bool eventb_is_word(const char *text, const char *word)
{
  if (!strcmp(text, word)) return true;
  for (; *text && toupper((unsigned char) *word) == *text; text++) word++;
  return *text == '\0' && *word == '\0';
}

/* ---- reading */

typedef struct {
  ParseContext *context;
  const Source *source;
  const Map *declared, *operators;
  bool comments;
  uint32_t at;
  VEC(EventbToken) tokens;
  VEC(Span) found; /* comments */
} MathLexer;

static const char *here(const MathLexer *l) { return l->source->text + l->at; }

static void push(MathLexer *l, const MathRow *row, EventbTokenKind kind, uint32_t length,
                 const Name *name)
{
  uint32_t begin = l->source->base + l->at;
  EventbToken token = {.kind = (uint8_t) kind, .span = {begin, begin + length}, .name = name};
  token.node = NODE_ERROR;
  if (row) token.node = (uint16_t) row->node, token.group = (uint8_t) row->group;
  vec_push(&l->tokens, token);
  l->at += length;
}

/* The longest symbol at this place, or NULL; words do not count. */
static const MathRow *symbol_at(const char *text, size_t *length)
{
  const MathRow *best = NULL;
  *length = 0;
  for (size_t i = 0; i < ROWS; i++)
    for (int unicode = 0; unicode < 2; unicode++) {
      const char *spelling = unicode ? rows[i].unicode : rows[i].ascii;
      if (*spelling != *text || is_word(spelling)) continue;
      size_t size = strlen(spelling);
      if (size > *length && !strncmp(spelling, text, size)) best = &rows[i], *length = size;
    }
  return best;
}

static uint32_t letter_length(const char *text)
{
  if (isalpha((unsigned char) *text) || *text == '_') return 1;
  unsigned length = 0;
  if ((unsigned char) *text < 0x80) return 0;
  uint32_t character = utf8_decode(text, &length);
  size_t symbol;
  if (symbol_at(text, &symbol)) return 0; /* ℕ and λ are letters elsewhere */
  return utf8_is_letter(character) ? length : 0;
}

static uint32_t name_length(const char *text)
{
  uint32_t length = letter_length(text);
  while (length) {
    uint32_t more = isdigit((unsigned char) text[length]) ? 1 : letter_length(text + length);
    if (!more) break;
    length += more;
  }
  if (length && text[length] == '\'') length++;
  return length;
}

static const MathRow *word_named(const char *word)
{
  for (size_t i = 0; i < ROWS; i++)
    if ((is_word(rows[i].ascii) && !strcmp(rows[i].ascii, word)) ||
        (is_word(rows[i].unicode) && !strcmp(rows[i].unicode, word)))
      return &rows[i];
  return NULL;
}

static void lex_name(MathLexer *l, uint32_t length)
{
  const Name *name = names_intern(l->context->names, here(l), length);
  const MathRow *row = word_named(name->text);
  bool plain = row && !is_word(row->unicode) &&
               ((l->declared && map_get(l->declared, name)) ||
                (l->operators && map_get(l->operators, name)));
  if (plain) row = NULL;
  push(l, row, row ? row->kind : EVENTB_NAME, length, name);
}

bool eventb_is_plain_name(const char *text)
{
  for (const char *const *word = eventb_keywords; *word; word++)
    if (eventb_is_word(text, *word)) return false;
  return !word_named(text) && name_length(text) == strlen(text);
}

static void lex_number(MathLexer *l)
{
  uint32_t length = 0;
  while (isdigit((unsigned char) here(l)[length])) length++;
  push(l, NULL, EVENTB_NUMBER, length, names_intern(l->context->names, here(l), length));
}

static bool skip_comment(MathLexer *l)
{
  if (!l->comments || here(l)[0] != '/') return false;
  uint32_t begin = l->source->base + l->at;
  if (here(l)[1] == '/') {
    while (*here(l) && *here(l) != '\n' && *here(l) != '\r') l->at++;
  } else if (here(l)[1] == '*') {
    const char *end = strstr(here(l) + 2, "*/");
    if (!end)
      diag_error(l->context->diags, (Span){begin, begin + 2}, "syntax",
                 "this comment is not closed");
    l->at = end ? (uint32_t) (end + 2 - l->source->text) : l->source->length;
  } else return false;
  vec_push(&l->found, ((Span){begin, l->source->base + l->at}));
  return true;
}

uint32_t eventb_space(const char *text)
{
  if (isspace((unsigned char) *text)) return 1;
  static const char *const spaces[] = {"\u00A0", "\u2003", "\u2009", "\u200B", "\u3000"};
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
    if (!strncmp(text, spaces[i], strlen(spaces[i]))) return (uint32_t) strlen(spaces[i]);
  return 0;
}

/* "@" and all that follows up to a blank, or in back-quotes; a colon at the end is no part. */
static void lex_label(MathLexer *l)
{
  bool quoted = here(l)[1] == '`';
  const char *begin = here(l) + (quoted ? 2 : 1), *end = begin;
  while (*end && (quoted ? *end != '`' : !eventb_space(end))) end++;
  uint32_t length = (uint32_t) (end - here(l)) + (quoted && *end ? 1 : 0);
  if (!quoted && end > begin + 1 && end[-1] == ':') end--;
  const Name *name = names_intern(l->context->names, begin, (size_t) (end - begin));
  push(l, NULL, EVENTB_LABEL, length, name);
}

static bool lex_quoted(MathLexer *l)
{
  const char *end = strchr(here(l) + 1, '`');
  if (*here(l) != '`' || !end || end == here(l) + 1) return false;
  uint32_t length = (uint32_t) (end - here(l)) + 1;
  const Name *name = names_intern(l->context->names, here(l) + 1, length - 2);
  push(l, NULL, EVENTB_NAME, length, name);
  l->tokens.data[l->tokens.len - 1].quoted = true;
  return true;
}

/* The longest symbol here that a theory adds, or NULL. */
static const Name *operator_at(const MathLexer *l)
{
  const Name *best = NULL;
  for (uint32_t i = 0; l->operators && i < l->operators->capacity; i++) {
    const Name *name = l->operators->keys[i];
    if (name && name->len > (best ? best->len : 0) && !letter_length(name->text) &&
        !strncmp(here(l), name->text, name->len))
      best = name;
  }
  return best;
}

static void lex_one(MathLexer *l)
{
  size_t length;
  if (l->comments && *here(l) == '@') {
    lex_label(l);
    return;
  }
  if (l->comments && lex_quoted(l)) return;
  uint32_t name = name_length(here(l));
  if (name) {
    lex_name(l, name);
    return;
  }
  if (isdigit((unsigned char) *here(l))) {
    lex_number(l);
    return;
  }
  const MathRow *row = symbol_at(here(l), &length);
  const Name *added = operator_at(l);
  if (added && added->len > length) {
    push(l, NULL, EVENTB_NAME, added->len, added);
    return;
  }
  if (row) {
    push(l, row, row->kind, (uint32_t) length, NULL);
    return;
  }
  unsigned bytes = 1;
  utf8_decode(here(l), &bytes);
  Span span = {l->source->base + l->at, l->source->base + l->at + bytes};
  diag_error(l->context->diags, span, "syntax", "this character is not part of Event-B");
  push(l, NULL, EVENTB_ERROR, bytes, NULL);
}

EventbTokens eventb_lex(ParseContext *context, const Source *source, const Map *declared,
                        const Map *operators, bool comments)
{
  MathLexer l = {.context = context, .source = source, .declared = declared, .comments = comments};
  l.operators = operators;
  while (l.at < source->length) {
    uint32_t space = eventb_space(here(&l));
    if (space) l.at += space;
    else if (!skip_comment(&l)) lex_one(&l);
  }
  push(&l, NULL, EVENTB_END, 0, NULL);
  EventbToken *tokens = arena_new_array(context->arena, EventbToken, l.tokens.len);
  memcpy(tokens, l.tokens.data, l.tokens.len * sizeof *tokens);
  Span *found = arena_new_array(context->arena, Span, l.found.len);
  if (l.found.len) memcpy(found, l.found.data, l.found.len * sizeof *found);
  EventbTokens result = {tokens, l.tokens.len, found, l.found.len};
  vec_free(&l.tokens);
  vec_free(&l.found);
  return result;
}
