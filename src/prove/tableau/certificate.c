#include "prove/tableau/certificate.h"

#include <inttypes.h>
#include <xxhash.h>

/* Terms are written before they are used, each on a line: number, operator, sort, payload,
 * children. Clauses likewise: number, rule, its data, a colon, literals (negated ones with a -). */
typedef struct {
  const Tableau *t;
  Text *out;
  VEC(uint8_t) term_written, sort_written;
  VEC(uint32_t) number; /* of clauses */
  uint32_t clauses;
} Writer;

static void write_sort(Writer *w, Sort s)
{
  while (w->sort_written.len <= s) vec_push(&w->sort_written, 0);
  if (w->sort_written.data[s] || s == 0) return;
  w->sort_written.data[s] = 1;
  const SortData *d = sort_of(w->t->bank, s);
  if (d->a) write_sort(w, d->a);
  if (d->b) write_sort(w, d->b);
  text_printf(w->out, "s %" PRIu32 " %d %" PRIu32 " %" PRIu32 "\n", s, (int) d->kind, d->a, d->b);
}

static void write_term(Writer *w, Term t)
{
  const Bank *b = w->t->bank;
  while (w->term_written.len <= t) vec_push(&w->term_written, 0);
  if (w->term_written.data[t]) return;
  w->term_written.data[t] = 1;
  for (uint32_t i = 0; i < term_count(b, t); i++) write_term(w, term_kid(b, t, i));
  write_sort(w, term_sort(b, t));
  text_printf(w->out, "t %" PRIu32 " %s %" PRIu32 " %" PRId64, t, op_name(term_op(b, t)),
              term_sort(b, t), term_payload(b, t));
  for (uint32_t i = 0; i < term_count(b, t); i++)
    text_printf(w->out, " %" PRIu32, term_kid(b, t, i));
  text_add(w->out, "\n");
}

static const Term *lits_term(const Tableau *t, Lit l)
{
  return &t->variables.data[lit_var(l)].term;
}

static bool data_is_term(const Inference *c, uint32_t i)
{
  switch (c->origin) {
  case BY_INSTANCE:
  case BY_CHOICE:
  case BY_TRICHOTOMY:
  case BY_LINEAR:
  case BY_VALUES:
  case BY_SUBSET: return true;
  case BY_LAW: return i == 1;
  default: return false;
  }
}

static void write_data(Writer *w, const Inference *c)
{
  const Tableau *t = w->t;
  for (uint32_t i = 0; i < c->data_count; i++) {
    int64_t x = t->data.data[c->data + i];
    if (c->origin == BY_RESOLUTION) x = w->number.data[x];
    /* of a literal: its place in the clause */
    if (c->origin == BY_ARITHMETIC && i % 2 == 0)
      for (uint32_t k = 0; k < c->count; k++)
        if (t->lits.data[c->lits + k] == (Lit) t->data.data[c->data + i]) x = k;
    text_printf(w->out, " %" PRId64, x);
  }
}

static void write_clause(Writer *w, uint32_t clause)
{
  const Tableau *t = w->t;
  const Inference *c = &t->clauses.data[clause];
  for (uint32_t i = 0; i < c->count; i++) write_term(w, *lits_term(t, t->lits.data[c->lits + i]));
  for (uint32_t i = 0; i < c->data_count; i++)
    if (data_is_term(c, i)) write_term(w, (Term) t->data.data[c->data + i]);
  w->number.data[clause] = ++w->clauses;
  text_printf(w->out, "c %" PRIu32 " %d", w->clauses, (int) c->origin);
  write_data(w, c);
  text_add(w->out, " :");
  for (uint32_t i = 0; i < c->count; i++) {
    Lit l = t->lits.data[c->lits + i];
    text_printf(w->out, " %s%" PRIu32, l & 1 ? "-" : "", *lits_term(t, l));
  }
  text_add(w->out, "\n");
}

void certificate_write(const Tableau *t, const uint8_t *needed, Text *out)
{
  Writer w = {.t = t, .out = out};
  text_add(out, CERTIFICATE_HEAD "\n");
  for (uint32_t i = 0; i < t->clauses.len; i++) {
    vec_push(&w.number, 0);
    if (needed[i]) write_clause(&w, i);
  }
  text_printf(out, "end %016" PRIx64 "\n", XXH3_64bits(out->data, out->len));
  vec_free(&w.term_written);
  vec_free(&w.sort_written);
  vec_free(&w.number);
}
