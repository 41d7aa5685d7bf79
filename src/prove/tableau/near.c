#include "prove/tableau/near.h"

typedef VEC(uint32_t) Counts;

typedef struct {
  const Bank *bank;
  uint32_t hypotheses, names;
  NearMarks occurs; /* by hypothesis and name; the goal is after the hypotheses */
  Counts count;     /* by name: of hypotheses with it */
  Counts rarest;    /* by hypothesis: the least of these counts of its names; 0: it has none */
  NearMarks known;  /* names */
  Counts seen;      /* by term: 1 + where it was seen last */
} Near;

static void clear(NearMarks *marks, uint32_t count)
{
  marks->len = 0;
  for (uint32_t i = 0; i < count; i++) vec_push(marks, false);
}

static bool *occurrence(Near *n, uint32_t row, uint32_t name)
{
  return &n->occurs.data[(size_t) row * n->names + name];
}

/* What was seen in the same row need not be looked at again. */
static void note_names(Near *n, Term t, uint32_t row)
{
  while (n->seen.len <= t) vec_push(&n->seen, 0);
  if (n->seen.data[t] == row + 1) return;
  n->seen.data[t] = row + 1;
  if (term_op(n->bank, t) == NODE_IDENT)
    *occurrence(n, row, (uint32_t) term_payload(n->bank, t)) = true;
  for (uint32_t i = 0; i < term_count(n->bank, t); i++) note_names(n, term_kid(n->bank, t, i), row);
}

static void count_names(Near *n)
{
  for (uint32_t k = 0; k < n->names; k++) vec_push(&n->count, 0);
  for (uint32_t i = 0; i < n->hypotheses; i++)
    for (uint32_t k = 0; k < n->names; k++) n->count.data[k] += *occurrence(n, i, k);
  for (uint32_t i = 0; i < n->hypotheses; i++) {
    uint32_t least = 0;
    for (uint32_t k = 0; k < n->names; k++)
      if (*occurrence(n, i, k) && (!least || n->count.data[k] < least)) least = n->count.data[k];
    vec_push(&n->rarest, least);
  }
}

static void know_names(Near *n, uint32_t row)
{
  for (uint32_t k = 0; k < n->names; k++)
    if (*occurrence(n, row, k)) n->known.data[k] = true;
}

static bool is_said_by(Near *n, uint32_t hypothesis)
{
  enum { FAR = 2 };
  for (uint32_t k = 0; k < n->names; k++)
    if (n->known.data[k] && *occurrence(n, hypothesis, k) &&
        n->count.data[k] <= FAR * n->rarest.data[hypothesis])
      return true;
  return false;
}

/* Adds the hypotheses that say what known names are; then their names are known. */
static void widen(Near *n, NearMarks *used)
{
  NearMarks fresh = {0};
  for (uint32_t i = 0; i < n->hypotheses; i++) vec_push(&fresh, !used->data[i] && is_said_by(n, i));
  for (uint32_t i = 0; i < n->hypotheses; i++)
    if (fresh.data[i]) {
      used->data[i] = true;
      know_names(n, i);
    }
  vec_free(&fresh);
}

static void take_ring(Near *n, const Sequent *s, NearRing ring, NearMarks *used)
{
  for (uint32_t i = 0; i < n->hypotheses; i++)
    used->data[i] = ring == NEAR_ALL || n->rarest.data[i] == 0 ||
                    (ring != NEAR_GOAL && s->hypotheses[i].selected);
  if (ring == NEAR_SELECTED || ring == NEAR_ALL) return;
  know_names(n, n->hypotheses);
  for (uint32_t i = 0; i < n->hypotheses; i++)
    if (used->data[i]) know_names(n, i);
  widen(n, used);
  if (ring == NEAR_GOAL) widen(n, used);
}

uint32_t near_take(const Bank *b, const Inputs *in, const Sequent *s, NearRing ring,
                   NearMarks *used)
{
  Near n = {.bank = b, .hypotheses = s->hypothesis_count, .names = b->symbols.len};
  clear(&n.occurs, (n.hypotheses + 1) * n.names);
  clear(&n.known, n.names);
  clear(used, n.hypotheses);
  for (uint32_t i = 0; i < in->list.len; i++) {
    uint32_t h = in->list.data[i].hypothesis;
    note_names(&n, in->list.data[i].formula, h == INPUT_GOAL ? n.hypotheses : h);
  }
  count_names(&n);
  take_ring(&n, s, ring, used);
  vec_free(&n.occurs);
  vec_free(&n.count);
  vec_free(&n.rarest);
  vec_free(&n.known);
  vec_free(&n.seen);
  uint32_t count = 0;
  for (uint32_t i = 0; i < used->len; i++) count += used->data[i];
  return count;
}
