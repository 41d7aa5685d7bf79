#include <string.h>

#include "eventb/notation/math_lexer.h"
#include "lsp/assist/site_impl.h"

/* Event-B in text.  Labels and keywords set formulas apart, so only the part in which the place is
 * needs to be looked at. */

typedef struct {
  const Words *words;
  const Word *part;      /* the last keyword before the place, without `theorem`; or NULL */
  bool in_event;         /* an event is open */
  const Word *label;     /* the last label behind the part; or NULL */
  VEC(uint16_t) closers; /* of open brackets behind that */
} Walk;

static bool is_word(const Word *word, const char *text)
{
  return word && word->kind == WORD_KEYWORD && word->name && eventb_is_word(word->name->text, text);
}

static bool is_one_of(const Word *word, const char *const *list)
{
  for (; *list; list++)
    if (is_word(word, *list)) return true;
  return false;
}

static void bracket(Walk *k, uint16_t raw)
{
  switch (raw) {
  case EVENTB_LEFT_PAREN: vec_push(&k->closers, EVENTB_RIGHT_PAREN); break;
  case EVENTB_LEFT_BRACKET: vec_push(&k->closers, EVENTB_RIGHT_BRACKET); break;
  case EVENTB_LEFT_BRACE: vec_push(&k->closers, EVENTB_RIGHT_BRACE); break;
  case EVENTB_RIGHT_PAREN:
  case EVENTB_RIGHT_BRACKET:
  case EVENTB_RIGHT_BRACE:
    if (k->closers.len) k->closers.len--;
    break;
  default: break;
  }
}

static void walk_to(Walk *k, uint32_t position)
{
  for (uint32_t i = 0; i < k->words->count && k->words->at[i].span.end <= position; i++) {
    const Word *word = &k->words->at[i];
    if (word->kind == WORD_KEYWORD && !is_word(word, "theorem")) {
      if (is_word(word, "event")) k->in_event = true;
      if (is_word(word, "end")) k->in_event = false;
      k->part = word;
      k->label = NULL;
      k->closers.len = 0;
    } else if (word->kind == WORD_LABEL) {
      k->label = word;
      k->closers.len = 0;
    } else {
      bracket(k, word->raw);
    }
  }
}

/* ---- what may stand there */

static bool ends_operand(const Word *word)
{
  if (word->kind == WORD_NAME || word->kind == WORD_NUMBER) return true;
  return word->raw == EVENTB_RIGHT_PAREN || word->raw == EVENTB_RIGHT_BRACKET ||
         word->raw == EVENTB_RIGHT_BRACE || word->raw == EVENTB_INVERSE ||
         word->raw == EVENTB_CONSTANT;
}

/* Behind ∀ and the like, up to the dot. */
static bool in_bound_names(const Words *w, const Word *before)
{
  for (const Word *at = before; at >= w->at; at--) {
    if (at->raw == EVENTB_BINDER) return true;
    if (at->kind != WORD_COMMENT && at->kind != WORD_NAME && at->raw != EVENTB_COMMA) return false;
    if (at == before && at->kind == WORD_NAME) return false;
  }
  return false;
}

static SiteKind in_formula(const Walk *k, const Word *before)
{
  if (before == k->label || before->kind == WORD_KEYWORD) return SITE_OPERAND;
  if (before->raw == EVENTB_FUNCTION || in_bound_names(k->words, before)) return SITE_NOWHERE;
  return ends_operand(before) ? SITE_OPERATOR : SITE_OPERAND;
}

static SiteKind kind_at(const Walk *k, const Word *before)
{
  static const char *const formulas[] = {"invariants", "axioms", "theorems", "where",
                                         "when",       "with",   NULL};
  static const char *const actions[] = {"then", "begin", NULL};
  static const char *const others[] = {"sees", "extends", "refines", NULL};
  static const char *const units[] = {"machine", "context", NULL};
  if (!k->part) return before ? SITE_NOWHERE : SITE_TEXT;
  bool first = before == k->part;
  if (is_one_of(k->part, units)) return first ? SITE_UNIT_NAME : SITE_CLAUSE;
  if (is_one_of(k->part, others)) return k->in_event ? SITE_OPERATION : SITE_MACHINE;
  if (is_word(k->part, "event")) return first ? SITE_HEADER : SITE_CLAUSE;
  if (is_word(k->part, "variant") || is_word(k->part, "variants")) return in_formula(k, before);
  if (is_one_of(k->part, formulas)) return k->label ? in_formula(k, before) : SITE_CLAUSE;
  if (!is_one_of(k->part, actions)) return SITE_CLAUSE;
  if (!k->label) return SITE_CLAUSE;
  return before == k->label ? SITE_STATEMENT : in_formula(k, before);
}

/* ---- the text with a hole */

static uint32_t next_part(const Words *w, uint32_t from)
{
  while (from < w->count && w->at[from].kind != WORD_KEYWORD && w->at[from].kind != WORD_LABEL)
    from = site_next(w, from);
  return from;
}

static uint32_t closed_behind(const Words *w, uint32_t from)
{
  uint32_t closed = 0, end = next_part(w, from);
  for (int depth = 0; from < end; from = site_next(w, from)) {
    uint16_t raw = w->at[from].raw;
    bool mark = w->at[from].kind == WORD_MARK;
    if (mark &&
        (raw == EVENTB_LEFT_PAREN || raw == EVENTB_LEFT_BRACE || raw == EVENTB_LEFT_BRACKET))
      depth++;
    if (!mark ||
        (raw != EVENTB_RIGHT_PAREN && raw != EVENTB_RIGHT_BRACE && raw != EVENTB_RIGHT_BRACKET))
      continue;
    if (depth > 0) depth--;
    else closed++;
  }
  return closed;
}

static void add_closers(const Walk *k, uint32_t spared, Text *out)
{
  for (uint32_t i = k->closers.len; i > 0; i--) {
    uint16_t closer = k->closers.data[i - 1];
    if (spared) spared--;
    else
      text_add(out, closer == EVENTB_RIGHT_PAREN     ? ")"
                    : closer == EVENTB_RIGHT_BRACKET ? "]"
                                                     : "}");
  }
}

void site_eventb(Site *site, const Words *w)
{
  Walk k = {.words = w};
  walk_to(&k, site->span.begin);
  const Word *before = site_before(w, site->span.begin);
  uint32_t behind = site_behind(w, site->span.end), end = next_part(w, behind);
  site->kind = kind_at(&k, before);
  site->parts = true;
  site_begin(site, w, &site->attempts[0]);
  add_closers(&k, closed_behind(w, behind), &site->attempts[0]);
  site_add_rest(w, site->span.end, &site->attempts[0]);
  site_begin(site, w, &site->attempts[1]);
  add_closers(&k, 0, &site->attempts[1]);
  text_add_char(&site->attempts[1], ' ');
  if (end < w->count) site_add_rest(w, w->at[end].span.begin, &site->attempts[1]);
  vec_free(&k.closers);
}
