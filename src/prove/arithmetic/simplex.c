#include "prove/arithmetic/simplex.h"

enum { MOST_PIVOTS = 3000 /* in one check */, NOT_BASIC = UINT32_MAX };

void bounds_free(Simplex *s)
{
  for (uint32_t i = 0; i < s->rows.len; i++) vec_free(&s->rows.data[i]);
  vec_free(&s->rows);
  vec_free(&s->basic);
  vec_free(&s->variables);
  vec_free(&s->trail);
  vec_free(&s->conflict);
}

static uint32_t new_variable(Simplex *s, uint32_t row, Rational value)
{
  SimplexVariable v = {{0, NO_REASON}, {0, NO_REASON}, value, row};
  vec_push(&s->variables, v);
  return s->variables.len - 1;
}

uint32_t bounds_column(Simplex *s) { return new_variable(s, NOT_BASIC, rational_of(0)); }

static Entry *entry_of(Row *row, uint32_t variable)
{
  for (uint32_t i = 0; i < row->len; i++)
    if (row->data[i].variable == variable) return &row->data[i];
  return NULL;
}

/* row += factor * variable */
static void add_entry(Simplex *s, Row *row, uint32_t variable, Rational factor)
{
  Entry *e = entry_of(row, variable);
  if (!e) {
    vec_push(row, ((Entry){variable, factor}));
    return;
  }
  e->factor = rational_add(e->factor, factor, &s->large);
  if (e->factor.up == 0) *e = row->data[--row->len];
}

/* row += factor * other */
static void add_row(Simplex *s, Row *row, Rational factor, const Row *other)
{
  for (uint32_t i = 0; i < other->len; i++)
    add_entry(s, row, other->data[i].variable,
              rational_multiply(factor, other->data[i].factor, &s->large));
}

static Rational row_value(Simplex *s, const Row *row)
{
  Rational sum = rational_of(0);
  for (uint32_t i = 0; i < row->len; i++) {
    Rational v = s->variables.data[row->data[i].variable].value;
    sum = rational_add(sum, rational_multiply(row->data[i].factor, v, &s->large), &s->large);
  }
  return sum;
}

uint32_t bounds_row(Simplex *s, const Entry *entries, uint32_t count)
{
  Row row = {0};
  for (uint32_t i = 0; i < count; i++) {
    uint32_t basic_in = s->variables.data[entries[i].variable].row;
    if (basic_in == NOT_BASIC) add_entry(s, &row, entries[i].variable, entries[i].factor);
    else add_row(s, &row, entries[i].factor, &s->rows.data[basic_in]);
  }
  uint32_t v = new_variable(s, s->rows.len, row_value(s, &row));
  vec_push(&s->rows, row);
  vec_push(&s->basic, v);
  return v;
}

/* The value of a variable that is not basic changes by `by`, and with it all rows. */
static void move(Simplex *s, uint32_t variable, Rational by)
{
  SimplexVariable *v = &s->variables.data[variable];
  v->value = rational_add(v->value, by, &s->large);
  for (uint32_t i = 0; i < s->rows.len; i++) {
    const Entry *e = entry_of(&s->rows.data[i], variable);
    if (!e) continue;
    SimplexVariable *b = &s->variables.data[s->basic.data[i]];
    b->value = rational_add(b->value, rational_multiply(e->factor, by, &s->large), &s->large);
  }
}

static void add_part(Simplex *s, uint32_t variable, bool upper, Rational factor)
{
  const SimplexVariable *v = &s->variables.data[variable];
  uint32_t reason = upper ? v->upper.reason : v->lower.reason;
  vec_push(&s->conflict, ((FarkasPart){variable, upper, reason, factor}));
}

bool bounds_bound(Simplex *s, uint32_t variable, bool upper, int64_t value, uint32_t reason)
{
  if (s->large) return true;
  SimplexVariable *v = &s->variables.data[variable];
  BoundAt *bound = upper ? &v->upper : &v->lower, *other = upper ? &v->lower : &v->upper;
  if (bound->reason != NO_REASON && (upper ? bound->value <= value : bound->value >= value))
    return true;
  vec_push(&s->trail, ((BoundUndo){variable, upper, *bound}));
  *bound = (BoundAt){value, reason};
  if (other->reason != NO_REASON && (upper ? other->value > value : other->value < value)) {
    s->conflict.len = 0;
    add_part(s, variable, true, rational_of(1));
    add_part(s, variable, false, rational_of(1));
    return false;
  }
  Rational at = rational_of(value);
  int order = rational_compare(v->value, at);
  if (v->row == NOT_BASIC && (upper ? order > 0 : order < 0))
    move(s, variable, rational_subtract(at, v->value, &s->large));
  return true;
}

void bounds_undo(Simplex *s, uint32_t length)
{
  while (s->trail.len > length) {
    BoundUndo *u = &s->trail.data[--s->trail.len];
    SimplexVariable *v = &s->variables.data[u->variable];
    *(u->upper ? &v->upper : &v->lower) = u->before;
  }
}

/* -1: too small, 1: too large, 0: within its bounds */
static int violation(const SimplexVariable *v)
{
  if (v->lower.reason != NO_REASON && rational_compare(v->value, rational_of(v->lower.value)) < 0)
    return -1;
  if (v->upper.reason != NO_REASON && rational_compare(v->value, rational_of(v->upper.value)) > 0)
    return 1;
  return 0;
}

static bool can_move(const SimplexVariable *v, bool up)
{
  const BoundAt *bound = up ? &v->upper : &v->lower;
  return bound->reason == NO_REASON ||
         (up ? rational_compare(v->value, rational_of(bound->value)) < 0
             : rational_compare(v->value, rational_of(bound->value)) > 0);
}

/* The row's variable leaves the basis, `enter` comes in. */
static void pivot(Simplex *s, uint32_t r, uint32_t enter)
{
  Row *row = &s->rows.data[r];
  uint32_t leave = s->basic.data[r];
  Entry *e = entry_of(row, enter);
  Rational factor = e->factor;
  *e = row->data[--row->len];
  /* leave = factor*enter + rest, so enter = 1/factor*leave - 1/factor*rest */
  Rational scale = rational_divide(rational_of(-1), factor, &s->large);
  for (uint32_t i = 0; i < row->len; i++)
    row->data[i].factor = rational_multiply(row->data[i].factor, scale, &s->large);
  vec_push(row, ((Entry){leave, rational_negate(scale)}));
  s->variables.data[leave].row = NOT_BASIC;
  s->variables.data[enter].row = r;
  s->basic.data[r] = enter;
  for (uint32_t i = 0; i < s->rows.len; i++) {
    Entry *there = i == r ? NULL : entry_of(&s->rows.data[i], enter);
    if (!there) continue;
    Rational times = there->factor;
    *there = s->rows.data[i].data[--s->rows.data[i].len];
    add_row(s, &s->rows.data[i], times, &s->rows.data[r]);
  }
  s->pivots++;
}

/* The smallest variable of the row by which its variable can move up or down. */
static uint32_t entering(const Simplex *s, const Row *row, bool up)
{
  uint32_t best = NOT_BASIC;
  for (uint32_t i = 0; i < row->len; i++) {
    const Entry *e = &row->data[i];
    bool direction = e->factor.up > 0 ? up : !up;
    if (e->variable < best && can_move(&s->variables.data[e->variable], direction))
      best = e->variable;
  }
  return best;
}

static void explain(Simplex *s, uint32_t r, bool too_small)
{
  s->conflict.len = 0;
  add_part(s, s->basic.data[r], !too_small, rational_of(1));
  for (uint32_t i = 0; i < s->rows.data[r].len; i++) {
    Entry e = s->rows.data[r].data[i];
    bool positive = e.factor.up > 0;
    add_part(s, e.variable, positive == too_small, positive ? e.factor : rational_negate(e.factor));
  }
}

/* The row with the smallest variable that violates a bound; rows.len if there is none. */
static uint32_t violated(const Simplex *s)
{
  uint32_t best = s->rows.len;
  for (uint32_t i = 0; i < s->rows.len; i++)
    if (violation(&s->variables.data[s->basic.data[i]]) != 0 &&
        (best == s->rows.len || s->basic.data[i] < s->basic.data[best]))
      best = i;
  return best;
}

bool bounds_check(Simplex *s)
{
  for (uint32_t n = 0; n < MOST_PIVOTS && !s->large; n++) {
    uint32_t r = violated(s);
    if (r == s->rows.len) return true;
    uint32_t leave = s->basic.data[r];
    bool too_small = violation(&s->variables.data[leave]) < 0;
    uint32_t enter = entering(s, &s->rows.data[r], too_small);
    if (enter == NOT_BASIC) {
      explain(s, r, too_small);
      return false;
    }
    SimplexVariable v = s->variables.data[leave];
    Rational factor = entry_of(&s->rows.data[r], enter)->factor;
    Rational target = rational_of(too_small ? v.lower.value : v.upper.value);
    Rational by = rational_divide(rational_subtract(target, v.value, &s->large), factor, &s->large);
    if (s->large) return true;
    move(s, enter, by);
    pivot(s, r, enter);
  }
  return true;
}
