#include "search/coder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/memory.h"

/* ------------------------------------------------------------------ the code */

static uint32_t bits_for(uint64_t greatest)
{
  uint32_t bits = 0;
  for (; greatest; greatest >>= 1) bits++;
  return bits;
}

enum { LEAF_BITS = 32, MOST_PACKED = 26 };

/* A place for some bits: in the first leaf of its kind that has room, or in a new one.
 * used[i]: bits of leaf i that are taken. */
static void place_bits(RowCode *code, ColumnCode *c, uint32_t *used)
{
  uint32_t leaf = 0;
  while (leaf < code->leaves && used[leaf] + c->bits > LEAF_BITS) leaf++;
  if (leaf == code->leaves) code->leaves++;
  c->leaf = leaf;
  c->shift = used[leaf];
  used[leaf] += c->bits;
}

/* So many leaves that no other column shares. */
static uint32_t place_leaves(RowCode *code, uint32_t count, uint32_t *used)
{
  uint32_t first = code->leaves;
  for (uint32_t i = 0; i < count; i++) used[code->leaves++] = LEAF_BITS;
  return first;
}

/* How the column is packed into bits; false: it is not. */
static bool pack_column(const Lts *lts, LtsColumn about, ColumnCode *c)
{
  *c = (ColumnCode){.kind = CODE_BITS, .low = about.low, .size = about.size};
  c->tag = about.kind == COLUMN_INT ? TAG_INT : about.kind == COLUMN_BITS ? TAG_BITS : TAG_ATOM;
  bool atom = about.kind == COLUMN_ATOM;
  bool packed = atom || (lts->store && (about.kind == COLUMN_INT || about.kind == COLUMN_BITS));
  c->bits = bits_for(about.size);
  return packed && about.size < UINT64_C(1) << MOST_PACKED;
}

/* The bit of odd rows, and another leaf for their number; that of the set-up stays. */
static void place_odd(RowCode *code, uint32_t *used)
{
  uint32_t first = code->constants > 0;
  code->odd = (ColumnCode){.kind = CODE_BITS, .bits = 1};
  place_bits(code, &code->odd, used);
  code->odd_leaf = code->odd.leaf > first ? first : first + 1;
  if (code->odd_leaf >= code->leaves) code->leaves = code->odd_leaf + 1;
}

RowCode *row_code_new(Lts *lts)
{
  RowCode *code = memory_zeroed(1, sizeof *code);
  uint32_t *used = memory_zeroed(2 * (size_t) lts->width + 2, sizeof *used);
  code->width = lts->width;
  code->constants = lts->constants;
  code->columns = memory_zeroed(lts->width, sizeof *code->columns);
  if (lts->constants) place_leaves(code, 1, used);
  for (uint32_t i = code->constants; i < code->width; i++) {
    LtsColumn about = lts->column ? lts->column(lts, i) : (LtsColumn){COLUMN_ANY, 0, 0};
    ColumnCode *c = &code->columns[i];
    if (pack_column(lts, about, c)) {
      code->has_odd |= c->tag != TAG_ATOM;
      place_bits(code, c, used);
      continue;
    }
    c->kind = about.kind == COLUMN_WIDE ? CODE_WIDE : CODE_LEAF;
    c->leaf = place_leaves(code, c->kind == CODE_WIDE ? 2 : 1, used);
  }
  if (code->has_odd) place_odd(code, used);
  if (!code->leaves) code->leaves = 1;
  free(used);
  return code;
}

void row_code_free(RowCode *code)
{
  if (!code) return;
  free(code->columns);
  free(code);
}

/* ---------------------------------------------------------------------- life */

Coder *coder_new(Lts *lts, const RowCode *code, StateTable *table, Shared *shared)
{
  assert(code->width == lts->width && code->leaves == table->leaves);
  Coder *c = memory_zeroed(1, sizeof *c);
  c->lts = lts;
  c->code = code;
  c->table = table;
  c->view = lts->store ? shared_view_new(shared, lts->store) : NULL;
  c->row = memory_zeroed(code->width, sizeof *c->row);
  c->cells = memory_zeroed(table->cells, sizeof *c->cells);
  c->next = memory_zeroed(table->cells, sizeof *c->next);
  c->changed = memory_zeroed(table->cells, sizeof *c->changed);
  return c;
}

void coder_free(Coder *c)
{
  if (!c) return;
  shared_view_free(c->view);
  vec_free(&c->setups);
  vec_free(&c->setup_map);
  free(c->row);
  free(c->cells);
  free(c->next);
  free(c->changed);
  free(c);
}

size_t coder_bytes(const Coder *c)
{
  return (c->view ? shared_view_bytes(c->view) : 0) + c->setups.cap * sizeof(Value);
}

/* ------------------------------------------------------------------- set-ups */

uint32_t coder_setups(const Coder *c)
{
  return c->code->constants ? c->setups.len / c->code->constants : 0;
}

static uint32_t setup_slot(const Coder *c, const Value *row)
{
  size_t bytes = c->code->constants * sizeof *row;
  uint32_t mask = c->setup_map.len - 1, at = (uint32_t) XXH3_64bits(row, bytes) & mask;
  for (; c->setup_map.data[at]; at = (at + 1) & mask)
    if (!memcmp(&c->setups.data[(c->setup_map.data[at] - 1) * c->code->constants], row, bytes))
      break;
  return at;
}

static void grow_setups(Coder *c)
{
  uint32_t size = c->setup_map.len ? c->setup_map.len * 2 : 16;
  c->setup_map.len = 0;
  while (c->setup_map.len < size) vec_push(&c->setup_map, 0);
  for (uint32_t i = 0; i < coder_setups(c); i++)
    c->setup_map.data[setup_slot(c, &c->setups.data[i * c->code->constants])] = i + 1;
}

static uint32_t setup_number(Coder *c, const Value *row)
{
  if (coder_setups(c) * UINT64_C(2) >= c->setup_map.len) grow_setups(c);
  uint32_t at = setup_slot(c, row);
  if (!c->setup_map.data[at]) {
    for (uint32_t i = 0; i < c->code->constants; i++) vec_push(&c->setups, row[i]);
    c->setup_map.data[at] = coder_setups(c);
  }
  return c->setup_map.data[at] - 1;
}

bool coder_agree(const Coder *a, const Coder *b)
{
  if (a->setups.len != b->setups.len) return false;
  for (uint32_t i = 0; i < a->setups.len; i++) {
    Value x = a->setups.data[i], y = b->setups.data[i];
    if (value_tag(x) != value_tag(y)) return false;
    if (value_tag(x) == TAG_LAZY) continue; /* their hashes tell nothing across stores */
    if (value_tag(x) != TAG_NODE ? !value_same(x, y)
                                 : value_hash(a->lts->store, x) != value_hash(b->lts->store, y))
      return false;
  }
  return true;
}

/* ------------------------------------------------------------------- columns */

static bool has_node(Value v) { return value_tag(v) == TAG_NODE || value_tag(v) == TAG_LAZY; }

/* Words of 31 bits, the sign included, stand for themselves: the lowest bit is 0. */
static bool fits_leaf(Value v)
{
  return !has_node(v) && (int64_t) v.word == (int32_t) (uint32_t) v.word &&
         (int32_t) ((uint32_t) v.word << 1) >> 1 == (int32_t) (uint32_t) v.word;
}

static Coded number_of(Coder *c, Value v, uint32_t *number)
{
  int64_t n = c->view ? shared_export(c->view, v) : SHARED_LAZY;
  *number = (uint32_t) n;
  return n >= 0 ? CODED : n == SHARED_LAZY ? CODED_LAZY : CODED_FULL;
}

static void set_leaf(Coder *c, uint32_t leaf, uint32_t value)
{
  if (c->next[leaf] == value) return; /* in a new row all leaves are marked anyway */
  c->next[leaf] = value;
  c->changed[leaf] = 1;
}

/* ---- columns that are packed into bits */

static uint32_t bits_mask(const ColumnCode *code)
{
  return (uint32_t) (((UINT64_C(1) << code->bits) - 1) << code->shift);
}

/* Is it not among the values that the column has bits for? */
static bool is_odd(const ColumnCode *code, Value v)
{
  if (code->kind != CODE_BITS || value_is_none(v)) return false;
  return value_tag(v) != code->tag ||
         (uint64_t) (((int64_t) v.word >> 3) - code->low) >= code->size;
}

static uint64_t bits_code(const ColumnCode *code, Value v)
{
  assert(!is_odd(code, v));
  return value_is_none(v) ? code->size : (uint64_t) (((int64_t) v.word >> 3) - code->low);
}

static Value bits_value(const ColumnCode *code, uint64_t bits)
{
  if (bits >= code->size) return VALUE_UNDEFINED;
  return (Value){(uint64_t) (code->low + (int64_t) bits) << 3 | code->tag};
}

/* ---- odd rows */

static bool is_odd_row(const Coder *c, const Value *row)
{
  const RowCode *code = c->code;
  bool all = !c->loaded || c->odd;
  for (uint32_t i = code->constants; code->has_odd && i < code->width; i++)
    if ((all || !value_same(row[i], c->row[i])) && is_odd(&code->columns[i], row[i])) return true;
  return false;
}

static Coded encode_odd(Coder *c, const Value *row)
{
  const RowCode *code = c->code;
  uint32_t number;
  Value record = value_record(c->lts->store, row + code->constants, code->width - code->constants);
  Coded coded = number_of(c, record, &number);
  if (coded != CODED) return coded;
  set_leaf(c, code->odd.leaf, bits_mask(&code->odd));
  set_leaf(c, code->odd_leaf, number);
  return CODED;
}

static void decode_odd(Coder *c)
{
  const RowCode *code = c->code;
  Value record = shared_import(c->view, c->cells[code->odd_leaf]);
  for (uint32_t i = code->constants; i < code->width; i++)
    c->row[i] = record_field(c->lts->store, record, i - code->constants);
}

/* ---- any column */

static Coded encode_column(Coder *c, uint32_t column, Value v)
{
  const ColumnCode *code = &c->code->columns[column];
  uint32_t number;
  Coded coded;
  switch (code->kind) {
  case CODE_BITS:
    set_leaf(c, code->leaf,
             (c->next[code->leaf] & ~bits_mask(code)) |
                 (uint32_t) (bits_code(code, v) << code->shift));
    return CODED;
  case CODE_LEAF:
    if (fits_leaf(v)) return set_leaf(c, code->leaf, (uint32_t) v.word << 1), CODED;
    coded = number_of(c, v, &number);
    if (coded == CODED) set_leaf(c, code->leaf, number << 1 | 1);
    return coded;
  case CODE_WIDE:
    if (has_node(v)) {
      coded = number_of(c, v, &number);
      if (coded != CODED) return coded;
      v = (Value){(uint64_t) number << 8 | TAG_NODE};
    }
    set_leaf(c, code->leaf, (uint32_t) (v.word >> 32));
    set_leaf(c, code->leaf + 1, (uint32_t) v.word);
    return CODED;
  }
  return CODED;
}

static Value decode_column(Coder *c, uint32_t column)
{
  const ColumnCode *code = &c->code->columns[column];
  const uint32_t *leaf = &c->cells[code->leaf];
  switch (code->kind) {
  case CODE_BITS: {
    uint64_t bits = (*leaf & bits_mask(code)) >> code->shift;
    return bits_value(code, bits);
  }
  case CODE_LEAF:
    if (!(*leaf & 1)) return (Value){(uint64_t) (int64_t) ((int32_t) *leaf >> 1)};
    return shared_import(c->view, *leaf >> 1);
  case CODE_WIDE: {
    Value v = {(uint64_t) leaf[0] << 32 | leaf[1]};
    return value_tag(v) == TAG_NODE ? shared_import(c->view, value_node_number(v)) : v;
  }
  }
  return VALUE_UNDEFINED;
}

/* ---------------------------------------------------------------------- rows */

void coder_load(Coder *c, StateId id)
{
  const RowCode *code = c->code;
  state_table_read(c->table, id, c->cells);
  assert(!code->constants || c->cells[0] < coder_setups(c));
  if (code->constants)
    memcpy(c->row, &c->setups.data[c->cells[0] * code->constants],
           code->constants * sizeof *c->row);
  c->loaded = true;
  c->odd = code->has_odd && (c->cells[code->odd.leaf] & bits_mask(&code->odd));
  if (c->odd) decode_odd(c);
  else
    for (uint32_t i = code->constants; i < code->width; i++) c->row[i] = decode_column(c, i);
}

void coder_unload(Coder *c) { c->loaded = false; }

/* The cells of a row, from those of the loaded one or from nothing. */
static Coded encode(Coder *c, const Value *row, bool odd)
{
  const RowCode *code = c->code;
  bool from_loaded = c->loaded && !c->odd && !odd;
  if (from_loaded) memcpy(c->next, c->cells, c->table->cells * sizeof *c->next);
  else memset(c->next, 0, c->table->cells * sizeof *c->next);
  memset(c->changed, !from_loaded, c->table->leaves);
  memset(c->changed + c->table->leaves, 0, c->table->inner);
  if (code->constants)
    set_leaf(c, 0,
             c->loaded && !memcmp(row, c->row, code->constants * sizeof *row)
                 ? c->cells[0]
                 : setup_number(c, row));
  if (odd) return encode_odd(c, row);
  for (uint32_t i = code->constants; i < code->width; i++) {
    if (from_loaded && value_same(row[i], c->row[i])) continue;
    Coded coded = encode_column(c, i, row[i]);
    if (coded != CODED) return coded;
  }
  return CODED;
}

Coded coder_root(Coder *c, const Value *row, uint64_t *root)
{
  Coded coded = encode(c, row, is_odd_row(c, row));
  if (coded != CODED) return coded;
  return state_table_root(c->table, &c->hand, c->next, c->changed, root) ? CODED : CODED_FULL;
}

bool coder_release(Coder *c)
{
  StoreMark mark;
  if (!c->view || shared_view_has_pinned(c->view)) return false;
  if (!c->lts->release || !c->lts->release(c->lts, &mark)) return false;
  shared_view_forget(c->view, mark);
  c->loaded = false;
  return true;
}
