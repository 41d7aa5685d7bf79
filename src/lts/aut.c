#include "lts/aut.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/names.h"
#include "base/vec.h"
#include "lts/plain.h"

/* Label 0 is the beginning; those of the file follow in order of first use. */
enum { LABEL_BEGIN, LABEL_FIRST };

typedef struct {
  uint32_t from, label, to;
} AutEdge;

typedef struct {
  Lts lts; /* first */
  Names *names;
  VEC(const Name *) labels; /* by label - LABEL_FIRST */
  VEC(AutEdge) edges;       /* ascending once it is read */
  VEC(bool) ends;           /* by state: it is reached by tick, and has no edges */
  uint32_t first, states;
} Aut;

static void free_aut(Lts *);

static Aut *aut_of(Lts *lts)
{
  assert(lts->free == free_aut);
  return (Aut *) lts;
}

/* ------------------------------------------------------------------ reading */

typedef struct {
  Aut *aut;
  const Source *source;
  Diags *diags;
  uint32_t at, end; /* what is left of the line */
  uint32_t announced;
} Reader;

static Span span_at(const Reader *r, uint32_t begin, uint32_t end)
{
  if (end <= begin) end = begin + (begin < r->source->length);
  return (Span){r->source->base + begin, r->source->base + end};
}

static bool expected(const Reader *r, const char *what)
{
  diag_error(r->diags, span_at(r, r->at, r->at + 1 <= r->end ? r->at + 1 : r->at), "syntax",
             "expected %s", what);
  return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static void skip_blanks(Reader *r)
{
  while (r->at < r->end && is_blank(r->source->text[r->at])) r->at++;
}

static bool take(Reader *r, char c)
{
  skip_blanks(r);
  if (r->at < r->end && r->source->text[r->at] == c) return r->at++, true;
  return expected(r, (char[]){'\'', c, '\'', 0});
}

/* A number below `limit`; `what` is said of one that is too large. */
static bool take_number(Reader *r, uint64_t limit, const char *what, uint32_t *number)
{
  skip_blanks(r);
  const char *text = r->source->text;
  uint32_t begin = r->at;
  uint64_t value = 0;
  for (; r->at < r->end && text[r->at] >= '0' && text[r->at] <= '9'; r->at++)
    if (value < UINT32_MAX) value = value * 10 + (uint64_t) (text[r->at] - '0');
  if (r->at == begin) return expected(r, "a number");
  if (value >= limit) {
    diag_error(r->diags, span_at(r, begin, r->at), "out-of-range", "%s", what);
    return false;
  }
  *number = (uint32_t) value;
  return true;
}

static bool take_end(Reader *r)
{
  if (!take(r, ')')) return false;
  skip_blanks(r);
  return r->at == r->end || expected(r, "the end of the line");
}

/* des ( number , number , number ) */
static bool read_header(Reader *r)
{
  static const char large[] = "the number is too large";
  skip_blanks(r);
  if (r->end - r->at < 3 || memcmp(r->source->text + r->at, "des", 3) != 0)
    return expected(r, "the header des (first, transitions, states)");
  r->at += 3;
  if (!take(r, '(')) return false;
  skip_blanks(r);
  uint32_t begin = r->at, states;
  if (!take_number(r, UINT32_MAX, large, &r->aut->first)) return false;
  Span first = span_at(r, begin, r->at);
  if (!take(r, ',') || !take_number(r, UINT32_MAX, large, &r->announced) || !take(r, ',') ||
      !take_number(r, UINT32_MAX, large, &states) || !take_end(r))
    return false;
  r->aut->states = states;
  if (r->aut->first < states) return true;
  diag_error(r->diags, first, "out-of-range",
             "state %u does not exist: the header announces %u states", r->aut->first, states);
  return false;
}

static uint32_t label_number(Aut *aut, const char *text, uint32_t length)
{
  const Name *name = names_intern(aut->names, text, length);
  if (name->id == aut->labels.len) vec_push(&aut->labels, name);
  return LABEL_FIRST + name->id;
}

/* The label stands between the first and the last comma of the line, so that it
 * may have commas and quotes inside. */
static bool read_label(Reader *r, uint32_t *label)
{
  const char *text = r->source->text;
  skip_blanks(r);
  uint32_t begin = r->at, comma = r->end;
  while (comma > begin && text[comma] != ',') comma--;
  if (comma == begin) return expected(r, "a label and ','");
  uint32_t end = comma;
  while (end > begin && is_blank(text[end - 1])) end--;
  if (text[begin] == '"') {
    if (end - begin < 2 || text[end - 1] != '"') {
      diag_error(r->diags, span_at(r, begin, end), "unclosed-string",
                 "the label has no closing quote");
      return false;
    }
    begin++, end--;
  }
  *label = label_number(r->aut, text + begin, end - begin);
  r->at = comma;
  return true;
}

/* ( number , label , number ) */
static void read_edge(Reader *r)
{
  static const char range[] = "the header announces fewer states";
  AutEdge e;
  if (take(r, '(') && take_number(r, r->aut->states, range, &e.from) && take(r, ',') &&
      read_label(r, &e.label) && take(r, ',') && take_number(r, r->aut->states, range, &e.to) &&
      take_end(r))
    vec_push(&r->aut->edges, e);
}

static int by_number(const void *a, const void *b)
{
  const AutEdge *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  if (x->label != y->label) return x->label < y->label ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

/* Sets at and end to the next line that is not blank; false after the last. */
static bool next_line(Reader *r, uint32_t *position)
{
  const char *text = r->source->text;
  while (*position < r->source->length) {
    r->at = r->end = *position;
    while (r->end < r->source->length && text[r->end] != '\n' && text[r->end] != '\r') r->end++;
    *position = r->end + 1;
    skip_blanks(r);
    if (r->at < r->end) return true;
  }
  r->at = r->end = r->source->length;
  return false;
}

static void read_lines(Reader *r)
{
  uint32_t position = 0, errors = diags_errors(r->diags);
  next_line(r, &position);
  Span header = span_at(r, r->at, r->end);
  if (!read_header(r)) return;
  while (next_line(r, &position)) read_edge(r);
  if (diags_errors(r->diags) == errors && r->aut->edges.len != r->announced)
    diag_warning(r->diags, header, "count", "the header announces %u transition%s, but there %s %u",
                 r->announced, text_plural(r->announced), r->aut->edges.len == 1 ? "is" : "are",
                 r->aut->edges.len);
}

/* --------------------------------------------------------------- the system */

static void initial(Lts *lts, Sink *sink)
{
  Value state = value_small(aut_of(lts)->first);
  if (aut_of(lts)->states) sink->accept(sink, &(Transition){LABEL_BEGIN, NULL, &state});
}

/* The first edge of the state, if it has any. */
static uint32_t first_edge(const Aut *aut, uint32_t from)
{
  uint32_t low = 0, high = aut->edges.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (aut->edges.data[middle].from < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void next(Lts *lts, const Value *state, Sink *sink)
{
  const Aut *aut = aut_of(lts);
  uint32_t from = (uint32_t) value_small_int(*state), low = first_edge(aut, from);
  for (; low < aut->edges.len && aut->edges.data[low].from == from; low++) {
    Value to = value_small(aut->edges.data[low].to);
    sink->accept(sink, &(Transition){aut->edges.data[low].label, NULL, &to});
  }
}

static const char *label_name(Lts *lts, uint32_t label)
{
  return label == LABEL_BEGIN ? "INITIALISATION"
                              : aut_of(lts)->labels.data[label - LABEL_FIRST]->text;
}

static bool is_hidden(Lts *lts, uint32_t label)
{
  const char *name = label_name(lts, label);
  return !strcmp(name, "i") || !strcmp(name, "tau");
}

static bool is_tick(Lts *lts, uint32_t label) { return !strcmp(label_name(lts, label), "tick"); }

static bool is_terminated(Lts *lts, const Value *state)
{
  return aut_of(lts)->ends.data[value_small_int(*state)];
}

static uint32_t label_arguments(Lts *lts, uint32_t label, uint32_t *results)
{
  (void) lts, (void) label;
  return *results = 0;
}

static const char *argument_name(Lts *lts, uint32_t label, uint32_t i)
{
  (void) lts, (void) label, (void) i;
  return "";
}

static void print_argument(Lts *lts, Text *text, uint32_t label, uint32_t i, Value v)
{
  (void) lts, (void) text, (void) label, (void) i, (void) v;
}

static const char *column_name(Lts *lts, uint32_t column)
{
  (void) lts, (void) column;
  return "state";
}

static void print_column(Lts *lts, Text *text, uint32_t column, Value v)
{
  (void) lts, (void) column;
  text_printf(text, "%lld", (long long) value_small_int(v));
}

static void free_aut(Lts *lts)
{
  Aut *aut = aut_of(lts);
  names_free(aut->names);
  vec_free(&aut->labels);
  vec_free(&aut->edges);
  vec_free(&aut->ends);
  free(aut);
}

static void find_ends(Aut *aut)
{
  for (uint32_t i = 0; i < aut->states; i++) vec_push(&aut->ends, false);
  for (uint32_t i = 0; i < aut->edges.len; i++) {
    const AutEdge *e = &aut->edges.data[i];
    uint32_t after = first_edge(aut, e->to);
    bool moves = after < aut->edges.len && aut->edges.data[after].from == e->to;
    if (!moves && is_tick(&aut->lts, e->label)) aut->ends.data[e->to] = true;
  }
}

Lts *aut_read(const Source *source, Diags *diags)
{
  Aut *aut = calloc(1, sizeof *aut);
  if (!aut) memory_exhausted();
  aut->names = names_new();
  Reader r = {.aut = aut, .source = source, .diags = diags};
  read_lines(&r);
  if (aut->edges.len) qsort(aut->edges.data, aut->edges.len, sizeof *aut->edges.data, by_number);
  aut->lts = (Lts){.width = 1,
                   .label_count = LABEL_FIRST + aut->labels.len,
                   .first_operation = LABEL_FIRST,
                   .initial = initial,
                   .next = next,
                   .is_setup = lts_plain_is_setup,
                   .holds = lts_plain_holds,
                   .predicate = lts_plain_predicate,
                   .is_hidden = is_hidden,
                   .is_tick = is_tick,
                   .is_terminated = is_terminated,
                   .label_name = label_name,
                   .label_arguments = label_arguments,
                   .argument_name = argument_name,
                   .print_argument = print_argument,
                   .column_name = column_name,
                   .print_column = print_column,
                   .free = free_aut};
  find_ends(aut);
  return &aut->lts;
}
