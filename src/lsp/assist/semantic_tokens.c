#include <stdlib.h>
#include <string.h>

#include "lsp/assist/edit_json.h"
#include "lsp/assist/semantic_tokens.h"

/* What the words of a text are, for colours: by the lexer, and for names by what they mean. */

typedef enum {
#define TOKEN_TYPE(id, name) SHADE_##id,
#include "lsp/assist/token_types.def"
  SHADE_COUNT,
  SHADE_NONE = SHADE_COUNT
} Shade;

enum { MODIFIER_DECLARATION = 1, MODIFIER_READONLY = 2, MODIFIER_MODIFICATION = 4 };

json_t *semantic_legend(void)
{
  static const char *const types[] = {
#define TOKEN_TYPE(id, name) name,
#include "lsp/assist/token_types.def"
  };
  json_t *list = json_array();
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    json_array_append_new(list, json_string(types[i]));
  return json_pack("{s:o, s:[s, s, s]}", "tokenTypes", list, "tokenModifiers", "declaration",
                   "readonly", "modification");
}

static Shade type_of_decl(DeclKind kind)
{
  switch (kind) {
  case DECL_MACHINE:
  case DECL_CONTEXT: return SHADE_CLASS;
  case DECL_PREFIX:
  case DECL_MODULE:
  case DECL_INSTANCE: return SHADE_NAMESPACE;
  case DECL_SET:
  case DECL_FREETYPE:
  case DECL_DATATYPE:
  case DECL_NAMETYPE: return SHADE_ENUM;
  case DECL_ELEMENT:
  case DECL_CONSTRUCTOR: return SHADE_MEMBER;
  case DECL_OPERATION: return SHADE_METHOD;
  case DECL_EVENT:
  case DECL_CHANNEL: return SHADE_EVENT;
  case DECL_DEFINITION: return SHADE_MACRO;
  case DECL_PROCESS:
  case DECL_FUNCTION:
  case DECL_BUILTIN: return SHADE_FUNCTION;
  case DECL_PARAMETER:
  case DECL_RESULT: return SHADE_PARAMETER;
  case DECL_LABEL: return SHADE_LABEL;
  default: return SHADE_VARIABLE;
  }
}

static Shade type_of_word(const Word *word)
{
  switch ((WordKind) word->kind) {
  case WORD_KEYWORD: return SHADE_KEYWORD;
  case WORD_OPERATOR: return SHADE_OPERATOR;
  case WORD_NUMBER: return SHADE_NUMBER;
  case WORD_STRING: return SHADE_STRING;
  case WORD_LABEL: return SHADE_LABEL;
  case WORD_COMMENT: return SHADE_COMMENT;
  default: return SHADE_NONE;
  }
}

static unsigned modifiers_of(const Mention *m)
{
  bool constant = m->decl->kind == DECL_CONSTANT || m->decl->kind == DECL_VALUE;
  return (m->role == MENTION_DECLARED ? MODIFIER_DECLARATION : 0) |
         (m->role == MENTION_WRITTEN ? MODIFIER_MODIFICATION : 0) |
         (constant ? MODIFIER_READONLY : 0);
}

typedef struct {
  LspRequest *request;
  Analysis *analysis;
  Position last;
  json_t *data;
} Tokens;

static void add_number(Tokens *t, uint32_t number)
{
  json_array_append_new(t->data, json_integer((json_int_t) number));
}

/* A token does not go beyond its line. */
static void add_line(Tokens *t, uint32_t begin, uint32_t end, Shade type, unsigned modifiers)
{
  const Document *d = t->request->document;
  Units units = t->request->project->units;
  Position p = document_position(d, begin, units);
  uint32_t length = units_of(d->text.data + begin, end - begin, units);
  if (!length) return;
  add_number(t, p.line - t->last.line);
  add_number(t, p.line == t->last.line ? p.character - t->last.character : p.character);
  add_number(t, length);
  add_number(t, type);
  add_number(t, modifiers);
  t->last = p;
}

static void add(Tokens *t, Span span, Shade type, unsigned modifiers)
{
  uint32_t at = analysis_offset(t->analysis, span.begin);
  uint32_t end = analysis_offset(t->analysis, span.end);
  const char *text = text_string(&t->request->document->text);
  while (at < end) {
    uint32_t stop = at;
    while (stop < end && text[stop] != '\n' && text[stop] != '\r') stop++;
    add_line(t, at, stop, type, modifiers);
    while (stop < end && (text[stop] == '\n' || text[stop] == '\r')) stop++;
    at = stop;
  }
}

/* The first mention that ends behind the position: mentions and words both ascend. */
static uint32_t first_mention(const Index *index, uint32_t position)
{
  uint32_t low = 0, high = index_mentions(index);
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (index_mention(index, middle)->span.end <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

static json_t *tokens_between(LspRequest *r, Analysis *a, Span span)
{
  Tokens t = {.request = r, .analysis = a, .data = json_array()};
  Index *index = analysis_index(a);
  const Words *w = index_words(index, a->source);
  uint32_t m = first_mention(index, span.begin), count = index_mentions(index);
  for (uint32_t i = words_from(w, span.begin); i < w->count && w->at[i].span.begin < span.end;
       i++) {
    const Word *word = &w->at[i];
    while (m < count && index_mention(index, m)->span.end <= word->span.begin) m++;
    const Mention *mention = m < count ? index_mention(index, m) : NULL;
    bool named = mention && mention->span.begin <= word->span.begin &&
                 (word->kind == WORD_NAME || word->kind == WORD_LABEL);
    Shade type = named ? type_of_decl(mention->decl->kind) : type_of_word(word);
    if (type != SHADE_NONE) add(&t, word->span, type, named ? modifiers_of(mention) : 0);
  }
  return json_pack("{s:o}", "data", t.data);
}

/* The tokens of the whole text, with a name, by which the client asks what has changed since. */
static json_t *all_tokens(LspRequest *r)
{
  Analysis *a = lsp_analysis(r);
  json_t *tokens =
      tokens_between(r, a, (Span){a->source->base, a->source->base + a->source->length});
  json_object_set_new(tokens, "resultId",
                      json_sprintf("%llu", (unsigned long long) ++r->lsp->token_results));
  return tokens;
}

/* What the client has from now on. */
static json_t *keep(LspRequest *r, json_t *tokens)
{
  json_object_set(r->lsp->tokens, r->document->uri, tokens);
  return tokens;
}

json_t *lsp_semantic_tokens(LspRequest *r) { return keep(r, all_tokens(r)); }

/* One edit: what stands between the common beginning and the common end. */
static json_t *edits_between(const json_t *before, const json_t *after)
{
  size_t old_count = json_array_size(before), count = json_array_size(after);
  size_t least = old_count < count ? old_count : count, begin = 0, end = 0;
  while (begin < least && json_equal(json_array_get(before, begin), json_array_get(after, begin)))
    begin++;
  while (end < least - begin && json_equal(json_array_get(before, old_count - 1 - end),
                                           json_array_get(after, count - 1 - end)))
    end++;
  if (begin == old_count && begin == count) return json_array();
  json_t *data = json_array();
  for (size_t i = begin; i < count - end; i++) json_array_append(data, json_array_get(after, i));
  return json_pack("[{s:I, s:I, s:o}]", "start", (json_int_t) begin, "deleteCount",
                   (json_int_t) (old_count - begin - end), "data", data);
}

json_t *lsp_semantic_tokens_delta(LspRequest *r)
{
  json_t *before = json_incref(json_object_get(r->lsp->tokens, r->document->uri));
  const json_t *known = json_object_get(r->params, "previousResultId");
  json_t *after = keep(r, all_tokens(r)), *result = after;
  if (before && json_equal(json_object_get(before, "resultId"), known)) {
    result =
        json_pack("{s:O, s:o}", "resultId", json_object_get(after, "resultId"), "edits",
                  edits_between(json_object_get(before, "data"), json_object_get(after, "data")));
    json_decref(after);
  }
  json_decref(before);
  return result;
}

json_t *lsp_semantic_tokens_range(LspRequest *r)
{
  uint32_t begin, end;
  if (!request_range(r, &begin, &end)) return NULL;
  Analysis *a = lsp_analysis(r);
  return tokens_between(r, a, (Span){analysis_position(a, begin), analysis_position(a, end)});
}
