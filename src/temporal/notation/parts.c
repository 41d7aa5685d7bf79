#include <string.h>

#include "base/vec.h"
#include "temporal/notation/notation_impl.h"

/* ---------------------------------------------------------------- text in B */

static bool begins(const char *at, const char *end, const char *text)
{
  size_t length = strlen(text);
  return (size_t) (end - at) >= length && !memcmp(at, text, length);
}

/* Behind the text that stands between two marks, or NULL if the second one is missing. */
static const char *behind(const char *at, const char *end, const char *mark, bool escapes)
{
  for (; at < end; at++) {
    if (begins(at, end, mark)) return at + strlen(mark);
    if (escapes && *at == '\n') return NULL;
    if (escapes && *at == '\\' && at + 1 < end) at++;
  }
  return NULL;
}

/* Brackets count in the rest of a text: strings, comments and quoted names are skipped as a whole.
 */
const char *part_skip(const char *at, const char *end)
{
  static const struct {
    const char *opening, *closing;
    bool escapes;
  } quotes[] = {{"\"", "\"", true}, {"'''", "'''", false}, {"```", "```", false},
                {"`", "`", true},   {"/*", "*/", false},   {"//", "\n", false}};
  for (unsigned i = 0; i < sizeof quotes / sizeof *quotes; i++) {
    if (!begins(at, end, quotes[i].opening)) continue;
    const char *after =
        behind(at + strlen(quotes[i].opening), end, quotes[i].closing, quotes[i].escapes);
    return after ? after : at + 1;
  }
  return at + 1;
}

/* The `}` that closes what was opened before `at`, or NULL. */
static const char *closing_brace(const char *at, const char *end)
{
  for (uint32_t depth = 0; at < end; at = part_skip(at, end)) {
    if (*at == '{') depth++;
    if (*at == '}' && depth-- == 0) return at;
  }
  return NULL;
}

const char *part_argument_end(const char *at, const char *end)
{
  for (uint32_t depth = 0; at < end; at = part_skip(at, end)) {
    if (depth == 0 && (*at == ',' || *at == ')')) return at;
    if (strchr("([{", *at) && *at) depth++;
    if (strchr(")]}", *at) && *at && depth > 0) depth--;
  }
  return NULL;
}

/* Reads the text as B, now or later.  A definition that is not known leaves an ERROR node although
 * nothing was wrong. */
static void read_part(Reader *r, TemporalPart *part)
{
  const TemporalReading *reading = r->reading;
  if (reading->parts == PARTS_LATER) return;
  ParseContext context = *reading->context;
  context.definitions_unknown = reading->parts == PARTS_ANYWHERE;
  part->node = parse_formula(&context, part->source, part->kind,
                             reading->parts == PARTS_WITH_UNIT ? reading->unit : NULL);
}

static TemporalPart *make_part(Reader *r, const char *begin, const char *end, FormulaKind kind)
{
  const char *from = begin, *to = end;
  while (from < to && strchr(" \t\r\n", *from)) from++;
  while (to > from && strchr(" \t\r\n", to[-1])) to--;
  TemporalPart *part = arena_alloc(r->arena, sizeof *part);
  part->kind = kind;
  part->scope = r->scope;
  part->span = reader_span(r, from, to);
  part->source = source_part(r->arena, r->source, reader_span(r, begin, end));
  if (from == to)
    reader_error(r, reader_span(r, from > r->source->text ? from - 1 : from, end + 1),
                 "expected %s here", kind == FORMULA_PRED ? "a predicate" : "an expression");
  else read_part(r, part);
  return part;
}

/* braces = "{" text in B "}" */
TemporalPart *read_braces(Reader *r, FormulaKind kind)
{
  const char *open = r->next.begin, *close = closing_brace(open + 1, r->end);
  if (!close) {
    reader_error(r, reader_span(r, open, open + 1), "this brace is not closed");
    return NULL;
  }
  TemporalPart *part = make_part(r, open + 1, close, kind);
  if (!r->failed) reader_go_to(r, close + 1);
  return part;
}

/* --------------------------------------------------------------- operations */

static void pattern_error(Reader *r, const char *at, const char *what)
{
  const char *end = at < r->end ? lexeme_at(at, r->end, r->logic).end : at;
  if (at < r->end && lexeme_name(at, r->end)) end = at + lexeme_name(at, r->end);
  if (at == r->end) reader_error(r, reader_span(r, at, end), "unexpected end, expected %s", what);
  else
    reader_error(r, reader_span(r, at, end), "unexpected '%s', expected %s",
                 reader_shown(r, at, end), what);
}

/* argument = "_" | expression in B; *at is behind the "(", and then behind the ")" */
static void read_arguments(Reader *r, TemporalPattern *pattern, const char **at)
{
  VEC(TemporalPart *) arguments = {0};
  const char *open = *at - 1, *from = *at, *end;
  while (!r->failed && (end = part_argument_end(from, r->end))) {
    TemporalPart *part = NULL;
    const char *text = lexeme_skip_blanks(from, end);
    bool any = text < end && *text == '_' && lexeme_skip_blanks(text + 1, end) == end;
    if (!any) part = make_part(r, from, end, FORMULA_EXPR);
    vec_push(&arguments, part);
    from = end + 1;
    if (*end == ')') break;
  }
  if (!r->failed && (from == *at || from[-1] != ')'))
    reader_error(r, reader_span(r, open, open + 1), "this bracket is not closed");
  pattern->has_arguments = true;
  pattern->count = arguments.len;
  pattern->arguments = arena_new_array(r->arena, TemporalPart *, arguments.len + 1);
  memcpy(pattern->arguments, arguments.data ? arguments.data : pattern->arguments,
         arguments.len * sizeof *arguments.data);
  vec_free(&arguments);
  *at = from;
}

/* pattern = name ["(" argument {"," argument} ")"] */
TemporalPattern *read_pattern(Reader *r, const char *at, const char **after)
{
  at = *after = lexeme_skip_blanks(at, r->end);
  const char *quote = at < r->end && *at == '`' ? behind(at + 1, r->end, "`", true) : NULL;
  size_t length = quote ? (size_t) (quote - at) : lexeme_name(at, r->end);
  if (length == 0) {
    pattern_error(r, at, "the name of an operation");
    return NULL;
  }
  TemporalPattern *pattern = arena_alloc(r->arena, sizeof *pattern);
  const char *end = at + length, *open = lexeme_skip_blanks(end, r->end);
  pattern->name = quote ? names_intern(r->reading->context->names, at + 1, length - 2)
                        : names_intern(r->reading->context->names, at, length);
  pattern->name_span = reader_span(r, at, end);
  pattern->scope = r->scope;
  if (open < r->end && *open == '(') {
    end = open + 1;
    read_arguments(r, pattern, &end);
  }
  pattern->span = reader_span(r, at, end);
  *after = lexeme_skip_blanks(end, r->end);
  return r->failed ? NULL : pattern;
}

static void set_patterns(Reader *r, Temporal *t, TemporalPattern *const *patterns, uint32_t count)
{
  t->pattern_count = count;
  t->patterns = arena_new_array(r->arena, TemporalPattern *, count + 1);
  for (uint32_t i = 0; i < count; i++) t->patterns[i] = patterns[i];
}

void read_patterns(Reader *r, Temporal *t, Lexeme word, bool many)
{
  VEC(TemporalPattern *) patterns = {0};
  const char *at = word.end;
  for (;;) {
    TemporalPattern *pattern = read_pattern(r, at, &at);
    if (!pattern) break;
    vec_push(&patterns, pattern);
    if (many && at < r->end && *at == ',') {
      at++;
      continue;
    }
    if (at < r->end && *at == ')') reader_go_to(r, at + 1);
    else pattern_error(r, at, many ? "',' or ')'" : "')'");
    break;
  }
  set_patterns(r, t, patterns.data, patterns.len);
  vec_free(&patterns);
}

void read_step(Reader *r, Temporal *t)
{
  const char *open = r->next.begin, *at = lexeme_skip_blanks(open + 1, r->end);
  if (at < r->end && *at == ']') {
    Diag *d = reader_error(r, reader_span(r, open, at + 1), "'[]' is no operator here");
    reader_hint(r, d,
                r->logic == LOGIC_CTL ? "[op] is a step, AG is `always`"
                                      : "write G for `always`; [op] is a step");
    if (d) diag_replace(r->diags, d, d->span, r->logic == LOGIC_CTL ? "AG" : "G");
    return;
  }
  TemporalPattern *pattern = read_pattern(r, at, &at);
  if (!pattern) return;
  set_patterns(r, t, &pattern, 1);
  if (at < r->end && *at == ']') reader_go_to(r, at + 1);
  else pattern_error(r, at, "']'");
}
