#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "csp/syntax/lexer.h"
#include "eventb/notation/math_lexer.h"
#include "lsp/assist/offers.h"
#include "syntax/lexer.h"

/* Operators and keywords of the notations. */

/* ---- keywords and snippets */

typedef enum {
  B_TEXT,
  B_CLAUSE,
  B_STATEMENT,
  B_OPERAND,
  EVENTB_TEXT,
  EVENTB_PART,
  EVENTB_OPERAND,
  CSP_TEXT,
  CSP_OPERAND,
  CSP_PROPERTY
} SnippetPlace;

static const struct {
  SnippetPlace place;
  const char *label, *text, *help;
} snippets[] = {
#define SNIPPET(place, label, text, help) {place, label, text, help},
#include "lsp/assist/snippets.def"
#undef SNIPPET
};

static void offer_place(Offers *o, SnippetPlace place)
{
  for (size_t i = 0; i < sizeof snippets / sizeof *snippets; i++) {
    if (snippets[i].place != place) continue;
    bool snippet = strchr(snippets[i].text, '$') != NULL;
    Offer one = {.label = snippets[i].label,
                 .insert = snippets[i].text,
                 .detail = snippets[i].help,
                 .kind = snippet ? OFFER_SNIPPET : OFFER_KEYWORD,
                 .rank = RANK_WORD,
                 .snippet = snippet};
    offer(o, &one);
  }
}

/* What may follow inside of a construct. */
static void offer_next(Offers *o)
{
  for (const char *at = o->site->next; at && *at; at += strspn(at, " ")) {
    char word[32];
    size_t length = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int) length, at);
    offer(o, &(Offer){.label = word, .kind = OFFER_KEYWORD, .rank = RANK_BEST});
    at += length;
  }
}

static void offer_b_keywords(Offers *o)
{
  switch (o->site->kind) {
  case SITE_TEXT: offer_place(o, B_TEXT); break;
  case SITE_STATEMENT: offer_place(o, B_STATEMENT); break;
  case SITE_OPERAND:
    offer_place(o, B_OPERAND);
    if (o->site->first) offer_place(o, B_STATEMENT);
    break;
  case SITE_CLAUSE:
  case SITE_HEADER: offer_place(o, B_CLAUSE); break;
  case SITE_OPERATOR:
    offer_next(o);
    if (o->site->parts) offer_place(o, B_CLAUSE);
    break;
  default: break;
  }
}

static void offer_eventb_keywords(Offers *o)
{
  switch (o->site->kind) {
  case SITE_TEXT: offer_place(o, EVENTB_TEXT); break;
  case SITE_CLAUSE:
  case SITE_MACHINE:
  case SITE_OPERATION:
  case SITE_OPERATOR: offer_place(o, EVENTB_PART); break;
  default: break;
  }
}

static void offer_csp_keywords(Offers *o)
{
  switch (o->site->kind) {
  case SITE_TEXT: offer_place(o, CSP_TEXT); break;
  case SITE_OPERAND: offer_place(o, CSP_OPERAND); break;
  case SITE_PROPERTY: offer_place(o, CSP_PROPERTY); break;
  case SITE_OPERATOR:
    for (const char *const *word =
             (const char *const[]){"then", "else", "within", "and", "or", NULL};
         *word; word++)
      offer(o, &(Offer){.label = *word, .kind = OFFER_KEYWORD, .rank = RANK_BEST});
    break;
  default: break;
  }
}

void offer_keywords(Offers *o)
{
  if (o->site->signs) return;
  if (o->notation == TEXT_EVENTB) offer_eventb_keywords(o);
  else if (o->notation == TEXT_SCRIPT) offer_csp_keywords(o);
  else offer_b_keywords(o);
}

/* ---- operators */

static bool is_word(const char *text) { return isalpha((unsigned char) *text); }

/* What is behind the last arrow of a scheme: what the operator gives. */
static const char *result_of(const char *scheme)
{
  const char *result = scheme;
  for (const char *at = scheme; (at = strstr(at, "-> ")); at += 3) result = at + 3;
  return result;
}

static bool begins(const char *text, const char *word)
{
  size_t length = strlen(word);
  return !strncmp(text, word, length) && !isalnum((unsigned char) text[length]);
}

/* Can a value be of that type?  Small letters of a scheme stand for any type, n for numbers. */
static bool type_is_named(const Type *type, const char *name)
{
  if (islower((unsigned char) *name) && !begins(name, "n")) return true;
  switch (type->kind) {
  case TYPE_VAR: return true;
  case TYPE_INTEGER: return begins(name, "INTEGER") || begins(name, "n");
  case TYPE_REAL: return begins(name, "REAL") || begins(name, "n");
  case TYPE_BOOL: return begins(name, "BOOL");
  case TYPE_STRING: return begins(name, "STRING");
  case TYPE_POW: {
    if (strncmp(name, "POW(", 4) != 0) return false;
    bool pair = strcspn(name, "*") < strlen(name);
    return pair ? type->args[0]->kind == TYPE_PAIR : type_is_named(type->args[0], name + 4);
  }
  default: return false;
  }
}

static OfferRank rank_of(const Offers *o, const Operator *op)
{
  const Sketch *s = o->sketch;
  const char *result = result_of(op->scheme);
  if (!s) return RANK_WORD;
  if (s->predicate) return op->class == CLASS_PRED ? RANK_OPEN : RANK_WORD;
  if (op->class == CLASS_PRED) return RANK_OTHER;
  if (!s->type || s->type->kind == TYPE_VAR) return RANK_WORD;
  bool open = strlen(result) == 1 && *result != 'n';
  if (op->form == FORM_SOFT) return RANK_OTHER;
  if (open) return RANK_WORD;
  return type_is_named(s->type, result) ? RANK_NEAR : RANK_OTHER;
}

/* card(${1:S}), !${1:x}.(${0:P}): with places for its operands. */
static bool add_form(Text *out, const Operator *op, const char *spelling, bool eventb)
{
  const char *dot = op->unicode != op->ascii && (unsigned char) *spelling >= 0x80 ? "·" : ".";
  text_add(out, spelling);
  if (op->form == FORM_BINDER && op->class == CLASS_PRED) {
    const char *joint = op->kind == NODE_FORALL ? ((unsigned char) *spelling >= 0x80 ? "⇒" : "=>")
                        : (unsigned char) *spelling >= 0x80 ? "∧"
                                                            : "&";
    const char *member = (unsigned char) *spelling >= 0x80 ? "∈" : ":";
    text_printf(out,
                eventb ? "${1:x}%s${1:x} %s ${2:S} %s ${0:P}"
                       : "(${1:x})%s(${1:x} %s ${2:S} %s ${0:P})",
                dot, member, joint);
  } else if (op->form == FORM_BINDER) {
    const char *member = (unsigned char) *spelling >= 0x80 ? "∈" : ":";
    text_printf(
        out, eventb ? "${1:x}%s${1:x} %s ${2:S} ∣ ${0:x}" : "(${1:x})%s(${1:x} %s ${2:S} | ${0:x})",
        dot, member);
  } else if (op->form == FORM_FUNC || op->form == FORM_SOFT) {
    text_add(out, "($0)");
  } else {
    return false;
  }
  return true;
}

/* An operator that begins an operand. */
static bool begins_operand(const Operator *op)
{
  return op->form == FORM_FUNC || op->form == FORM_SOFT || op->form == FORM_ATOM ||
         op->form == FORM_BINDER;
}

static bool fits_site(const Offers *o, const Operator *op, const char *typed)
{
  if (o->site->kind == SITE_STATEMENT) return false;
  if (o->site->signs) return !is_word(typed);
  if (!is_word(typed)) return false;
  return o->site->kind == SITE_OPERATOR ? op->form == FORM_INFIX : begins_operand(op);
}

static void offer_operator(Offers *o, const Operator *op, const char *ascii, const char *symbol)
{
  bool eventb = o->notation == TEXT_EVENTB;
  bool as_symbol = (o->symbols || o->site->signs) && symbol && strcmp(symbol, ascii) != 0;
  if (o->site->signs && !as_symbol) return;
  if (*ascii == '@' || !fits_site(o, op, ascii)) return;
  Text insertion = {0}, detail = {0};
  const char *spelling = as_symbol ? symbol : ascii;
  bool snippet = !o->site->signs && add_form(&insertion, op, spelling, eventb);
  text_printf(&detail, "%s%s%s", as_symbol ? ascii : "", as_symbol ? "  " : "", op->help);
  Offer one = {.label = o->site->signs ? symbol : ascii,
               .insert = snippet ? text_string(&insertion) : spelling,
               .filter = ascii,
               .detail = text_string(&detail),
               .kind = op->form == FORM_ATOM ? OFFER_CONSTANT : OFFER_OPERATOR,
               .rank = o->site->signs ? RANK_FITS : rank_of(o, op),
               .snippet = snippet};
  /* Without snippets the label would be ASCII: the spelling is the text then. */
  if (snippet && !o->snippets) one.insert = spelling, one.snippet = false;
  offer(o, &one);
  text_free(&insertion);
  text_free(&detail);
}

static void offer_assignment(Offers *o)
{
  static const struct {
    const char *ascii, *symbol, *help;
  } marks[] = {{":=", "≔", "becomes equal"},
               {"::", ":∈", "becomes an element"},
               {":|", ":∣", "becomes such that"},
               {"||", "∥", "at the same time"}};
  for (size_t i = 0; o->site->signs && i < sizeof marks / sizeof *marks; i++)
    offer(o, &(Offer){.label = marks[i].symbol,
                      .filter = marks[i].ascii,
                      .insert = marks[i].symbol,
                      .detail = marks[i].help,
                      .kind = OFFER_OPERATOR,
                      .rank = RANK_FITS});
}

void offer_operators(Offers *o)
{
  TextKind notation = o->notation;
  if (notation == TEXT_SCRIPT) return;
  for (int kind = 0; kind <= NODE_LAST_OPERATOR; kind++) {
    const Operator *op = operator_of((NodeKind) kind);
    const char *ascii = op->ascii, *symbol = op->unicode;
    if (notation == TEXT_EVENTB) ascii = eventb_spelling((NodeKind) kind, false);
    if (notation == TEXT_EVENTB) symbol = eventb_spelling((NodeKind) kind, true);
    if (ascii) offer_operator(o, op, ascii, symbol);
  }
  offer_assignment(o);
}
