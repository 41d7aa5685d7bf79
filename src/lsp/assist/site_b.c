#include <string.h>

#include "lsp/assist/site_impl.h"
#include "syntax/lexer.h"

/* Classical B.  The words before the place are walked through with a stack of what is open; it is
 * forgotten where a clause, operation or definition surely begins, so that mistakes stay local. */

typedef enum {
#define STAGE(name, closing, next) STAGE_##name,
#include "lsp/assist/stages.def"
} Stage;

static const struct {
  const char *closing, *next;
} stages[] = {
#define STAGE(name, closing, next) {closing, next},
#include "lsp/assist/stages.def"
};

typedef struct {
  const Words *words;
  TokenKind
      clause; /* that of the unit itself before the first one; END_OF_TEXT: there is no unit */
  bool body;  /* of an operation or definition: behind its `=` or `==` */
  SiteStack open;
} Walk;

/* ---- what begins at a word */

static bool is_unit(TokenKind kind)
{
  return kind >= TOKEN_MACHINE && kind <= TOKEN_IMPLEMENTATION;
}

static bool has_operations(TokenKind clause)
{
  return clause == TOKEN_OPERATIONS || clause == TOKEN_LOCAL_OPERATIONS || clause == TOKEN_EVENTS;
}

static bool has_definitions(TokenKind clause)
{
  return clause == TOKEN_DEFINITIONS || clause == TOKEN_EXPRESSIONS || clause == TOKEN_PREDICATES;
}

static bool has_formulas(TokenKind clause)
{
  return clause == TOKEN_CONSTRAINTS || clause == TOKEN_PROPERTIES || clause == TOKEN_INVARIANT ||
         clause == TOKEN_ASSERTIONS || clause == TOKEN_VALUES;
}

static TokenKind raw_at(const Words *w, uint32_t i)
{
  return i < w->count ? (TokenKind) w->at[i].raw : TOKEN_END_OF_TEXT;
}

static bool is_equal(const Words *w, uint32_t i)
{
  return raw_at(w, i) == TOKEN_OP && w->at[i].node == NODE_EQUAL;
}

/* r, s <-- op(a, b) =  or  f(a, b) == */
static bool begins_item(const Words *w, uint32_t i, TokenKind clause)
{
  bool definitions = has_definitions(clause);
  if (raw_at(w, i) != TOKEN_NAME) return false;
  for (int depth = 0; i < w->count; i = site_next(w, i)) {
    TokenKind kind = raw_at(w, i);
    if (kind == TOKEN_LEFT_PAREN) depth++;
    else if (kind == TOKEN_RIGHT_PAREN) depth--;
    else if (!definitions && (kind == TOKEN_RESULTS || is_equal(w, i))) return true;
    else if (definitions && kind == TOKEN_DEFINED_AS) return true;
    else if (kind != TOKEN_NAME && kind != TOKEN_COMMA && kind != TOKEN_DOT) return false;
    if (depth < 0) return false;
  }
  return false;
}

/* ---- the walk */

static SiteOpen *top_of(Walk *k) { return k->open.len ? &k->open.data[k->open.len - 1] : NULL; }

static void drop_brackets(Walk *k)
{
  while (k->open.len && top_of(k)->closer) k->open.len--;
}

static bool is_statement_begin(TokenKind kind)
{
  switch (kind) {
  case TOKEN_THEN:
  case TOKEN_ELSE:
  case TOKEN_BEGIN:
  case TOKEN_DO:
  case TOKEN_IN:
  case TOKEN_CHOICE:
  case TOKEN_OR:
  case TOKEN_SEMICOLON:
  case TOKEN_PARALLEL:
  case TOKEN_INITIALISATION:
  case TOKEN_INITIALIZATION: return true;
  default: return false;
  }
}

/* May a substitution stand behind this word? */
static bool leads_to_statement(Walk *k, const Word *before)
{
  const SiteOpen *top = top_of(k);
  if (!before || (top && (top->closer || top->formula))) return false;
  TokenKind kind = (TokenKind) before->raw;
  if (kind == TOKEN_OP) return before->node == NODE_EQUAL && !top && has_operations(k->clause);
  if (kind == TOKEN_DEFINED_AS) return has_definitions(k->clause);
  return is_statement_begin(kind);
}

static void open_construct(Walk *k, Stage stage, const Word *before)
{
  bool formula =
      !leads_to_statement(k, before) && (stage == STAGE_IF_CONDITION || stage == STAGE_LET_NAMES);
  if (formula && stage == STAGE_IF_CONDITION) stage = STAGE_IF_VALUE;
  vec_push(&k->open, ((SiteOpen){.stage = (uint16_t) stage, .formula = formula}));
}

static bool open_keyword(Walk *k, TokenKind kind, const Word *before)
{
  static const struct {
    TokenKind token;
    Stage stage;
  } opening[] = {
#define OPEN(token, stage) {TOKEN_##token, STAGE_##stage},
#include "lsp/assist/stages.def"
  };
  for (size_t i = 0; i < sizeof opening / sizeof *opening; i++) {
    if (opening[i].token != kind) continue;
    drop_brackets(k);
    open_construct(k, opening[i].stage, before);
    return true;
  }
  return false;
}

static bool move_on(Walk *k, TokenKind kind)
{
  static const struct {
    Stage from;
    TokenKind token;
    Stage to;
  } moves[] = {
#define MOVE(from, token, to) {STAGE_##from, TOKEN_##token, STAGE_##to},
#include "lsp/assist/stages.def"
  };
  uint32_t at = k->open.len;
  while (at > 0 && k->open.data[at - 1].closer) at--;
  for (size_t i = 0; at > 0 && i < sizeof moves / sizeof *moves; i++) {
    if (k->open.data[at - 1].stage != moves[i].from || moves[i].token != kind) continue;
    k->open.len = at;
    top_of(k)->stage = (uint16_t) moves[i].to;
    return true;
  }
  return false;
}

static bool bracket(Walk *k, TokenKind kind)
{
  TokenKind closer = kind == TOKEN_LEFT_PAREN     ? TOKEN_RIGHT_PAREN
                     : kind == TOKEN_LEFT_BRACKET ? TOKEN_RIGHT_BRACKET
                     : kind == TOKEN_LEFT_BRACE   ? TOKEN_RIGHT_BRACE
                                                  : TOKEN_END_OF_TEXT;
  if (closer != TOKEN_END_OF_TEXT) {
    vec_push(&k->open, ((SiteOpen){.closer = (uint16_t) closer}));
    return true;
  }
  bool closes =
      kind == TOKEN_RIGHT_PAREN || kind == TOKEN_RIGHT_BRACKET || kind == TOKEN_RIGHT_BRACE;
  if (closes && k->open.len && top_of(k)->closer) k->open.len--;
  return closes;
}

/* Forgets what is open: here begins something that stands in nothing else. */
static void begin_anew(Walk *k)
{
  k->open.len = 0;
  k->body = false;
}

static void keyword(Walk *k, uint32_t i, const Word *before)
{
  TokenKind kind = raw_at(k->words, i);
  if (move_on(k, kind) || open_keyword(k, kind, before)) return;
  if (token_is_clause(kind) || is_unit(kind)) {
    begin_anew(k);
    k->clause = kind;
  } else if (kind == TOKEN_END) {
    drop_brackets(k);
    if (k->open.len) k->open.len--;
    else k->clause = TOKEN_END_OF_TEXT;
  }
}

static void step(Walk *k, uint32_t i, const Word *before)
{
  const Words *w = k->words;
  TokenKind kind = raw_at(w, i);
  bool items = has_operations(k->clause) || has_definitions(k->clause);
  if (w->at[i].kind == WORD_KEYWORD) keyword(k, i, before);
  else if (bracket(k, kind)) return;
  else if (items && kind == TOKEN_SEMICOLON &&
           (!k->open.len || begins_item(w, site_next(w, i), k->clause)))
    begin_anew(k);
  else if (items && !k->open.len && (is_equal(w, i) || kind == TOKEN_DEFINED_AS)) k->body = true;
}

static void walk_to(Walk *k, uint32_t position)
{
  const Word *before = NULL;
  for (uint32_t i = 0; i < k->words->count && k->words->at[i].span.end <= position; i++) {
    if (k->words->at[i].kind == WORD_COMMENT) continue;
    step(k, i, before);
    before = &k->words->at[i];
  }
}

/* ---- what may stand there */

/* An operand has ended with this word. */
static bool ends_operand(const Word *word)
{
  switch ((TokenKind) word->raw) {
  case TOKEN_NAME:
  case TOKEN_NUMBER:
  case TOKEN_REAL_NUMBER:
  case TOKEN_STRING:
  case TOKEN_TEMPLATE_END:
  case TOKEN_ATOM:
  case TOKEN_EMPTY_SET:
  case TOKEN_RIGHT_PAREN:
  case TOKEN_RIGHT_BRACKET:
  case TOKEN_RIGHT_BRACE:
  case TOKEN_TILDE:
  case TOKEN_OLD:
  case TOKEN_END:
  case TOKEN_SKIP: return true;
  default: return false;
  }
}

/* Behind a binder, in the list of the names that it binds. */
static bool in_bound_names(const Words *w, const Word *before)
{
  const Word *at = before;
  bool comma = at->raw == TOKEN_COMMA || at->raw == TOKEN_LEFT_PAREN || at->raw == TOKEN_BINDER;
  for (; comma && at >= w->at; at--) {
    if (at->raw == TOKEN_BINDER) return true;
    if (at->raw == TOKEN_LEFT_PAREN && at > w->at) return at[-1].raw == TOKEN_BINDER;
    if (at->raw != TOKEN_NAME && at->raw != TOKEN_COMMA && at->kind != WORD_COMMENT) return false;
  }
  return false;
}

/* Inside of a formula or behind one. */
static SiteKind in_formula(Walk *k, const Word *before)
{
  if (before->raw == TOKEN_FUNC) return SITE_NOWHERE;
  if (before->raw == TOKEN_BINDER || in_bound_names(k->words, before)) return SITE_NOWHERE;
  return ends_operand(before) ? SITE_OPERATOR : SITE_OPERAND;
}

static SiteKind in_construct(Walk *k, const SiteOpen *top, const Word *before)
{
  bool names = top->stage == STAGE_ANY_NAMES || top->stage == STAGE_LET_NAMES ||
               top->stage == STAGE_VAR_NAMES;
  if (names) return before->raw == TOKEN_NAME ? SITE_OPERATOR : SITE_NOWHERE;
  if (top->stage == STAGE_CASE_OF || top->stage == STAGE_CASE_DONE) return SITE_OPERATOR;
  return leads_to_statement(k, before) ? SITE_STATEMENT : in_formula(k, before);
}

/* Names of machines, sets, variables …: declared, or used. */
static SiteKind in_names(const Walk *k, const Word *before)
{
  bool more = before->raw == (uint16_t) k->clause || before->raw == TOKEN_COMMA;
  switch (k->clause) {
  case TOKEN_SEES:
  case TOKEN_USES:
  case TOKEN_INCLUDES:
  case TOKEN_EXTENDS:
  case TOKEN_IMPORTS:
  case TOKEN_REFINES: return more ? SITE_MACHINE : SITE_CLAUSE;
  case TOKEN_PROMOTES: return more ? SITE_OPERATION : SITE_CLAUSE;
  default: break;
  }
  if (is_unit(k->clause)) return is_unit((TokenKind) before->raw) ? SITE_UNIT_NAME : SITE_CLAUSE;
  bool done = before->raw == TOKEN_NAME || before->raw == TOKEN_RIGHT_BRACE;
  return done ? SITE_CLAUSE : SITE_NOWHERE;
}

static SiteKind in_item(Walk *k, const Word *before)
{
  bool operations = has_operations(k->clause);
  bool begins = before->raw == (uint16_t) k->clause || before->raw == TOKEN_SEMICOLON;
  if (k->body) return leads_to_statement(k, before) ? SITE_STATEMENT : in_formula(k, before);
  if (begins) return operations ? SITE_HEADER : SITE_CLAUSE;
  if (operations && before->raw == TOKEN_RESULTS) return SITE_HEADER;
  return before->raw == TOKEN_NAME ? SITE_OPERATOR : SITE_NOWHERE;
}

static SiteKind kind_at(Walk *k, const Word *before)
{
  const SiteOpen *top = top_of(k);
  if (!before || k->clause == TOKEN_END_OF_TEXT) return before ? SITE_NOWHERE : SITE_TEXT;
  bool initial = k->clause == TOKEN_INITIALISATION || k->clause == TOKEN_INITIALIZATION;
  if (top && top->closer) {
    bool header = (has_operations(k->clause) || has_definitions(k->clause)) && !k->body;
    return header ? SITE_NOWHERE : in_formula(k, before);
  }
  if (top) return in_construct(k, top, before);
  if (has_operations(k->clause) || has_definitions(k->clause)) return in_item(k, before);
  if (initial) return leads_to_statement(k, before) ? SITE_STATEMENT : in_formula(k, before);
  return has_formulas(k->clause) ? in_formula(k, before) : in_names(k, before);
}

/* ---- the text with a hole */

static const char *closer_text(uint16_t closer)
{
  return closer == TOKEN_RIGHT_PAREN ? ")" : closer == TOKEN_RIGHT_BRACKET ? "]" : "}";
}

/* How many of the brackets around the place the words behind it close. */
static uint32_t closed_behind(const Walk *k, uint32_t from)
{
  const Words *w = k->words;
  uint32_t closed = 0;
  for (int depth = 0; from < w->count; from = site_next(w, from)) {
    TokenKind kind = raw_at(w, from);
    if (w->at[from].kind == WORD_KEYWORD && kind != TOKEN_REC && kind != TOKEN_STRUCT) break;
    if (kind == TOKEN_SEMICOLON && begins_item(w, site_next(w, from), k->clause)) break;
    if (kind == TOKEN_LEFT_PAREN || kind == TOKEN_LEFT_BRACKET || kind == TOKEN_LEFT_BRACE) depth++;
    if (kind != TOKEN_RIGHT_PAREN && kind != TOKEN_RIGHT_BRACKET && kind != TOKEN_RIGHT_BRACE)
      continue;
    if (depth > 0) depth--;
    else closed++;
  }
  return closed;
}

/* Where the text goes on that has nothing to do with what is written here. */
static uint32_t boundary(const Walk *k, uint32_t from)
{
  const Words *w = k->words;
  uint32_t last_end = w->source->base + w->source->length;
  bool conjuncts = has_formulas(k->clause);
  int depth = 0;
  for (uint32_t i = from; i < w->count; i = site_next(w, i)) {
    TokenKind kind = raw_at(w, i);
    bool loop = kind == TOKEN_INVARIANT && k->open.len;
    if (w->at[i].kind == WORD_KEYWORD && token_is_clause(kind) && !loop) return w->at[i].span.begin;
    if (kind == TOKEN_SEMICOLON && begins_item(w, site_next(w, i), k->clause))
      return w->at[i].span.begin;
    if (kind == TOKEN_LEFT_PAREN || kind == TOKEN_LEFT_BRACE) depth++;
    if (kind == TOKEN_RIGHT_PAREN || kind == TOKEN_RIGHT_BRACE) depth--;
    if (conjuncts && depth <= 0 && kind == TOKEN_OP && w->at[i].node == NODE_AND)
      return w->at[i].span.begin;
    if (kind == TOKEN_END) last_end = w->at[i].span.begin;
  }
  return last_end;
}

static void add_closers(const Walk *k, uint32_t spared, bool constructs, Text *out)
{
  for (uint32_t i = k->open.len; i > 0; i--) {
    const SiteOpen *open = &k->open.data[i - 1];
    if (!open->closer && !constructs) return;
    if (!open->closer) site_add_closing(out, stages[open->stage].closing);
    else if (spared) spared--;
    else text_add(out, closer_text(open->closer));
  }
}

static void make_attempts(Site *site, Walk *k, const Word *before)
{
  const Words *w = k->words;
  uint32_t behind = site_behind(w, site->span.end);
  site_begin(site, w, &site->attempts[0]);
  add_closers(k, closed_behind(k, behind), false, &site->attempts[0]);
  site_add_rest(w, site->span.end, &site->attempts[0]);
  site_begin(site, w, &site->attempts[1]);
  /* A field by itself may stand where a predicate should. */
  if (before && before->raw == TOKEN_QUOTE) site_add_closing(&site->attempts[1], " = $");
  add_closers(k, 0, true, &site->attempts[1]);
  text_add_char(&site->attempts[1], ' ');
  site_add_rest(w, boundary(k, behind), &site->attempts[1]);
}

void site_b(Site *site, const Words *w)
{
  Walk k = {.words = w, .clause = TOKEN_END_OF_TEXT};
  walk_to(&k, site->span.begin);
  const Word *before = site_before(w, site->span.begin);
  site->kind = kind_at(&k, before);
  site->first = before && before->raw == TOKEN_DEFINED_AS;
  const SiteOpen *top = top_of(&k);
  if (top && !top->closer) site->next = stages[top->stage].next;
  site->parts = !top;
  make_attempts(site, &k, before);
  vec_free(&k.open);
}
