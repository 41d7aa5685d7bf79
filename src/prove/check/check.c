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
  CheckTerms terms; /* by their numbers in the text; 0: not known */
  VEC(Sort) sorts;  /* likewise, UINT32_MAX: not known */
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

static bool term_number(CertificateReader *r, Term *t)
{
  int64_t n;
  if (!number(r, &n) || n <= 0 || n >= r->terms.len || !r->terms.data[n]) return false;
  *t = r->terms.data[n];
  return true;
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
  if (kind == SORT_INTEGER || kind == SORT_BOOL || (kind == SORT_POW && x) ||
      (kind == SORT_PAIR && x && y))
    s = sort_make(b, (SortKind) kind, x, y, NULL);
  else if ((kind == SORT_GIVEN || kind == SORT_OTHER) && id < b->sorts.len &&
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

/* Is it an operator with these children, so that it can be made? */
static bool is_proper(CertificateReader *r, uint32_t op, int64_t payload, const CheckTerms *kids)
{
  const Bank *b = &r->x.bank;
  switch (op) {
  case OP_META: return false;
  case NODE_IDENT: return payload >= 0 && payload < b->symbols.len && !kids->len;
  case NODE_STRING_LIT:
  case OP_BIG: return payload >= 0 && payload < b->names.len && !kids->len;
  case OP_BOUND: return payload >= 0 && payload < 60000 && !kids->len;
  case NODE_FORALL: return payload > 0 && payload + 1 == kids->len;
  case NODE_IMAGE_SET:
  case NODE_SIGMA:
  case NODE_PRODUCT:
  case NODE_QUANT_UNION:
  case NODE_QUANT_INTER: return payload > 0 && payload + 2 == kids->len;
  case OP_CHOICE:
    return kids->len == 1 && term_op(b, kids->data[0]) == NODE_FORALL && payload >= 0 &&
           payload < term_payload(b, kids->data[0]);
  default: return true;
  }
}

/* Binary operators of prove/term/make.h look at both children. */
static bool has_operands(uint32_t op, uint32_t count)
{
  if (op == NODE_AND || op == NODE_OR || op > NODE_LAST_OPERATOR) return true;
  switch (operator_of((NodeKind) op)->form) {
  case FORM_INFIX: return count == 2;
  case FORM_ATOM: return count == 0;
  default: return true;
  }
}

static bool read_term_line(CertificateReader *r)
{
  int64_t id, payload;
  uint32_t op;
  Sort sort;
  if (!number(r, &id) || id <= 0 || id > MOST_TERMS || !operator_name(r, &op) ||
      !sort_number(r, &sort) || !number(r, &payload))
    return refuse(r, "not a term");
  CheckTerms kids = {0};
  bool fine = true;
  while (*r->at == ' ' && fine) {
    Term kid = 0;
    fine = term_number(r, &kid);
    vec_push(&kids, kid);
  }
  while (r->terms.len <= id) vec_push(&r->terms, 0);
  fine =
      fine && !r->terms.data[id] && is_proper(r, op, payload, &kids) && has_operands(op, kids.len);
  if (fine) r->terms.data[id] = make_term(&r->x.bank, op, sort, payload, kids.data, kids.len);
  vec_free(&kids);
  return fine ? true : refuse(r, "not a term");
}

/* Which data of a rule are terms, and which are clauses. */
static bool read_datum(CertificateReader *r, CheckClause *c)
{
  Term t;
  int64_t n;
  bool term = c->rule == RULE_INSTANCE || (c->rule >= RULE_TRICHOTOMY && c->rule <= RULE_SUBSET) ||
              c->rule == RULE_CHOICE || (c->rule == RULE_LAW && c->data.len == 1);
  if (term) {
    if (!term_number(r, &t)) return false;
    n = t;
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
  vec_push(&r.x.clauses, (CheckClause){0});
  bool fine = r.x.inputs.unsupported ? refuse(&r, r.x.inputs.unsupported) : read_lines(&r);
  for (uint32_t i = 0; i < r.x.clauses.len; i++) {
    vec_free(&r.x.clauses.data[i].literals);
    vec_free(&r.x.clauses.data[i].data);
  }
  vec_free(&r.x.clauses);
  vec_free(&r.terms);
  vec_free(&r.sorts);
  inputs_free(&r.x.inputs);
  terms_free(&r.x.bank);
  return fine;
}
