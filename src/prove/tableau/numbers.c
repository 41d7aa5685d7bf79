#include "prove/tableau/tableau_impl.h"
#include "prove/term/linear.h"

/* Atoms  f <= k  and  x = y  of integers as bounds of variables of the simplex.  Each sum without
 * its constant, divided by what its factors have in common and with a positive first factor, is one
 * variable. */
enum { MOST_NUMBERS = 200 };

static uint32_t *variable_at(Tableau *t, Term x)
{
  while (t->number_variable.len <= x) vec_push(&t->number_variable, 0);
  return &t->number_variable.data[x];
}

static uint32_t column_of(Tableau *t, Term x)
{
  uint32_t *at = variable_at(t, x);
  if (!*at) {
    *at = bounds_column(&t->simplex) + 1;
    egraph_add_number(&t->egraph, egraph_add(&t->egraph, x, 0));
  }
  return *variable_at(t, x) - 1;
}

/* The variable of the sum without its constant, which is `*factor` times the variable. */
static uint32_t variable_of_sum(Tableau *t, const Linear *sum, int64_t *factor)
{
  int64_t divisor = linear_divisor(sum);
  *factor = sum->list[0].factor < 0 ? -divisor : divisor;
  if (sum->count == 1) return column_of(t, sum->list[0].term);
  Linear form = *sum;
  form.constant = 0;
  for (uint32_t i = 0; i < form.count; i++) form.list[i].factor /= *factor;
  Term name = linear_term(t->bank, &form);
  if (*variable_at(t, name)) return *variable_at(t, name) - 1;
  Row row = {0};
  for (uint32_t i = 0; i < form.count; i++)
    vec_push(&row, ((Entry){column_of(t, form.list[i].term), rational_of(form.list[i].factor)}));
  uint32_t v = bounds_row(&t->simplex, row.data, row.len);
  vec_free(&row);
  *variable_at(t, name) = v + 1;
  return v;
}

/* How much of sum <= 0 (for an equation sum = 0) of the literal a bound is. */
static int64_t factor_of_literal(Tableau *t, Lit l)
{
  Linear sum;
  if (!linear_of_atom(t->bank, t->variables.data[lit_var(l)].term, l & 1, &sum)) return 1;
  int64_t divisor = linear_divisor(&sum);
  return sum.list[0].factor < 0 ? -divisor : divisor;
}

typedef struct {
  Lit lit;
  Rational factor;
} Part;

static int64_t common_denominator(const Part *parts, uint32_t count, bool *large)
{
  __int128 all = 1;
  for (uint32_t i = 0; i < count; i++) {
    __int128 x = all, y = parts[i].factor.down;
    while (y != 0) {
      __int128 r = x % y;
      x = y;
      y = r;
    }
    all = all / x * parts[i].factor.down;
    if (all > ((__int128) 1 << 60)) return *large = true, 1;
  }
  return (int64_t) all;
}

/* The bounds that contradict each other become a clause, with the factors of their literals. */
static bool number_conflict(Tableau *t)
{
  Simplex *s = &t->simplex;
  VEC(Part) parts = {0};
  for (uint32_t i = 0; i < s->conflict.len; i++) {
    FarkasPart p = s->conflict.data[i];
    Rational scale = rational_make(1, factor_of_literal(t, p.reason), &s->large);
    Rational factor =
        rational_multiply(p.upper ? p.factor : rational_negate(p.factor), scale, &s->large);
    uint32_t k = 0;
    while (k < parts.len && parts.data[k].lit != p.reason) k++;
    if (k == parts.len) vec_push(&parts, ((Part){p.reason, rational_of(0)}));
    parts.data[k].factor = rational_add(parts.data[k].factor, factor, &s->large);
  }
  int64_t common = common_denominator(parts.data, parts.len, &s->large);
  Lits lits = {0};
  VEC(int64_t) data = {0};
  for (uint32_t i = 0; i < parts.len; i++) {
    Rational f = rational_multiply(parts.data[i].factor, rational_of(common), &s->large);
    vec_push(&lits, lit_not(parts.data[i].lit));
    vec_push(&data, lits.data[i]);
    vec_push(&data, f.up);
  }
  if (!s->large)
    t->conflict = tableau_reason(t, lits.data, lits.len, BY_ARITHMETIC, data.data, data.len);
  vec_free(&parts);
  vec_free(&lits);
  vec_free(&data);
  return t->conflict == NO_CLAUSE;
}

void tableau_assert_number(Tableau *t, Lit l)
{
  Linear sum;
  Term atom = t->variables.data[lit_var(l)].term;
  if (t->conflict != NO_CLAUSE || !linear_of_atom(t->bank, atom, l & 1, &sum)) return;
  bool equation = term_op(t->bank, atom) == NODE_EQUAL;
  if (sum.count == 0 || (equation && term_payload(t->bank, atom) == 1)) return;
  int64_t factor;
  uint32_t v = variable_of_sum(t, &sum, &factor);
  /* factor * v + constant <= 0 */
  bool ok = true;
  int64_t size = factor < 0 ? -factor : factor, bound = floor_divide(-sum.constant, size);
  if (equation) {
    int64_t value = -sum.constant / factor;
    ok = bounds_bound(&t->simplex, v, true, value, l) &&
         bounds_bound(&t->simplex, v, false, value, l);
  } else ok = bounds_bound(&t->simplex, v, factor > 0, factor > 0 ? bound : -bound, l);
  t->numbers_changed = true;
  if (!ok) number_conflict(t);
}

bool tableau_check_numbers(Tableau *t)
{
  if (!t->numbers_changed) return true;
  t->numbers_changed = false;
  return bounds_check(&t->simplex) || number_conflict(t);
}

/* ------------------------------------------------------------------------ splits */

/* The value of a sum or number in the solution of the simplex; false: it has none. */
static bool value_of(Tableau *t, Term x, Rational *value)
{
  Linear sum = {0};
  linear_add(t->bank, &sum, 1, x);
  *value = rational_of(sum.constant);
  if (sum.too_large) return false;
  for (uint32_t i = 0; i < sum.count; i++) {
    uint32_t v = *variable_at(t, sum.list[i].term);
    if (!v) return false;
    Rational part = rational_multiply(rational_of(sum.list[i].factor),
                                      t->simplex.variables.data[v - 1].value, &t->simplex.large);
    *value = rational_add(*value, part, &t->simplex.large);
  }
  return !t->simplex.large;
}

/* x <= k or x >= k+1, where x is between them */
static bool split_fraction(Tableau *t)
{
  for (Term x = 1; x < t->number_variable.len; x++) {
    uint32_t v = t->number_variable.data[x];
    if (!v || term_op(t->bank, x) == OP_SUM) continue;
    Rational value = t->simplex.variables.data[v - 1].value;
    if (value.down == 1) continue;
    Term atom = make_at_most(t->bank, x, make_number(t->bank, floor_divide(value.up, value.down)));
    if (tableau_value(t, atom) != 0) continue;
    tableau_decide(t, tableau_literal(t, atom, 0));
    return true;
  }
  return false;
}

/* An equation that is false, although both sides have the same value: one is smaller. */
static bool split_unequal(Tableau *t)
{
  Bank *b = t->bank;
  for (uint32_t i = 0; i < t->trail.len; i++) {
    Lit l = t->trail.data[i];
    Term f = t->variables.data[lit_var(l)].term;
    if (!(l & 1) || term_op(b, f) != NODE_EQUAL || term_payload(b, f) == 1) continue;
    Term x = term_kid(b, f, 0), y = term_kid(b, f, 1);
    if (term_kind_of_sort(b, x) != SORT_INTEGER) continue;
    Rational vx, vy;
    if (!value_of(t, x, &vx) || !value_of(t, y, &vy) || rational_compare(vx, vy) != 0) continue;
    Term less = make_not(b, make_at_most(b, y, x)), more = make_not(b, make_at_most(b, x, y));
    if (tableau_value(t, less) > 0 || tableau_value(t, more) > 0) continue;
    int64_t data[2] = {x, y};
    tableau_clause(t, (Term[]){f, less, more}, 3, BY_TRICHOTOMY, data, 2,
                   t->variables.data[lit_var(l)].generation);
    return true;
  }
  return false;
}

/* Would two applications of the same operator be equal if these children were? */
static bool would_join(const Egraph *e, uint32_t x, uint32_t y)
{
  const ENode *rx = &e->nodes.data[egraph_root(e, x)], *ry = &e->nodes.data[egraph_root(e, y)];
  for (uint32_t i = 0; i < rx->uses.len; i++)
    for (uint32_t k = 0; k < ry->uses.len; k++) {
      const ENode *p = &e->nodes.data[rx->uses.data[i]], *q = &e->nodes.data[ry->uses.data[k]];
      uint32_t op = term_op(e->bank, p->term);
      if (p->root == q->root || op != term_op(e->bank, q->term) || p->count != q->count) continue;
      if (op == OP_SUM || op == NODE_LESS_EQUAL || op == NODE_EQUAL) continue;
      uint32_t different = 0;
      for (uint32_t a = 0; a < p->count; a++)
        different +=
            egraph_root(e, e->kids.data[p->kids + a]) != egraph_root(e, e->kids.data[q->kids + a]);
      if (different == 1) return true;
    }
  return false;
}

static bool split_pair(Tableau *t, uint32_t x, uint32_t y)
{
  Egraph *e = &t->egraph;
  Term a = e->nodes.data[x].term, b = e->nodes.data[y].term;
  Rational va, vb;
  if (!value_of(t, a, &va) || !value_of(t, b, &vb) || rational_compare(va, vb) != 0) return false;
  Term equal = make_equal(t->bank, a, b), raw = make_equal_raw(t->bank, a, b);
  if (equal == t->bank->yes || equal == t->bank->no || tableau_value(t, equal) < 0) return false;
  if (!would_join(e, x, y)) return false;
  uint32_t generation = e->nodes.data[x].generation;
  int64_t data[2] = {a, b};
  if (raw != equal)
    tableau_clause(t, (Term[]){raw, make_not(t->bank, equal)}, 2, BY_LINEAR, data, 2, generation);
  Lit l = tableau_literal(t, equal, generation);
  if (lit_value(t, l) == 0 && t->conflict == NO_CLAUSE) tableau_decide(t, l);
  return true;
}

/* Two numbers with the same value that would make more terms equal: are they equal? */
static bool split_equal(Tableau *t)
{
  Egraph *e = &t->egraph;
  Numbers list = {0};
  for (uint32_t i = 0; i < e->nodes.len && list.len < MOST_NUMBERS; i++) {
    const ENode *n = &e->nodes.data[i];
    if (n->present && n->root == i && n->number != NO_NODE) vec_push(&list, n->number);
  }
  bool split = false;
  for (uint32_t i = 0; i < list.len && !split; i++)
    for (uint32_t k = i + 1; k < list.len && !split; k++)
      split = split_pair(t, list.data[i], list.data[k]);
  vec_free(&list);
  return split;
}

bool tableau_split_numbers(Tableau *t)
{
  if (t->simplex.large || t->simplex.variables.len == 0) return false;
  return split_unequal(t) || (t->decisions < 100000 && split_fraction(t)) || split_equal(t);
}
