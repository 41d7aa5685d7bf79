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

/* Two tokens that are one operator in other languages, or were meant to be. */
static const char *pair_hint(const CspToken *left, const CspToken *token)
{
  if (!adjacent(left, token)) return NULL;
  if (left->kind == CSP_TOKEN_GUARD && token->kind == CSP_TOKEN_GUARD)
    return "a conjunction is written 'and'";
  if (left->kind == CSP_TOKEN_LESS && token->kind == CSP_TOKEN_GREATER)
    return "'not equal' is written !=";
  if (left->kind == CSP_TOKEN_SLASH && token->kind == CSP_TOKEN_EQUAL)
    return "'not equal' is written !=";
  if (left->kind == CSP_TOKEN_COLON && token->kind == CSP_TOKEN_IS)
    return "a definition is written with '='";
  if (left->kind == CSP_TOKEN_SLASH && token->kind == CSP_TOKEN_SLASH)
    return "a comment begins with --";
  if (left->kind == CSP_TOKEN_SLASH && token->kind == CSP_TOKEN_TIMES)
    return "comments are written -- to the end of the line, or {- … -}";
  return NULL;
}

static const char *word_hint(const char *word)
{
  static const struct {
    const char *word, *hint;
  } words[] = {{"in", "what is declared with 'let' is used after 'within'"},
               {"elif", "write else if"},
               {"elsif", "write else if"},
               {"mod", "a remainder is written a % b"},
               {"div", "a quotient is written a / b"},
               {"where", "local declarations are written let … within …"}};
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i].word, word)) return words[i].hint;
  return NULL;
}

static const char *token_hint(const CspParser *p, const CspToken *token, const char *expected)
{
  bool definition = strstr(expected, "declared") != NULL;
  switch ((CspTokenKind) token->kind) {
  case CSP_TOKEN_IS:
    if (definition) return NULL;
    return before(p) && before(p)->newline ? "the declaration before this line is not complete"
                                           : "equality is written ==";
  case CSP_TOKEN_EQUAL: return definition ? "a definition is written with one '='" : NULL;
  case CSP_TOKEN_FROM: return "a sequence that begins with a negative number needs a blank: < -1>";
  case CSP_TOKEN_PARALLEL:
    return "a disjunction is written 'or'; processes are composed with [|A|] or [A||B]";
  case CSP_TOKEN_REFINED:
  case CSP_TOKEN_PROPERTY: return "write 'assert' before it";
  case CSP_TOKEN_SHARE_CLOSE:
  case CSP_TOKEN_RIGHT_PAREN:
  case CSP_TOKEN_RIGHT_BRACE:
  case CSP_TOKEN_RIGHT_BRACKET: return NULL;
  case CSP_TOKEN_MINUS:
  case CSP_TOKEN_LESS:
  case CSP_TOKEN_LEFT_PAREN:
    return token->newline && p->brackets == 0
               ? "a new line with this begins a declaration; to go on with an expression, end the "
                 "line before with its operator"
               : NULL;
  case CSP_TOKEN_NAME: return word_hint(token->name->text);
  case CSP_TOKEN_BAR:
    return p->brackets == 0 || strstr(expected, "')'") ? "a choice between processes is written []"
                                                       : NULL;
  default: return NULL;
  }
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

void csp_hint_at(CspParser *p, Diag *d, const char *expected)
{
  const CspToken *token = csp_peek(p);
  const char *hint = pair_hint(before(p), token);
  if (at_line_word(p)) hint = "a declaration must end before a file is included";
  if (lacks_equals(p)) hint = "a refinement is written P [T= Q";
  if (!hint) hint = token_hint(p, token, expected);
  if (hint) {
    diag_hint(p->diags, d, "%s", hint);
    return;
  }
  const char *near = near_word(token);
  if (!near && !token->newline) near = near_word(before(p));
  if (near) diag_hint(p->diags, d, "did you mean %s?", near);
  else if (operand_follows(p, token))
    diag_hint(p->diags, d, "an operator is missing: after an event write ->");
}
