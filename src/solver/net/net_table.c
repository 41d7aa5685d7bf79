#include <assert.h>

#include "solver/net/net_rules_impl.h"

/* Tables of pairs, and what a pair of cells being in one, or not, says about them.
 *
 * A table has one row of bits for each first component between the least and the greatest, and the
 * same turned round.  With the values that one cell may have as a mask, a value of the other is
 * possible if its row has a bit inside of the mask, or, for pairs that are not in the table, a
 * place of the mask that has no bit. */

enum { WIDTH_LIMIT = 4096, WORDS_LIMIT = WIDTH_LIMIT / 64 };

typedef struct {
  uint64_t words[WORDS_LIMIT];
  bool beyond; /* there are values outside of the table, too */
  uint32_t count;
} Mask;

static uint32_t words_for(uint32_t width) { return (width + 63) / 64; }

static void put_bit(Net *n, uint32_t at, uint32_t row, uint32_t stride, uint32_t column)
{
  n->table_bits.data[at + row * stride + column / 64] |= UINT64_C(1) << (column % 64);
}

uint32_t net_table(Net *n, const int64_t *pairs, uint32_t count)
{
  assert(count > 0);
  NetSide sides[2];
  for (uint32_t side = 0; side < 2; side++) {
    int64_t low = pairs[side], high = pairs[side];
    for (uint32_t i = 0; i < count; i++) {
      if (pairs[2 * i + side] < low) low = pairs[2 * i + side];
      if (pairs[2 * i + side] > high) high = pairs[2 * i + side];
    }
    if (low < -NUMBER_LIMIT || high > NUMBER_LIMIT || high - low >= WIDTH_LIMIT) return NO_TABLE;
    sides[side] = (NetSide){.first = low, .width = (uint32_t) (high - low) + 1};
  }
  for (uint32_t side = 0; side < 2; side++) {
    uint64_t words = (uint64_t) sides[side].width * words_for(sides[1 - side].width);
    sides[side].rows = n->table_bits.len;
    for (uint64_t i = 0; i < words; i++) vec_push(&n->table_bits, 0);
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t x = (uint32_t) (pairs[2 * i] - sides[0].first);
    uint32_t y = (uint32_t) (pairs[2 * i + 1] - sides[1].first);
    put_bit(n, sides[0].rows, x, words_for(sides[1].width), y);
    put_bit(n, sides[1].rows, y, words_for(sides[0].width), x);
  }
  Table t = {{sides[0], sides[1]}};
  vec_push(&n->tables, t);
  return n->tables.len - 1;
}

bool net_table_has(const Net *n, uint32_t table, int64_t x, int64_t y)
{
  assert(table < n->tables.len);
  const NetSide *rows = &n->tables.data[table].sides[0], *columns = &n->tables.data[table].sides[1];
  if (x < rows->first || x - rows->first >= rows->width) return false;
  if (y < columns->first || y - columns->first >= columns->width) return false;
  uint32_t row = (uint32_t) (x - rows->first), column = (uint32_t) (y - columns->first);
  uint64_t word = n->table_bits.data[rows->rows + row * words_for(columns->width) + column / 64];
  return word >> (column % 64) & 1;
}

static void mask_of(const Net *n, Cell c, const NetSide *side, Mask *mask)
{
  mask->count = words_for(side->width);
  assert(mask->count <= WORDS_LIMIT);
  mask->beyond = false;
  for (uint32_t i = 0; i < mask->count; i++) mask->words[i] = 0;
  for (int64_t v = NO_LOW; net_next(n, c, v, &v);) {
    if (v < side->first || v - side->first >= side->width) mask->beyond = true;
    else {
      uint32_t i = (uint32_t) (v - side->first);
      mask->words[i / 64] |= UINT64_C(1) << (i % 64);
    }
  }
}

/* Is there a partner in the mask so that the pair is in the table, or is not? */
static bool has_partner(const Net *n, const NetSide *side, int64_t v, const Mask *mask, bool in)
{
  if (v < side->first || v - side->first >= side->width) return !in;
  if (!in && mask->beyond) return true;
  const uint64_t *row =
      &n->table_bits.data[side->rows + (uint32_t) (v - side->first) * mask->count];
  for (uint32_t i = 0; i < mask->count; i++)
    if (mask->words[i] & (in ? row[i] : ~row[i])) return true;
  return false;
}

static void keep_partnered(Net *n, const Table *t, uint32_t side, const Cell *cells, bool in)
{
  Mask mask;
  mask_of(n, cells[1 - side], &t->sides[1 - side], &mask);
  for (int64_t v = NO_LOW; !n->failed && net_next(n, cells[side], v, &v);)
    if (!has_partner(n, &t->sides[side], v, &mask, in)) net_remove(n, cells[side], v);
}

/* Are all pairs in the table, or none? */
static void judge(Net *n, const Table *t, const Cell *cells, Lit guard)
{
  Mask mask;
  bool in = false, out = false;
  mask_of(n, cells[1], &t->sides[1], &mask);
  for (int64_t v = NO_LOW; !(in && out) && net_next(n, cells[0], v, &v);) {
    in |= has_partner(n, &t->sides[0], v, &mask, true);
    out |= has_partner(n, &t->sides[0], v, &mask, false);
  }
  if (!in) net_assert(n, lit_not(guard));
  else if (!out) net_assert(n, guard);
}

static void keep_inside(Net *n, Cell c, const NetSide *side)
{
  net_set_low(n, c, side->first);
  if (!n->failed) net_set_high(n, c, side->first + side->width - 1);
}

void net_run_table(Net *n, const Propagator *p)
{
  Table t = n->tables.data[p->constant];
  Cell cells[] = {n->cells_of.data[p->first], n->cells_of.data[p->first + 1]};
  bool in = lit_is_true(n, p->guard), out = lit_is_false(n, p->guard);
  for (uint32_t side = 0; in && side < 2 && !n->failed; side++)
    keep_inside(n, cells[side], &t.sides[side]);
  for (uint32_t side = 0; side < 2; side++)
    if (n->failed || net_size(n, cells[side]) > HOLES_LIMIT) return;
  if (!in && !out) judge(n, &t, cells, p->guard);
  for (uint32_t side = 0; (in || out) && side < 2 && !n->failed; side++)
    keep_partnered(n, &t, side, cells, in);
}
