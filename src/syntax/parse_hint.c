#include "syntax/parse_impl.h"

#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/text.h"

/* What may have been meant by tokens that cannot stand where they stand. */

/* In words, and as text in the place of another one; a hint of NULL: nothing is known, a text of
 * NULL: it is clear what is wrong, but not what to write. */
typedef struct {
  const char *hint, *text;
  Span span;
} Advice;

static void advise(Parser *p, Diag *d, const Advice *advice)
{
  diag_hint(p->diags, d, "%s", advice->hint);
  if (advice->text) diag_replace(p->diags, d, advice->span, advice->text);
}

/* ------------------------------------------------------------------ tokens */

static bool is_op(const Token *token, NodeKind kind)
{
  return token->kind == TOKEN_OP && token->node == kind;
}

static bool adjacent(const Token *left, const Token *right)
{
  return left->span.end == right->span.begin;
}

static Advice instead(const Token *first, const Token *last, const char *text, const char *hint)
{
  return (Advice){hint, text, {first->span.begin, last->span.end}};
}

/* \= \: \<: */
static const char *negated(const Token *relation)
{
  return is_op(relation, NODE_EQUAL) ? "/=" : is_op(relation, NODE_MEMBER) ? "/:" : "/<:";
}

/* x++ x-- x+=1: the name comes right before. */
static Advice counting(Parser *p, const Token *token, const Token *after)
{
  const Token *name = previous(p);
  bool up = is_op(token, NODE_ADD), one = !is_op(after, NODE_EQUAL);
  const char *hint = up ? "write x := x + 1" : "write x := x - 1";
  if (name->kind != TOKEN_NAME) return (Advice){hint, NULL, SPAN_NONE};
  const char *text = arena_printf(diags_arena(p->diags), "%s := %s %c%s", name->name->text,
                                  name->name->text, up ? '+' : '-', one ? " 1" : "");
  return instead(name, after, text, hint);
}

/* Two tokens that are one operator in other languages; `token` is the one that
 * was not expected. */
static Advice pair_advice(Parser *p, const Token *token)
{
  const Token *before = previous(p), *after = peek_at(p, 1);
  if (is_op(before, NODE_AND) && is_op(token, NODE_AND))
    return instead(before, token, "&", "a conjunction is written with one '&'");
  if (is_op(before, NODE_SET_MINUS) &&
      (is_op(token, NODE_EQUAL) || is_op(token, NODE_MEMBER) || is_op(token, NODE_SUBSET)))
    return instead(before, token, negated(token),
                   "negated relations are written with '/': /=, /:, /<:");
  if (is_op(before, NODE_MEMBER) && is_op(token, NODE_EQUAL))
    return instead(before, token, ":=", "an assignment is written ':=', without a space");
  if (is_op(before, NODE_EQUAL) && is_op(token, NODE_LESS) && adjacent(before, token))
    return instead(before, token, "<=", "'less or equal' is written <=");
  if (is_op(before, NODE_LESS) && is_op(token, NODE_GREATER) && adjacent(before, token))
    return instead(before, token, "/=", "'not equal' is written /=");
  if (token->kind == TOKEN_FUNC && token->node == NODE_NOT && is_op(after, NODE_MEMBER))
    return instead(token, after, "/:", "'is not an element of' is written /:");
  if (!adjacent(token, after)) return (Advice){0};
  if (token->kind == TOKEN_BINDER && token->node == NODE_FORALL && is_op(after, NODE_EQUAL))
    return instead(token, after, "/=", "'not equal' is written /=");
  bool counts = is_op(token, NODE_ADD) || is_op(token, NODE_MINUS);
  if (counts && (is_op(after, (NodeKind) token->node) || is_op(after, NODE_EQUAL)))
    return counting(p, token, after);
  return (Advice){0};
}

/* A word in the place of a sign: with blanks where the sign needs none. */
static const char *spaced(Parser *p, const Token *sign, const char *word)
{
  bool before = adjacent(previous(p), sign), behind = adjacent(sign, peek_at(p, 1));
  return arena_printf(diags_arena(p->diags), "%s%s%s", before ? " " : "", word, behind ? " " : "");
}

/* One token in the place of another one. */
static Advice token_advice(Parser *p, const Token *token)
{
  switch ((TokenKind) token->kind) {
  case TOKEN_ASSIGN: return instead(token, token, "=", "equality is written '='");
  case TOKEN_OR: return instead(token, token, "or", "a disjunction is written 'or'");
  case TOKEN_PARALLEL:
    return instead(token, token, spaced(p, token, "or"),
                   "a disjunction is written 'or'; '||' joins substitutions");
  case TOKEN_QUOTE: return instead(token, token, NULL, "strings are written with \"");
  case TOKEN_BINDER:
    if (token->node != NODE_LAMBDA) return (Advice){0};
    return instead(token, token, spaced(p, token, "mod"), "a remainder is written a mod b");
  case TOKEN_OP:
    if (token->node != NODE_INSERT_TAIL) return (Advice){0};
    return instead(token, token, NULL,
                   "a value is assigned with ':=', the result of an operation with '<--'");
  default: return (Advice){0};
  }
}

/* ------------------------------------------------------------------- words */

/* Words of other languages: a hint, and what to write in their place, perhaps one of two. */
static const struct {
  const char *word, *hint, *text, *other;
} words[] = {{"and", "a conjunction is written '&'", "&", NULL},
             {"implies", "an implication is written '=>'", "=>", NULL},
             {"iff", "an equivalence is written '<=>'", "<=>", NULL},
             {"in", "membership is written ':'", ":", NULL},
             {"is", "equality is written '='", "=", NULL},
             {"not", "negation is written not(P)", NULL, NULL},
             {"forall", "'for all' is written !x.(P => Q)", "!", NULL},
             {"exists", "'there exists' is written #x.(P)", "#", NULL},
             {"lambda", "a function is written %x.(P|E)", "%", NULL},
             {"sum", "a sum is written SIGMA(x).(P|E)", "SIGMA", NULL},
             {"Σ", "a sum is written SIGMA(x).(P|E) or with ∑ (U+2211)", "∑", NULL},
             {"Π", "a product is written PI(x).(P|E) or with ∏ (U+220F)", "∏", NULL},
             {"init", "the clause is called INITIALISATION", "INITIALISATION", NULL},
             {"if", "did you mean IF?", "IF", NULL},
             {"let", "did you mean LET?", "LET", NULL},
             {"true", "the value is written TRUE, the predicate btrue", "TRUE", "btrue"},
             {"false", "the value is written FALSE, the predicate bfalse", "FALSE", "bfalse"}};

enum { WORDS = sizeof words / sizeof *words };

static unsigned find_word(const char *text)
{
  unsigned i = 0;
  while (i < WORDS && strcasecmp(words[i].word, text) != 0) i++;
  return i;
}

bool word_has_hint(const char *word) { return find_word(word) < WORDS; }

static bool word_advice(Parser *p, Diag *d, const char *text, Span span)
{
  unsigned i = find_word(text);
  if (i == WORDS) return false;
  diag_hint(p->diags, d, "%s", words[i].hint);
  if (words[i].text) diag_replace(p->diags, d, span, words[i].text);
  if (words[i].other) diag_replace(p->diags, d, span, words[i].other);
  return true;
}

bool hint_at_word(Parser *p, Diag *d, const Node *name)
{
  return word_advice(p, d, name->name->text, name->span);
}

/* Keywords and infix operators: what else is reserved is no better than a name. */
static void offer(void *nearest, const char *word)
{
  for (int kind = 0; kind <= NODE_LAST_OPERATOR; kind++) {
    const Operator *op = operator_of((NodeKind) kind);
    if (op->form != FORM_INFIX && !strcmp(op->ascii, word)) return;
  }
  if (strlen(word) > 1) nearest_offer(nearest, word);
}

/* A name where none can stand is often a mistyped keyword. */
static void hint_at_keyword(Parser *p, Diag *d, const Token *token)
{
  const char *word = token->name->text;
  Nearest nearest = nearest_to(word);
  size_t length = strlen(word);
  if (length <= 5) nearest.distance = length < 3 ? 2 : 3; /* other case; one mistake */
  words_each(offer, &nearest);
  if (nearest.best) diag_suggest(p->diags, d, token->span, nearest.best);
}

/* Does a substitution begin behind this token? */
static bool leads_to_substitution(const Token *token)
{
  switch ((TokenKind) token->kind) {
  case TOKEN_SEMICOLON:
  case TOKEN_PARALLEL:
  case TOKEN_THEN:
  case TOKEN_ELSE:
  case TOKEN_BEGIN:
  case TOKEN_IN:
  case TOKEN_DO:
  case TOKEN_OR:
  case TOKEN_INITIALISATION: return true;
  default: return is_op(token, NODE_EQUAL);
  }
}

/* PER x > 0 THEN … is read as a call of PER: the mistake stands before. */
static void hint_at_word_before(Parser *p, Diag *d)
{
  static const char *const openers[] = {"BEGIN", "PRE", "ASSERT", "CHOICE", "IF",    "SELECT",
                                        "CASE",  "ANY", "LET",    "VAR",    "WHILE", "WITNESS"};
  if (p->at < 2) return;
  const Token *word = previous(p);
  if (word->kind != TOKEN_NAME || word->quoted || !leads_to_substitution(&p->tokens[p->at - 2]))
    return;
  Nearest nearest = nearest_to(word->name->text);
  for (unsigned i = 0; i < sizeof openers / sizeof *openers; i++) offer(&nearest, openers[i]);
  if (!nearest.best) return;
  diag_hint(p->diags, d, "did you mean %s instead of %s?", nearest.best, word->name->text);
  diag_replace(p->diags, d, word->span, nearest.best);
}

/* ------------------------------------------------------------------ misuse */

/* The comment right before the token, if another one begins inside of it. */
static bool follows_nested_comment(const Parser *p, const Token *token)
{
  for (uint32_t i = 0; i < p->unit->comment_count; i++) {
    const Comment *comment = &p->unit->comments[i];
    if (comment->to_line_end || comment->span.end > token->span.begin ||
        comment->span.begin < previous(p)->span.end)
      continue;
    uint32_t length;
    const char *text = sources_text(diags_sources(p->diags), comment->span, &length);
    for (uint32_t k = 2; k + 3 < length; k++)
      if (text[k] == '/' && text[k + 1] == '*') return true;
  }
  return false;
}

/* 'abc' on one line. */
static void fix_quotes(Parser *p, Diag *d, const Token *token)
{
  for (uint32_t i = 1; i < 100; i++) {
    const Token *other = peek_at(p, i);
    Sources *sources = diags_sources(p->diags);
    if (other->kind == TOKEN_END_OF_TEXT || sources_place(sources, other->span.begin).line !=
                                                sources_place(sources, token->span.begin).line)
      return;
    if (other->kind != TOKEN_QUOTE) continue;
    diag_fix(p->diags, d, "write \" instead of '");
    diag_edit(p->diags, d, token->span, "\"");
    diag_edit(p->diags, d, other->span, "\"");
    return;
  }
}

static void fix_token(Parser *p, Diag *d, const Token *token)
{
  if (token->kind == TOKEN_QUOTE) fix_quotes(p, d, token);
  if (!is_op(token, NODE_INSERT_TAIL)) return;
  diag_replace(p->diags, d, token->span, ":=");
  diag_replace(p->diags, d, token->span, "<--");
}

void hint_at_misuse(Parser *p, Diag *d, const Token *token, const char *what)
{
  Advice advice = pair_advice(p, token);
  bool name = token->kind == TOKEN_NAME && !token->quoted;
  if (!advice.hint && follows_nested_comment(p, token))
    advice.hint = "comments cannot be nested: the one before ends at its first '*/'";
  if (!advice.hint) {
    advice = token_advice(p, token);
    if (advice.hint) fix_token(p, d, token);
  }
  if (!advice.hint && token->kind == TOKEN_DEFINED_AS && strcmp(what, "'=='"))
    advice =
        instead(token, token, "=", "equality is written '='; '==' defines a name in DEFINITIONS");
  if (advice.hint) advise(p, d, &advice);
  else if (!name || !word_advice(p, d, token->name->text, token->span)) hint_at_word_before(p, d);
  if (!d->hint && name) hint_at_keyword(p, d, token);
}

/* -------------------------------------------------------------- predicates */

const Node *callee(const Node *node)
{
  if (node->kind == NODE_APPLY) node = node->kids[0];
  return node->kind == NODE_IDENT ? node : NULL;
}

const char *near_definition(const Parser *p, const Name *name)
{
  Nearest nearest = nearest_to(name->text);
  for (uint32_t i = 0; i < p->unit->definitions.len; i++) {
    const Definition *def = p->unit->definitions.data[i];
    if (def->kind == DEF_PRED || def->kind == DEF_BROKEN) nearest_offer(&nearest, def->name->text);
  }
  return nearest.best;
}

void hint_at_predicate(Parser *p, Diag *d, const Node *node)
{
  const Node *name = callee(node);
  const char *near = name ? near_definition(p, name->name) : NULL;
  Span behind = {node->span.end, node->span.end};
  Advice advice = {0};
  if (node->kind == NODE_TRUE)
    advice = (Advice){"the predicate that is always true is written btrue", "btrue", node->span};
  else if (node->kind == NODE_FALSE)
    advice = (Advice){"the predicate that is always false is written bfalse", "bfalse", node->span};
  else if (name && hint_at_word(p, d, name)) return;
  if (!advice.hint && at_op(p, NODE_IMPLIES) && previous(p)->span.end == node->span.end)
    advice =
        instead(peek(p), peek(p), ">=", "'=>' is an implication; 'greater or equal' is written >=");
  if (!advice.hint && name && !near)
    advice = (Advice){"if its value is a BOOL, write … = TRUE", " = TRUE", behind};
  if (advice.hint) advise(p, d, &advice);
  else if (near) diag_suggest(p->diags, d, name->span, near);
}

uint32_t formula_end(const Parser *p)
{
  int open = 0;
  uint32_t end = peek(p)->span.begin;
  for (uint32_t ahead = 0;; ahead++) {
    switch (kind_ahead(p, ahead)) {
    case TOKEN_LEFT_PAREN:
    case TOKEN_LEFT_BRACKET:
    case TOKEN_LEFT_BRACE: open++; break;
    case TOKEN_RIGHT_PAREN:
    case TOKEN_RIGHT_BRACKET:
    case TOKEN_RIGHT_BRACE:
      if (open-- == 0) return end;
      break;
    case TOKEN_SEMICOLON:
    case TOKEN_PARALLEL:
      if (open == 0) return end;
      break;
    case TOKEN_OP:
    case TOKEN_NAME:
    case TOKEN_NUMBER:
    case TOKEN_REAL_NUMBER:
    case TOKEN_STRING:
    case TOKEN_FUNC:
    case TOKEN_ATOM:
    case TOKEN_BINDER:
    case TOKEN_EMPTY_SET:
    case TOKEN_COMMA:
    case TOKEN_BAR:
    case TOKEN_DOT:
    case TOKEN_MIDDLE_DOT:
    case TOKEN_TILDE:
    case TOKEN_QUOTE:
    case TOKEN_OLD:
    case TOKEN_REC:
    case TOKEN_STRUCT: break;
    default: return end;
    }
    end = peek_at(p, ahead)->span.end;
  }
}
