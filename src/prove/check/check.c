#include "prove/check/check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "prove/check/check_impl.h"

enum { MOST_TERMS = 4000000, MOST_PER_LINE = 100000 };

/* Reads a certificate line by line.  Numbers of the text become terms, sorts and clauses here. */
typedef struct {
  Checker x;
  const char *text, *at;
  uint32_t line;
  CheckTerms terms;    /* by their numbers in the text; 0: not known */
  VEC(FreeSorts) free; /* of the terms */
  VEC(Sort) sorts;     /* likewise, UINT32_MAX: not known */
  Text *error;
} CertificateReader;

static bool refuse(CertificateReader *r, const char *what)
{
  text_printf(r->error, "line %" PRIu32 ": %s", r->line, what);
  return false;
}

static bool skip(CertificateReader *r, const char *word)
{
  size_t length = strlen(word);
  if (strncmp(r->at, word, length) != 0) return false;
  r->at += length;
  return true;
}

/* A decimal number behind a space, as it is written: without other spaces, signs or zeros. */
static bool number(CertificateReader *r, int64_t *value)
{
  const char *p = r->at;
  if (*p++ != ' ') return false;
  bool negative = *p == '-';
  if (negative) p++;
  if (*p < '0' || *p > '9' || (*p == '0' && (negative || (p[1] >= '0' && p[1] <= '9'))))
    return false;
  __int128 n = 0;
  for (; *p >= '0' && *p <= '9'; p++) {
    n = n * 10 + (*p - '0');
    if (n > INT64_MAX) return false;
  }
  *value = (int64_t) (negative ? -n : n);
  r->at = p;
  return true;
}

static bool sort_number(CertificateReader *r, Sort *s)
{
  int64_t n;
  if (!number(r, &n) || n < 0) return false;
  if (n == 0) return *s = 0, true;
  if (n >= r->sorts.len || r->sorts.data[n] == UINT32_MAX) return false;
  *s = r->sorts.data[n];
  return true;
}

static bool term_number(CertificateReader *r, int64_t *n)
{
  return number(r, n) && *n > 0 && *n < r->terms.len && r->terms.data[*n];
}

/* Sorts that the sequent has keep their numbers: both read it alike. */
static bool read_sort(CertificateReader *r)
{
  int64_t id, kind;
  Sort x, y, s = UINT32_MAX;
  Bank *b = &r->x.bank;
  if (!number(r, &id) || id <= 0 || id > MOST_PER_LINE || !number(r, &kind) ||
      !sort_number(r, &x) || !sort_number(r, &y))
    return refuse(r, "not a sort");
  bool leaf = !x && !y;
  if (((kind == SORT_INTEGER || kind == SORT_BOOL) && leaf) || (kind == SORT_POW && x && !y) ||
      (kind == SORT_PAIR && x && y))
    s = sort_make(b, (SortKind) kind, x, y, NULL);
  else if ((kind == SORT_GIVEN || kind == SORT_OTHER) && leaf && id < b->sorts.len &&
           b->sorts.data[id].kind == (SortKind) kind)
    s = (Sort) id;
  while (r->sorts.len <= id) vec_push(&r->sorts, UINT32_MAX);
  if (s == UINT32_MAX || r->sorts.data[id] != UINT32_MAX) return refuse(r, "not a sort");
  r->sorts.data[id] = s;
  return true;
}

static bool operator_name(CertificateReader *r, uint32_t *op)
{
  if (*r->at != ' ') return false;
  const char *word = ++r->at;
  while (*r->at && *r->at != ' ' && *r->at != '\n') r->at++;
  *op = op_of_name(word, (size_t) (r->at - word));
  return *op != OP_COUNT;
}

/* Is the term made of just that?  Terms are written in normal form. */
static bool says_term(const Bank *b, Term t, uint32_t op, Sort sort, int64_t payload,
                      const Term *kids, uint32_t count)
{
  const TermData *d = term_data(b, t);
  bool same = d->op == op && d->sort == sort && d->payload == payload && d->count == count;
  for (uint32_t i = 0; i < count && same; i++) same = term_kid(b, t, i) == kids[i];
  return same;
}

/* The term of the line, from its children; 0: it is none of the language. */
static Term new_term(CertificateReader *r, uint32_t op, Sort sort, int64_t payload,
                     const Term *kids, const FreeSorts *const *of, uint32_t count, FreeSorts *free)
{
  Bank *b = &r->x.bank;
  if (!check_sorts(&r->x, op, sort, payload, kids, count)) return 0;
  if (!check_free_names(b, op, sort, payload, kids, of, count, free)) return 0;
  /* a pair that has no other name stands below its components alone (term.h) */
  if (op != NODE_MAPLET && sort_of(b, sort)->kind == SORT_PAIR)
    return term_make(b, op, sort, payload, kids, count);
  Term t = make_term(b, op, sort, payload, kids, count);
  return says_term(b, t, op, sort, payload, kids, count) ? t : 0;
}

static bool read_term_line(CertificateReader *r)
{
  int64_t id, payload;
  uint32_t op;
  Sort sort;
  if (!number(r, &id) || id <= 0 || id > MOST_TERMS || !operator_name(r, &op) ||
      !sort_number(r, &sort) || !number(r, &payload))
    return refuse(r, "not a term");
  while (r->terms.len <= id) {
    vec_push(&r->terms, 0);
    vec_push(&r->free, (FreeSorts){0});
  }
  CheckTerms kids = {0};
  VEC(const FreeSorts *) of = {0};
  bool fine = !r->terms.data[id];
  while (*r->at == ' ' && fine) {
    int64_t kid = 0;
    fine = term_number(r, &kid);
    vec_push(&kids, fine ? r->terms.data[kid] : 0);
    vec_push(&of, &r->free.data[fine ? kid : 0]);
  }
  if (fine)
    r->terms.data[id] =
        new_term(r, op, sort, payload, kids.data, of.data, kids.len, &r->free.data[id]);
  fine = fine && r->terms.data[id];
  vec_free(&kids);
  vec_free(&of);
  return fine ? true : refuse(r, "not a term");
}

/* Which data of a rule are terms, and which are clauses. */
static bool read_datum(CertificateReader *r, CheckClause *c)
{
  int64_t n;
  bool term = c->rule == RULE_INSTANCE || (c->rule >= RULE_TRICHOTOMY && c->rule <= RULE_SUBSET) ||
              c->rule == RULE_CHOICE || (c->rule == RULE_LAW && c->data.len == 1);
  if (term) {
    if (!term_number(r, &n)) return false;
    n = r->terms.data[n];
  } else if (!number(r, &n)) return false;
  if (c->rule == RULE_UNITS && (n <= 0 || n >= r->x.clauses.len)) return false;
  vec_push(&c->data, n);
  return true;
}

static bool read_literal(CertificateReader *r, CheckClause *c)
{
  int64_t n;
  if (!number(r, &n)) return false;
  int64_t id = n < 0 ? -n : n;
  if (id == 0 || id >= r->terms.len || !r->terms.data[id]) return false;
  Term t = r->terms.data[id];
  if (term_sort(&r->x.bank, t) != 0 || !term_is_closed(&r->x.bank, t)) return false;
  vec_push(&c->literals, n < 0 ? make_not(&r->x.bank, t) : t);
  return true;
}

static bool read_clause(CertificateReader *r)
{
  int64_t id, rule;
  CheckClause c = {0};
  bool fine = number(r, &id) && id == r->x.clauses.len && number(r, &rule) && rule >= 0 &&
              rule < RULE_COUNT;
  if (fine) c.rule = (Rule) rule;
  while (fine && strncmp(r->at, " :", 2) != 0) fine = read_datum(r, &c);
  fine = fine && skip(r, " :");
  while (fine && *r->at == ' ') fine = read_literal(r, &c);
  bool holds = fine && (c.rule == RULE_UNITS ? check_units(&r->x, &c) : check_rule(&r->x, &c));
  vec_push(&r->x.clauses, c);
  if (!fine) return refuse(r, "not a clause");
  return holds ? true : refuse(r, "the clause does not follow");
}

/* The last line has the hash of what is before it. */
static bool is_whole(const CertificateReader *r)
{
  char end[32];
  uint64_t hash = XXH3_64bits(r->text, (size_t) (r->at - r->text));
  snprintf(end, sizeof end, "end %016" PRIx64 "\n", hash);
  return strcmp(r->at, end) == 0;
}

static bool read_lines(CertificateReader *r)
{
  if (!skip(r, "probity certificate 1\n")) return refuse(r, "not a certificate");
  for (r->line = 2;; r->line++) {
    if (strncmp(r->at, "end ", 4) == 0) break;
    bool fine = skip(r, "s")   ? read_sort(r)
                : skip(r, "t") ? read_term_line(r)
                : skip(r, "c") ? read_clause(r)
                               : refuse(r, "neither a sort, a term nor a clause");
    if (!fine) return false;
    if (!skip(r, "\n")) return refuse(r, "something is left over");
  }
  if (!is_whole(r)) return refuse(r, "the text was changed");
  const CheckClause *last = &r->x.clauses.data[r->x.clauses.len - 1];
  if (r->x.clauses.len > 1 && last->literals.len == 0) return true;
  return refuse(r, "the last clause is not empty");
}

bool certificate_check(const Sequent *s, HypothesesChoice choice, const char *text, Text *error)
{
  CertificateReader r = {.text = text, .at = text, .line = 1, .error = error};
  terms_init(&r.x.bank, MOST_TERMS);
  inputs_read(&r.x.bank, s, choice, false, &r.x.inputs);
  check_note_symbols(&r.x);
  vec_push(&r.x.clauses, (CheckClause){0});
  bool fine = r.x.inputs.unsupported ? refuse(&r, r.x.inputs.unsupported) : read_lines(&r);
  for (uint32_t i = 0; i < r.x.clauses.len; i++) {
    vec_free(&r.x.clauses.data[i].literals);
    vec_free(&r.x.clauses.data[i].data);
  }
  for (uint32_t i = 0; i < r.free.len; i++) vec_free(&r.free.data[i]);
  vec_free(&r.x.clauses);
  vec_free(&r.x.symbol_sorts);
  vec_free(&r.terms);
  vec_free(&r.free);
  vec_free(&r.sorts);
  inputs_free(&r.x.inputs);
  terms_free(&r.x.bank);
  return fine;
}
