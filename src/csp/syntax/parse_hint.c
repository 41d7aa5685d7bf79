#include <string.h>

#include "base/nearest.h"
#include "csp/syntax/parse_impl.h"

/* What may have been meant by a token that cannot stand where it stands. */

static const CspToken *before(const CspParser *p)
{
  return p->at > 0 ? &p->list.tokens[p->at - 1] : NULL;
}

static bool adjacent(const CspToken *left, const CspToken *right)
{
  return left && left->span.end == right->span.begin;
}

/* In words, and as text in the place of another one; a hint of NULL: nothing is known, a text of
 * NULL: it is clear what is wrong, but not what to write. */
typedef struct {
  const char *hint, *text;
  Span span;
} Advice;

static Advice instead(const CspToken *first, const CspToken *last, const char *text,
                      const char *hint)
{
  return (Advice){hint, text, {first->span.begin, last->span.end}};
}

/* Two tokens that are one operator in other languages, or were meant to be. */
static Advice pair_advice(const CspToken *left, const CspToken *token)
{
  static const struct {
    CspTokenKind left, right;
    const char *text, *hint;
  } pairs[] = {
      {CSP_TOKEN_GUARD, CSP_TOKEN_GUARD, "and", "a conjunction is written 'and'"},
      {CSP_TOKEN_LESS, CSP_TOKEN_GREATER, "!=", "'not equal' is written !="},
      {CSP_TOKEN_SLASH, CSP_TOKEN_EQUAL, "!=", "'not equal' is written !="},
      {CSP_TOKEN_COLON, CSP_TOKEN_IS, "=", "a definition is written with '='"},
      {CSP_TOKEN_SLASH, CSP_TOKEN_SLASH, "--", "a comment begins with --"},
      {CSP_TOKEN_SLASH, CSP_TOKEN_TIMES, NULL,
       "comments are written -- to the end of the line, or {- … -}"},
  };
  if (!adjacent(left, token)) return (Advice){0};
  for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (left->kind == pairs[i].left && token->kind == pairs[i].right)
      return instead(left, token, pairs[i].text, pairs[i].hint);
  return (Advice){0};
}

static Advice word_advice(const CspToken *token)
{
  static const struct {
    const char *word, *text, *hint;
  } words[] = {{"in", "within", "what is declared with 'let' is used after 'within'"},
               {"elif", "else if", "write else if"},
               {"elsif", "else if", "write else if"},
               {"mod", "%", "a remainder is written a % b"},
               {"div", "/", "a quotient is written a / b"},
               {"where", NULL, "local declarations are written let … within …"}};
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i].word, token->name->text))
      return instead(token, token, words[i].text, words[i].hint);
  return (Advice){0};
}

static Advice equals_advice(const CspParser *p, const CspToken *token, bool definition)
{
  if (definition && token->kind == CSP_TOKEN_EQUAL)
    return instead(token, token, "=", "a definition is written with one '='");
  if (definition || token->kind == CSP_TOKEN_EQUAL) return (Advice){0};
  if (before(p) && before(p)->newline)
    return instead(token, token, NULL, "the declaration before this line is not complete");
  return instead(token, token, "==", "equality is written ==");
}

static Advice token_advice(const CspParser *p, const CspToken *token, const char *expected)
{
  bool definition = strstr(expected, "declared") != NULL;
  const char *hint = NULL, *text = NULL;
  switch ((CspTokenKind) token->kind) {
  case CSP_TOKEN_IS:
  case CSP_TOKEN_EQUAL: return equals_advice(p, token, definition);
  case CSP_TOKEN_NAME: return word_advice(token);
  case CSP_TOKEN_FROM:
    hint = "a sequence that begins with a negative number needs a blank: < -1>";
    text = "< -";
    break;
  case CSP_TOKEN_PARALLEL:
    hint = "a disjunction is written 'or'; processes are composed with [|A|] or [A||B]";
    text = " or ";
    break;
  case CSP_TOKEN_REFINED:
  case CSP_TOKEN_PROPERTY: hint = "write 'assert' before it"; break;
  case CSP_TOKEN_MINUS:
  case CSP_TOKEN_LESS:
  case CSP_TOKEN_LEFT_PAREN:
    if (token->newline && p->brackets == 0)
      hint = "a new line with this begins a declaration; to go on with an expression, end the "
             "line before with its operator";
    break;
  case CSP_TOKEN_BAR:
    if (p->brackets == 0 || strstr(expected, "')'"))
      hint = "a choice between processes is written []", text = "[]";
    break;
  default: break;
  }
  return instead(token, token, text, hint);
}

static void offer(void *nearest, const char *word) { nearest_offer(nearest, word); }

/* A name where none can stand is often a mistyped keyword, here or just before. */
static const char *near_word(const CspToken *token)
{
  if (!token || token->kind != CSP_TOKEN_NAME || token->name->len < 3) return NULL;
  Nearest nearest = nearest_to(token->name->text);
  if (token->name->len <= 5) nearest.distance = 3;
  csp_words_each(offer, &nearest);
  return nearest.best;
}

/* An expression is followed by another one on its line: an operator is missing. */
static bool operand_follows(const CspParser *p, const CspToken *token)
{
  return !token->newline && p->at > 0 &&
         (token->kind == CSP_TOKEN_NAME || token->kind == CSP_TOKEN_INT) &&
         before(p)->kind == CSP_TOKEN_NAME;
}

/* [T Q, where the sign of refinement [T= was meant. */
static bool lacks_equals(const CspParser *p)
{
  if (p->at < 2 || before(p)->kind != CSP_TOKEN_NAME) return false;
  const CspToken *bracket = &p->list.tokens[p->at - 2];
  return bracket->kind == CSP_TOKEN_LEFT_BRACKET && adjacent(bracket, before(p)) &&
         csp_is_model(before(p)->name->text);
}

static bool at_line_word(const CspParser *p)
{
  const CspToken *last = before(p);
  return csp_at(p, CSP_TOKEN_STRING) && last && last->newline && last->kind == CSP_TOKEN_NAME &&
         !strcmp(last->name->text, "include");
}

static Span behind(const CspToken *token) { return (Span){token->span.end, token->span.end}; }

void csp_hint_at(CspParser *p, Diag *d, const char *expected)
{
  const CspToken *token = csp_peek(p);
  Advice advice = pair_advice(before(p), token);
  if (!advice.hint) advice = pair_advice(token, csp_peek_at(p, 1));
  if (at_line_word(p))
    advice = (Advice){.hint = "a declaration must end before a file is included"};
  if (lacks_equals(p)) advice = (Advice){"a refinement is written P [T= Q", "=", behind(before(p))};
  if (!advice.hint) advice = token_advice(p, token, expected);
  if (advice.hint) {
    diag_hint(p->diags, d, "%s", advice.hint);
    if (advice.text) diag_replace(p->diags, d, advice.span, advice.text);
    return;
  }
  const CspToken *word = token;
  const char *near = near_word(word);
  if (!near && !token->newline) near = near_word(word = before(p));
  if (near) diag_suggest(p->diags, d, word->span, near);
  else if (operand_follows(p, token))
    diag_hint(p->diags, d, "an operator is missing: after an event write ->");
}
