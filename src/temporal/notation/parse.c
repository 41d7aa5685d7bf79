#include "temporal/notation/parse.h"

#include <string.h>

#include "temporal/notation/shape_impl.h"

enum { NESTING = 2000 };

static const char operand[] = "a formula", infix[] = "an operator such as & or U";

static Temporal *read_formula(Reader *);
static Temporal *read_unary(Reader *);

bool reader_enter(Reader *r)
{
  if (r->depth < NESTING) return r->depth++, true;
  reader_error(r, reader_span(r, r->next.begin, r->next.end),
               "nested too deeply (the limit is %d levels)", NESTING);
  return false;
}

static Temporal *limited(Reader *r, Temporal *t)
{
  if (t->height < TREE_HEIGHT_LIMIT) return t;
  reader_error(r, t->span, "this formula is nested too deeply (the limit is %d levels)",
               TREE_HEIGHT_LIMIT);
  return reader_wrong(r);
}

static Temporal *leaf(Reader *r, TemporalKind kind, Span span)
{
  Temporal *t = temporal_leaf(r->arena, kind, span);
  t->scope = r->scope;
  return t;
}

static Temporal *join(Reader *r, TemporalKind kind, Temporal *left, Temporal *right)
{
  return limited(r,
                 temporal_binary(r->arena, kind, reader_since(r, left->span.begin), left, right));
}

static bool at_word(const Reader *r, TemporalKind kind)
{
  return r->next.kind == LEXEME_WORD && r->next.node == kind;
}

static bool at_infix(const Reader *r, TemporalLevel level)
{
  if (r->next.kind != LEXEME_WORD) return false;
  const TemporalInfo *info = temporal_info(r->next.node);
  return info->form == TFORM_INFIX && info->level == level;
}

/* In CTL, U belongs to E. */
static bool at_until(const Reader *r) { return r->logic == LOGIC_LTL && at_infix(r, TLEVEL_UNTIL); }

static bool expect(Reader *r, LexemeKind kind, const char *what)
{
  if (r->next.kind == kind && !r->failed) return reader_take(r), true;
  reader_unexpected(r, what);
  return false;
}

/* What is assumed cannot be a part of what is checked. */
static Temporal *plain(Reader *r, Temporal *t)
{
  if (!temporal_is_assumption(t)) return t;
  Diag *d = reader_error(r, t->span, "fairness is an assumption, not a part of a formula");
  reader_hint(r, d, "write it in front: SF(a) & WF(b) => f");
  return reader_wrong(r);
}

/* ----------------------------------------------------------------- operands */

/* quantifier = "!" name "." "(" "{" P "}" "=>" formula ")" | "#" … "&" … */
static Temporal *read_quantified(Reader *r, Lexeme word)
{
  bool all = word.node == TEMPORAL_FORALL;
  Temporal *t = temporal_leaf(r->arena, word.node, reader_span(r, word.begin, word.end));
  const char *at = lexeme_skip_blanks(word.end, r->end);
  size_t length = lexeme_name(at, r->end);
  const char *dot = lexeme_skip_blanks(at + length, r->end);
  if (length == 0 || dot == r->end || *dot != '.' || memchr(at, '.', length)) {
    Diag *d = reader_error(r, t->span, "expected a name and a dot behind %s",
                           temporal_info(word.node)->word);
    reader_hint(r, d,
                all ? "the negation is `not`; a quantifier is !x.({P} => f)"
                    : "a quantifier is #x.({P} & f)");
    return t;
  }
  t->variable = names_intern(r->reading->context->names, at, length);
  t->variable_span = reader_span(r, at, at + length);
  t->binder = arena_alloc(r->arena, sizeof *t->binder);
  *t->binder = (TemporalBinder){r->scope, t->variable, t->variable_span, NULL};
  r->scope = t->binder;
  reader_go_to(r, dot + 1);
  if (!expect(r, LEXEME_OPEN, "'(' behind the dot")) return t;
  if (r->next.kind == LEXEME_BRACE) t->part = read_braces(r, FORMULA_PRED);
  else reader_unexpected(r, "a predicate in braces, {P}");
  if (r->failed) return t;
  TemporalKind joint = all ? TEMPORAL_IMPLIES : TEMPORAL_AND;
  if (!at_word(r, joint)) {
    reader_unexpected(r, all ? "=> behind the predicate of !" : "& behind the predicate of #");
    return t;
  }
  reader_take(r);
  Temporal *body = plain(r, read_formula(r));
  expect(r, LEXEME_CLOSE, "')' to close the quantifier");
  Temporal *whole = temporal_unary(r->arena, t->kind, reader_since(r, t->span.begin), body);
  whole->variable = t->variable;
  whole->variable_span = t->variable_span;
  whole->part = t->part;
  whole->binder = t->binder;
  return limited(r, whole);
}

static Temporal *read_in_scope(Reader *r)
{
  const TemporalBinder *outer = r->scope;
  Temporal *t = read_quantified(r, reader_take(r));
  r->scope = outer;
  return t;
}

/* word "(" "{" text "}" ")" */
static void read_change(Reader *r, Temporal *t)
{
  if (r->next.kind == LEXEME_BRACE)
    t->part = read_braces(r, t->kind == TEMPORAL_BEFORE_AFTER ? FORMULA_PRED : FORMULA_EXPR);
  else
    reader_unexpected(r, t->kind == TEMPORAL_BEFORE_AFTER ? "a predicate in braces, {P}"
                                                          : "an expression in braces, {E}");
  expect(r, LEXEME_CLOSE, "')'");
}

/* An operand that is one word, perhaps with brackets. */
static Temporal *read_word(Reader *r)
{
  Lexeme word = r->next;
  Temporal *t = leaf(r, word.node, reader_span(r, word.begin, word.end));
  reader_take(r);
  switch (temporal_info(word.node)->form) {
  case TFORM_PATTERN: read_patterns(r, t, word, false); break;
  case TFORM_PATTERNS:
    if (word.opened) read_patterns(r, t, word, true);
    break;
  case TFORM_CHANGE: read_change(r, t); break;
  default: break;
  }
  t->span = reader_since(r, t->span.begin);
  return t;
}

/* step = "[" pattern "]"; in CTL, by itself, it says that the step is possible */
static Temporal *read_step_atom(Reader *r)
{
  TemporalKind kind = r->logic == LOGIC_CTL ? TEMPORAL_ENABLED : TEMPORAL_STEP;
  Temporal *t = leaf(r, kind, reader_span(r, r->next.begin, r->next.end));
  read_step(r, t);
  t->span = reader_since(r, t->span.begin);
  return t;
}

static Temporal *read_bracketed(Reader *r)
{
  uint32_t begin = reader_place(r);
  Lexeme open = reader_take(r);
  Temporal *t = read_formula(r);
  if (r->failed || r->next.kind == LEXEME_CLOSE) {
    if (!r->failed) reader_take(r);
    t->span = reader_since(r, begin);
    return t;
  }
  if (r->next.kind == LEXEME_END)
    reader_error(r, reader_span(r, open.begin, open.end), "this bracket is not closed");
  else reader_unexpected(r, "an operator or ')'");
  return t;
}

static bool is_prefix(const Reader *r)
{
  return r->next.kind == LEXEME_WORD && temporal_info(r->next.node)->form == TFORM_PREFIX;
}

static bool at_operand(const Reader *r)
{
  if (r->next.kind != LEXEME_WORD)
    return r->next.kind == LEXEME_OPEN || r->next.kind == LEXEME_BRACE ||
           r->next.kind == LEXEME_BRACKET || r->next.kind == LEXEME_NAME;
  return temporal_info(r->next.node)->form != TFORM_INFIX;
}

/* primary = "(" formula ")" | "{" P "}" | "[" pattern "]" | word | quantifier | use */
static Temporal *read_primary(Reader *r)
{
  switch (r->next.kind) {
  case LEXEME_OPEN: return read_bracketed(r);
  case LEXEME_BRACKET: return read_step_atom(r);
  case LEXEME_BRACE: {
    uint32_t begin = reader_place(r);
    TemporalPart *part = read_braces(r, FORMULA_PRED);
    Temporal *t = leaf(r, TEMPORAL_PREDICATE, reader_since(r, begin));
    t->part = part;
    return t;
  }
  case LEXEME_WORD:
    if (temporal_info(r->next.node)->form == TFORM_QUANTIFIER) return read_in_scope(r);
    if (temporal_info(r->next.node)->form != TFORM_INFIX) return read_word(r);
    break;
  case LEXEME_NAME: return read_shape_use(r);
  default: break;
  }
  reader_unexpected(r, operand);
  return reader_wrong(r);
}

/* "E" until "U" unary */
static Temporal *read_exists_until(Reader *r)
{
  uint32_t begin = reader_place(r);
  reader_take(r);
  Temporal *left = read_unary(r);
  if (!at_word(r, TEMPORAL_UNTIL)) {
    reader_unexpected(r, "U, as in E f U g");
    return left;
  }
  reader_take(r);
  Temporal *right = read_unary(r);
  return limited(r, temporal_binary(r->arena, TEMPORAL_EU, reader_since(r, begin), left, right));
}

/* "EX" "[" pattern "]" unary.  Without the last part the pattern is what EX is said of. */
static Temporal *read_exists_next(Reader *r, uint32_t begin)
{
  Temporal *step = read_step_atom(r);
  if (!at_operand(r)) return temporal_unary(r->arena, TEMPORAL_EX, reader_since(r, begin), step);
  Temporal *kid = read_unary(r);
  Temporal *t = temporal_unary(r->arena, TEMPORAL_EX_STEP, reader_since(r, begin), kid);
  t->patterns = step->patterns;
  t->pattern_count = step->pattern_count;
  return limited(r, t);
}

/* unary = prefix unary | primary */
static Temporal *read_unary(Reader *r)
{
  if (!reader_enter(r)) return reader_wrong(r);
  Temporal *t;
  uint32_t begin = reader_place(r);
  if (at_word(r, TEMPORAL_EU)) t = read_exists_until(r);
  else if (is_prefix(r)) {
    Lexeme word = reader_take(r);
    if (word.node == TEMPORAL_EX && r->next.kind == LEXEME_BRACKET) t = read_exists_next(r, begin);
    else {
      Temporal *kid = plain(r, read_unary(r));
      t = limited(r, temporal_unary(r->arena, word.node, reader_since(r, begin), kid));
    }
  } else t = read_primary(r);
  r->depth--;
  return t;
}

/* until = unary {("U" | "W" | "R" | "S" | "T") unary} */
static Temporal *read_until(Reader *r)
{
  Temporal *left = read_unary(r);
  while (at_until(r)) {
    left = plain(r, left);
    TemporalKind kind = reader_take(r).node;
    left = join(r, kind, left, plain(r, read_unary(r)));
  }
  return left;
}

/* ----------------------------------------------------------------- fairness */

typedef enum { SORT_STRONG = 1, SORT_WEAK = 2, SORT_BOTH = 3 } FairSort;

static FairSort sort_of(const Temporal *t)
{
  if (t->kind == TEMPORAL_STRONG || t->kind == TEMPORAL_STRONG_ALL) return SORT_STRONG;
  if (t->count < 2) return SORT_WEAK;
  return sort_of(t->kids[0]) | sort_of(t->kids[1]);
}

static const char *sort_error(FairSort sort, FairSort right, TemporalKind joint, bool second)
{
  if (sort == SORT_BOTH || right == SORT_BOTH || second)
    return "strong and weak fairness must not alternate";
  return joint == TEMPORAL_OR ? "strong and weak fairness can only be joined by &" : NULL;
}

/* assumption = terms ["&" terms]: strong ones, then weak ones, or the reverse
 * terms = term {("&" | "or") term} */
static Temporal *read_assumption(Reader *r, Temporal *left)
{
  FairSort sort = sort_of(left);
  Temporal *first = NULL; /* the terms of the other sort, which stand in front */
  while (at_infix(r, TLEVEL_CHAIN)) {
    TemporalKind joint = reader_take(r).node;
    Temporal *right = read_until(r);
    if (r->failed) return right;
    if (!temporal_is_assumption(right)) {
      Diag *d = reader_error(r, right->span,
                             "this is not fairness: assumptions consist of SF, WF, "
                             "SEF and WEF");
      reader_hint(r, d, "a formula is assumed with => behind it: SF(a) => (f => g)");
      return right;
    }
    FairSort other = sort_of(right);
    const char *wrong =
        other == sort && sort != SORT_BOTH ? NULL : sort_error(sort, other, joint, first != NULL);
    if (wrong) {
      Diag *d = reader_error(r, right->span, "%s", wrong);
      reader_hint(r, d, "write (SF(a) & SF(b)) & (WF(c) & WF(d)) => f");
      return right;
    }
    if (other == sort) left = join(r, joint, left, right);
    else {
      first = left;
      left = right;
      sort = other;
    }
  }
  return first ? join(r, TEMPORAL_AND, first, left) : left;
}

/* ---------------------------------------------------------------- operators */

/* chain = until {("&" | "or") until} | assumption */
static Temporal *read_chain(Reader *r)
{
  Temporal *left = read_until(r);
  if (temporal_is_assumption(left)) return read_assumption(r, left);
  while (at_infix(r, TLEVEL_CHAIN)) {
    TemporalKind kind = reader_take(r).node;
    left = join(r, kind, left, plain(r, read_until(r)));
  }
  return left;
}

/* implication = chain {"=>" chain} */
static Temporal *read_implication(Reader *r, Temporal *left)
{
  while (at_word(r, TEMPORAL_IMPLIES)) {
    reader_take(r);
    left = join(r, TEMPORAL_IMPLIES, left, plain(r, read_chain(r)));
  }
  return left;
}

/* formula = assumption "=>" formula | implication ["<=>" implication]
 * An assumption without a formula is left to the caller, who may have opened a bracket. */
static Temporal *read_formula(Reader *r)
{
  Temporal *left = read_chain(r);
  if (temporal_is_assumption(left)) {
    if (at_word(r, TEMPORAL_IMPLIES) && reader_enter(r)) {
      reader_take(r);
      left = join(r, TEMPORAL_ASSUMING, left, plain(r, read_formula(r)));
      r->depth--;
    }
  } else {
    left = read_implication(r, left);
    if (at_word(r, TEMPORAL_EQUIVALENT)) {
      reader_take(r);
      Temporal *right = plain(r, read_chain(r));
      left = join(r, TEMPORAL_EQUIVALENT, left, read_implication(r, right));
    }
    if (at_word(r, TEMPORAL_EQUIVALENT)) {
      Diag *d =
          reader_error(r, reader_span(r, r->next.begin, r->next.end), "<=> is not associative");
      reader_hint(r, d, "write (a <=> b) <=> c or a <=> (b <=> c)");
    }
  }
  return left;
}

Temporal *read_plain_formula(Reader *r) { return plain(r, read_formula(r)); }

static Reader reader_of(const TemporalReading *reading, const Source *source, TemporalLogic logic)
{
  Reader r = {.reading = reading,
              .logic = logic,
              .arena = reading->context->arena,
              .diags = reading->context->diags,
              .source = source,
              .end = source->text + source->length};
  reader_go_to(&r, source->text);
  return r;
}

static void expect_end(Reader *r)
{
  if (r->next.kind != LEXEME_END) reader_unexpected(r, infix);
}

/* What a formula with patterns stands for, and how it is written. */
static Temporal *expand(Reader *r, Temporal *written)
{
  Shapes *s = r->shapes;
  if (r->failed || !s || (!s->calls.len && !s->comments)) return written;
  s->text.formula = written;
  shape_find_callees(r);
  if (r->failed) return written;
  Temporal *root = arena_alloc(r->arena, sizeof *root);
  *root = *shape_expand(r);
  TemporalWritten *w = arena_alloc(r->arena, sizeof *w);
  *w = (TemporalWritten){s->comments ? NULL : written, r->source->text};
  root->written = w;
  return root;
}

/* text = {definition | statement} formula, which is an assumption only by mistake */
static Temporal *read_text(Reader *r)
{
  if (r->logic == LOGIC_LTL) read_shape_statements(r);
  Temporal *t = read_formula(r);
  if (r->failed || !temporal_is_assumption(t) || r->next.kind != LEXEME_END) return t;
  Diag *d = reader_error(r, t->span, "fairness is an assumption, not a formula");
  reader_hint(r, d, "write SF(a) => f: every fair path satisfies f");
  return t;
}

Temporal *temporal_parse(const TemporalReading *reading, const Source *source, TemporalLogic logic)
{
  Reader r = reader_of(reading, source, logic);
  Shapes shapes;
  shapes_open(&shapes, &r);
  reader_go_to(&r, source->text);
  Temporal *t = read_text(&r);
  expect_end(&r);
  t = expand(&r, t);
  shapes_close(&shapes);
  return r.failed ? reader_wrong(&r) : t;
}

Temporal *temporal_parse_assumption(const TemporalReading *reading, const Source *source)
{
  Reader r = reader_of(reading, source, LOGIC_LTL);
  Temporal *t = read_chain(&r);
  if (!r.failed && !temporal_is_assumption(t))
    reader_error(&r, t->span, "this is not fairness: assumptions consist of SF, WF, SEF and WEF");
  expect_end(&r);
  return r.failed ? reader_wrong(&r) : t;
}
