#include "random/mutants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "random/certificate_lines.h"

const char *mutant_kind_text(MutantKind kind)
{
#define MUTANT(name, what) what,
  static const char *const texts[] = {
#include "random/mutants.def"
  };
#undef MUTANT
  return texts[kind];
}

typedef struct {
  Random *random;
  Lines lines; /* without the last one, which has the hash; [0] is the head */
} Mutation;

/* The rules by their numbers in a certificate (docs/proving.md). */
enum { INPUT = 0, INSTANCE = 2, CHOICE = 3, LAW = 4, ARITHMETIC = 6, UNITS = 11, RULES = 12 };

static uint32_t below(Mutation *m, uint64_t n) { return (uint32_t) random_below(m->random, n); }

/* ------------------------------------------------------------------- words of lines */

/* A line, taken apart: t NUMBER OPERATOR SORT PAYLOAD TERMS…, c NUMBER RULE DATA… : LITERALS… */
typedef struct {
  char **line;
  Words words;
  uint32_t colon; /* of a step: the place of the colon */
} Cut;

static void take(Mutation *m, uint32_t at, Cut *c)
{
  *c = (Cut){.line = &m->lines.data[at]};
  words_cut(*c->line, &c->words);
  while (c->colon < c->words.len && strcmp(c->words.data[c->colon], ":") != 0) c->colon++;
}

/* Joins the words again; the one at `at` becomes `word`, or nothing if that is NULL. */
static void put(Cut *c, uint32_t at, const char *word)
{
  Text text = {0};
  for (uint32_t i = 0; i < c->words.len; i++) {
    const char *w = i == at ? word : c->words.data[i];
    if (w) text_printf(&text, "%s%s", text.len ? " " : "", w);
  }
  free(*c->line);
  *c->line = strdup(text_string(&text));
  vec_free(&c->words);
  text_free(&text);
}

static void put_back(Cut *c) { put(c, UINT32_MAX, NULL); }

/* A line of the kind, of a rule if it is one of a step (RULES: any); 0: there is none. */
static uint32_t some_line(Mutation *m, char kind, int rule)
{
  uint32_t found = 0, seen = 0;
  for (uint32_t i = 1; i < m->lines.len; i++) {
    const char *line = m->lines.data[i];
    if (*line != kind) continue;
    const char *second = strchr(line + 2, ' ');
    if (kind == 'c' && rule < RULES && (!second || atoi(second + 1) != rule)) continue;
    if (below(m, ++seen) == 0) found = i;
  }
  return found;
}

/* The number of a term of the same sort as this one, itself for want of another. */
static void other_term(Mutation *m, const char *number, char *other, size_t size)
{
  char sort[32] = "";
  uint32_t seen = 0;
  snprintf(other, size, "%s", number);
  for (int second = 0; second < 2; second++)
    for (uint32_t i = 1; i < m->lines.len; i++) {
      char id[32], of[32];
      if (sscanf(m->lines.data[i], "t %31s %*s %31s", id, of) != 2) continue;
      bool same = !strcmp(id, number);
      if (!second && same) snprintf(sort, sizeof sort, "%s", of);
      if (second && !same && !strcmp(of, sort) && below(m, ++seen) == 0)
        snprintf(other, size, "%s", id);
    }
}

/* ------------------------------------------------------------------------ steps */

static void change_rule(Mutation *m)
{
  Cut c;
  char word[32];
  uint32_t at = some_line(m, 'c', RULES);
  if (!at) return;
  take(m, at, &c);
  snprintf(word, sizeof word, "%u", (unsigned) below(m, RULES));
  put(&c, 2, word);
}

/* One of the data that are terms: of the values of an instance, or the term of a law. */
static void change_term_datum(Mutation *m, int rule, uint32_t first)
{
  Cut c;
  uint32_t at = some_line(m, 'c', rule);
  if (!at) return;
  take(m, at, &c);
  if (first >= c.colon) {
    put_back(&c);
    return;
  }
  uint32_t which = first + below(m, c.colon - first);
  char word[32], old[32];
  snprintf(old, sizeof old, "%s", c.words.data[which]);
  put_back(&c);
  other_term(m, old, word, sizeof word);
  take(m, at, &c);
  put(&c, which, word);
}

/* One of the data that are numbers. */
static void change_number_datum(Mutation *m, int rule, uint32_t most)
{
  Cut c;
  char word[32];
  uint32_t at = some_line(m, 'c', rule);
  if (!at) return;
  take(m, at, &c);
  uint32_t last = c.colon < 3 + most ? c.colon : 3 + most, which = 3 + below(m, last - 3);
  if (last == 3) {
    put_back(&c);
    return;
  }
  long long n = atoll(c.words.data[which]);
  snprintf(word, sizeof word, "%lld", below(m, 2) ? n + 1 - 2 * (long long) below(m, 2) : -n);
  if (rule != ARITHMETIC)
    snprintf(word, sizeof word, "%u", (unsigned) below(m, rule == LAW ? 130 : 40));
  put(&c, which, word);
}

static void change_literal(Mutation *m, MutantKind kind)
{
  Cut c;
  char word[32], old[32];
  uint32_t at = some_line(m, 'c', RULES);
  if (!at) return;
  take(m, at, &c);
  if (c.colon + 1 >= c.words.len) {
    put_back(&c);
    return;
  }
  uint32_t which = c.colon + 1 + below(m, c.words.len - c.colon - 1);
  bool negated = *c.words.data[which] == '-';
  snprintf(old, sizeof old, "%s", c.words.data[which] + negated);
  put_back(&c);
  other_term(m, old, word + 1, sizeof word - 1);
  *word = '-';
  if (kind == MUTANT_LITERAL_NEGATED) strcpy(word + 1, old), negated = !negated;
  take(m, at, &c);
  put(&c, which, kind == MUTANT_LITERAL_GONE ? NULL : word + !negated);
}

static void change_premise(Mutation *m, bool gone)
{
  Cut c;
  char word[32];
  uint32_t at = some_line(m, 'c', UNITS);
  if (!at) return;
  take(m, at, &c);
  long number = atol(c.words.data[1]);
  if (c.colon == 3 || number < 2) {
    put_back(&c);
    return;
  }
  snprintf(word, sizeof word, "%u", 1 + (unsigned) below(m, (uint64_t) number - 1));
  put(&c, 3 + below(m, c.colon - 3), gone ? NULL : word);
}

static void renumber(Mutation *m, uint32_t at, const char *number)
{
  Cut c;
  take(m, at, &c);
  put(&c, 1, number);
}

/* The numbers stay in their order, so that what refers to them means the other one. */
static void swap_steps(Mutation *m)
{
  uint32_t a = some_line(m, 'c', RULES), b = some_line(m, 'c', RULES);
  if (!a || !b || a == b) return;
  char first[32] = "", second[32] = "";
  sscanf(m->lines.data[a], "c %31s", first);
  sscanf(m->lines.data[b], "c %31s", second);
  char *line = m->lines.data[a];
  m->lines.data[a] = m->lines.data[b];
  m->lines.data[b] = line;
  renumber(m, a, first);
  renumber(m, b, second);
}

static void remove_line(Mutation *m, uint32_t at)
{
  free(m->lines.data[at]);
  memmove(m->lines.data + at, m->lines.data + at + 1,
          (m->lines.len - at - 1) * sizeof *m->lines.data);
  m->lines.len--;
}

/* Those behind it are numbered anew, as steps have to be. */
static void remove_step(Mutation *m)
{
  uint32_t at = some_line(m, 'c', RULES), number = 0;
  if (!at) return;
  remove_line(m, at);
  for (uint32_t i = 1; i < m->lines.len; i++) {
    char word[32];
    if (*m->lines.data[i] != 'c') continue;
    snprintf(word, sizeof word, "%" PRIu32, ++number);
    renumber(m, i, word);
  }
}

/* The literals of a step are taken away, and it is the last one. */
static void claim(Mutation *m)
{
  uint32_t at = some_line(m, 'c', RULES);
  if (!at) return;
  while (m->lines.len > at + 1) remove_line(m, m->lines.len - 1);
  char *line = m->lines.data[at], *colon = strstr(line, " :");
  if (colon) colon[2] = 0;
}

/* ------------------------------------------------------------------------ terms */

static void change_operator(Mutation *m)
{
  Cut c;
  char word[64];
  uint32_t at = some_line(m, 't', RULES), from = some_line(m, 't', RULES);
  if (!at || sscanf(m->lines.data[from], "t %*s %63s", word) != 1) return;
  take(m, at, &c);
  put(&c, 2, word);
}

static void change_operand(Mutation *m)
{
  Cut c;
  char old[32], word[32];
  uint32_t at = some_line(m, 't', RULES);
  if (!at) return;
  take(m, at, &c);
  uint32_t which = c.words.len > 5 ? 5 + below(m, c.words.len - 5) : 0;
  snprintf(old, sizeof old, "%s", c.words.data[which]);
  put_back(&c);
  if (!which) return;
  other_term(m, old, word, sizeof word);
  take(m, at, &c);
  put(&c, which, word);
}

/* Of another line of the kind, or one more or less. */
static void change_column(Mutation *m, char kind, uint32_t column)
{
  Cut c;
  char word[32] = "0";
  uint32_t at = some_line(m, kind, RULES), from = some_line(m, kind, RULES);
  if (!at) return;
  take(m, from, &c);
  if (column < c.words.len) snprintf(word, sizeof word, "%s", c.words.data[column]);
  put_back(&c);
  take(m, at, &c);
  if (column < c.words.len && (below(m, 2) || !strcmp(word, c.words.data[column])))
    snprintf(word, sizeof word, "%lld", atoll(c.words.data[column]) + (below(m, 2) ? 1 : -1));
  put(&c, column, word);
}

/* --------------------------------------------------------------------- any text */

/* One word is changed, taken away, repeated or negated. */
static void change_word(Mutation *m)
{
  Cut c;
  uint32_t at = 1 + below(m, m->lines.len - 1), from = some_line(m, *m->lines.data[at], RULES);
  char word[400], other[400] = "0";
  take(m, from, &c);
  if (c.words.len > 1)
    snprintf(other, sizeof other, "%s", c.words.data[1 + below(m, c.words.len - 1)]);
  put_back(&c);
  take(m, at, &c);
  uint32_t which = below(m, c.words.len), how = below(m, 6);
  const char *old = c.words.data[which];
  if (how == 1) snprintf(word, sizeof word, "%.190s %.190s", old, old);
  else if (how == 2)
    snprintf(word, sizeof word, "%s%.390s", *old == '-' ? "" : "-", old + (*old == '-'));
  else if (how == 3) snprintf(word, sizeof word, "%lld", atoll(old) + (below(m, 2) ? 1 : -1));
  else snprintf(word, sizeof word, "%s", other);
  put(&c, which, how == 0 ? NULL : word);
}

static void change_line(Mutation *m)
{
  uint32_t at = 1 + below(m, m->lines.len - 1), from = 1 + below(m, m->lines.len - 1);
  char **lines = m->lines.data;
  switch (below(m, 3)) {
  case 0: remove_line(m, at); break;
  case 1: {
    char *copy = strdup(lines[from]);
    free(lines[at]);
    lines[at] = copy;
    break;
  }
  default:
    if (at + 1 < m->lines.len) {
      char *next = lines[at + 1];
      lines[at + 1] = lines[at];
      lines[at] = next;
    }
  }
}

static void change(Mutation *m, MutantKind kind)
{
  switch (kind) {
  case MUTANT_RULE: change_rule(m); break;
  case MUTANT_INSTANCE: change_term_datum(m, below(m, 4) ? INSTANCE : CHOICE, 3); break;
  case MUTANT_LAW:
    if (below(m, 2)) change_number_datum(m, LAW, 1);
    else change_term_datum(m, LAW, 4);
    break;
  case MUTANT_INPUT: change_number_datum(m, INPUT, 1); break;
  case MUTANT_FACTOR: change_number_datum(m, ARITHMETIC, 100); break;
  case MUTANT_LITERAL_GONE:
  case MUTANT_LITERAL_NEGATED:
  case MUTANT_LITERAL_OTHER: change_literal(m, kind); break;
  case MUTANT_PREMISE_GONE: change_premise(m, true); break;
  case MUTANT_PREMISE_OTHER: change_premise(m, false); break;
  case MUTANT_STEPS_SWAPPED: swap_steps(m); break;
  case MUTANT_STEP_GONE: remove_step(m); break;
  case MUTANT_STEP_CLAIMED: claim(m); break;
  case MUTANT_OPERATOR: change_operator(m); break;
  case MUTANT_OPERAND: change_operand(m); break;
  case MUTANT_PAYLOAD: change_column(m, 't', 4); break;
  case MUTANT_SORT: change_column(m, below(m, 2) ? 't' : 's', 3); break;
  case MUTANT_WORD: change_word(m); break;
  default: change_line(m);
  }
}

bool mutant_make(Random *random, MutantKind kind, const char *certificate, Text *mutant)
{
  Mutation m = {.random = random};
  lines_split(certificate, &m.lines);
  free(m.lines.data[--m.lines.len]);
  change(&m, kind);
  text_clear(mutant);
  for (uint32_t i = 0; i < m.lines.len; i++) text_printf(mutant, "%s\n", m.lines.data[i]);
  size_t length = mutant->len;
  bool changed = strncmp(text_string(mutant), certificate, length) != 0 ||
                 strncmp(certificate + length, "end ", 4) != 0;
  text_printf(mutant, "end %016" PRIx64 "\n", XXH3_64bits(mutant->data, mutant->len));
  lines_free(&m.lines);
  return changed;
}
