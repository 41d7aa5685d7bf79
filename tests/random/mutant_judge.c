#include <ccadical.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/vec.h"
#include "random/certificate_lines.h"
#include "random/mutants.h"

/* Nothing of the checker is used: what a changed certificate says is read from its text. */
typedef struct {
  uint64_t deep; /* a hash of all that it says and rests on */
  uint64_t rule;
  VEC(uint64_t) literals; /* hashes of terms, the lowest bit: negated */
  VEC(uint32_t) from;     /* clauses: of what follows by units */
  bool needed;
} Clause;

typedef struct { /* hashes of the formula and of its sides */
  uint64_t formula, sides[2];
} Equality;

typedef struct {
  VEC(uint64_t) sorts, terms; /* hashes of what they say, by their numbers */
  VEC(Equality) equalities;
  VEC(uint64_t) values; /* TRUE, 3 …: hashes of terms that differ from each other */
  VEC(Clause) clauses;  /* [0] is none */
} Steps;

enum { EQUALITY = 5, UNITS = 11 };

static uint64_t mix(uint64_t h, uint64_t x) { return XXH3_64bits_withSeed(&x, sizeof x, h); }

static uint64_t word_hash(const char *word) { return XXH3_64bits(word, strlen(word)); }

#define AT(list, word) ((uint64_t) atoll(word) < (list).len ? (list).data[atoll(word)] : 0)
#define KEEP(list, word, hash) \
  do { \
    while ((list).len <= (uint64_t) atoll(word)) vec_push(&(list), 0); \
    (list).data[atoll(word)] = (hash); \
  } while (0)

static void read_clause(Steps *s, const Words *w)
{
  Clause c = {.rule = (uint64_t) atoll(w->data[2])};
  uint64_t data = c.rule, sum = 0;
  uint32_t i = 3;
  for (; i < w->len && strcmp(w->data[i], ":") != 0; i++) {
    uint64_t n = (uint64_t) atoll(w->data[i]);
    bool term =
        c.rule == 2 || c.rule == 3 || (c.rule >= 7 && c.rule <= 10) || (c.rule == 4 && i == 4);
    if (c.rule == UNITS) vec_push(&c.from, (uint32_t) n);
    if (c.rule == UNITS) n = n < s->clauses.len ? s->clauses.data[n].deep : 0;
    data = c.rule == UNITS ? data + mix(5, n) : mix(data, term ? AT(s->terms, w->data[i]) : n);
  }
  for (i++; i < w->len; i++) {
    bool negated = *w->data[i] == '-';
    uint64_t literal = (AT(s->terms, w->data[i] + negated) & ~UINT64_C(1)) | negated;
    vec_push(&c.literals, literal);
    sum += mix(7, literal);
  }
  c.deep = mix(data, sum);
  vec_push(&s->clauses, c);
}

static void note_term(Steps *s, const Words *w, uint64_t hash)
{
  const char *op = w->data[2];
  if (!strcmp(op, "TRUE") || !strcmp(op, "FALSE") || !strcmp(op, "INTEGER_LIT"))
    vec_push(&s->values, hash);
  if (strcmp(op, "EQUAL") != 0 || w->len != 7) return;
  Equality e = {hash & ~UINT64_C(1), {AT(s->terms, w->data[5]), AT(s->terms, w->data[6])}};
  vec_push(&s->equalities, e);
}

static void read_steps(const char *text, Steps *s)
{
  Lines lines = {0};
  lines_split(text, &lines);
  vec_push(&s->clauses, (Clause){0});
  for (uint32_t i = 1; i < lines.len; i++) {
    Words w = {0};
    words_cut(lines.data[i], &w);
    if (*w.data[0] == 's' && w.len == 5) {
      uint64_t h = mix(word_hash(w.data[2]), AT(s->sorts, w.data[3]));
      h = mix(h, AT(s->sorts, w.data[4]));
      int kind = atoi(w.data[2]); /* sets of the model differ by their numbers */
      KEEP(s->sorts, w.data[1], kind == 3 || kind == 4 ? mix(h, word_hash(w.data[1])) : h);
    } else if (*w.data[0] == 't' && w.len >= 5) {
      uint64_t h = mix(mix(word_hash(w.data[2]), AT(s->sorts, w.data[3])), word_hash(w.data[4]));
      for (uint32_t k = 5; k < w.len; k++) h = mix(h, AT(s->terms, w.data[k]));
      KEEP(s->terms, w.data[1], h);
      note_term(s, &w, h);
    } else if (*w.data[0] == 'c' && w.len >= 4) read_clause(s, &w);
    vec_free(&w);
  }
  lines_free(&lines);
}

static void steps_free(Steps *s)
{
  for (uint32_t i = 0; i < s->clauses.len; i++) {
    vec_free(&s->clauses.data[i].literals);
    vec_free(&s->clauses.data[i].from);
  }
  vec_free(&s->clauses);
  vec_free(&s->terms);
  vec_free(&s->sorts);
  vec_free(&s->equalities);
  vec_free(&s->values);
}

static bool has_literal(const Clause *c, uint64_t literal)
{
  for (uint32_t i = 0; i < c->literals.len; i++)
    if (c->literals.data[i] == literal) return true;
  return false;
}

/* Has the original a clause of some of these literals, that holds by its rule alone? */
static bool is_weaker(const Steps *original, const Clause *c)
{
  for (uint32_t i = 1; i < original->clauses.len; i++) {
    const Clause *o = &original->clauses.data[i];
    bool all = o->rule != UNITS;
    for (uint32_t k = 0; k < o->literals.len && all; k++) all = has_literal(c, o->literals.data[k]);
    if (all) return true;
  }
  return false;
}

static bool is_value(const Steps *s, uint64_t hash)
{
  for (uint32_t i = 0; i < s->values.len; i++)
    if (s->values.data[i] == hash) return true;
  return false;
}

/* x = 1 and x = 2 */
static bool exclude_each_other(const Steps *s, const Equality *a, const Equality *b)
{
  for (int i = 0; i < 4; i++) {
    uint64_t x = a->sides[i / 2], v = a->sides[1 - i / 2], w = b->sides[1 - i % 2];
    if (x == b->sides[i % 2] && v != w && is_value(s, v) && is_value(s, w)) return true;
  }
  return false;
}

/* Of what the clause denies two equations give a term two values: the others are of no matter. */
static bool denies_two_values(const Steps *s, const Clause *c)
{
  for (uint32_t i = 0; i < s->equalities.len && c->rule == EQUALITY; i++)
    for (uint32_t k = 0; k < i; k++) {
      const Equality *a = &s->equalities.data[i], *b = &s->equalities.data[k];
      if (has_literal(c, a->formula | 1) && has_literal(c, b->formula | 1) &&
          exclude_each_other(s, a, b))
        return true;
    }
  return false;
}

typedef VEC(uint64_t) Variables;

static int variable(Variables *known, uint64_t literal)
{
  uint64_t h = literal & ~UINT64_C(1);
  uint32_t i = 0;
  while (i < known->len && known->data[i] != h) i++;
  if (i == known->len) vec_push(known, h);
  return literal & 1 ? -(int) (i + 1) : (int) (i + 1);
}

/* Does the clause follow from those before it? */
static bool follows(const Steps *s, uint32_t which)
{
  CCaDiCaL *solver = ccadical_init();
  Variables known = {0};
  ccadical_set_option(solver, "quiet", 1);
  for (uint32_t i = 1; i < which; i++) {
    const Clause *c = &s->clauses.data[i];
    for (uint32_t k = 0; k < c->literals.len; k++)
      ccadical_add(solver, variable(&known, c->literals.data[k]));
    ccadical_add(solver, 0);
  }
  const Clause *c = &s->clauses.data[which];
  for (uint32_t k = 0; k < c->literals.len; k++) {
    ccadical_add(solver, -variable(&known, c->literals.data[k]));
    ccadical_add(solver, 0);
  }
  bool none = ccadical_solve(solver) == 20;
  ccadical_release(solver);
  vec_free(&known);
  return none;
}

MutantWorth mutant_judge(const char *certificate, const char *mutant)
{
  Steps old = {0}, new = {0};
  read_steps(certificate, &old);
  read_steps(mutant, &new);
  uint32_t last = new.clauses.len - 1;
  bool same = old.clauses.data[old.clauses.len - 1].deep == new.clauses.data[last].deep,
       fine = true;
  new.clauses.data[last].needed = true;
  for (uint32_t i = last; i > 0 && fine && !same; i--) {
    Clause *c = &new.clauses.data[i];
    for (uint32_t k = 0; k < c->from.len && c->needed; k++)
      new.clauses.data[c->from.data[k]].needed = true;
    if (!c->needed) continue;
    fine = c->rule == UNITS ? follows(&new, i) : is_weaker(&old, c) || denies_two_values(&new, c);
  }
  steps_free(&old);
  steps_free(&new);
  return same ? MUTANT_SAME : fine ? MUTANT_FOLLOWS : MUTANT_SUSPICIOUS;
}
