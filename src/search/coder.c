#include "search/coder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static void *need(size_t count, size_t size)
{
  void *memory = calloc(count + 1, size);
  if (!memory) abort();
  return memory;
}

/* ------------------------------------------------------------------ the code */

static uint32_t bits_for(uint64_t greatest)
{
  uint32_t bits = 0;
  for (; greatest; greatest >>= 1) bits++;
  return bits;
}

enum { LEAF_BITS = 32, MOST_PACKED = 26 };

/* The next place for some bits: in the leaf that is being filled, or in a new one. */
static void place_bits(RowCode *code, ColumnCode *c, uint32_t *open, uint32_t *used)
{
  if (*open == UINT32_MAX || *used + c->bits > LEAF_BITS) {
    *open = code->leaves++;
    *used = 0;
  }
  c->leaf = *open;
  c->shift = *used;
  *used += c->bits;
}

/* How the column is packed into bits; false: it is not. */
static bool pack_column(const Lts *lts, LtsColumn about, ColumnCode *c)
{
  *c = (ColumnCode){.kind = CODE_BITS, .low = about.low, .size = about.size};
  c->tag = about.kind == COLUMN_INT ? TAG_INT : about.kind == COLUMN_BITS ? TAG_BITS : TAG_ATOM;
  bool atom = about.kind == COLUMN_ATOM;
  bool packed = atom || (lts->store && (about.kind == COLUMN_INT || about.kind == COLUMN_BITS));
  c->bits = bits_for(about.size + (atom ? 0 : 1));
  return packed && about.size < UINT64_C(1) << MOST_PACKED;
}

RowCode *row_code_new(Lts *lts)
{
  RowCode *code = need(1, sizeof *code);
  code->width = lts->width;
  code->constants = lts->constants;
  code->leaves = lts->constants > 0;
  code->columns = need(lts->width, sizeof *code->columns);
  bool apart = false;
  uint32_t open = UINT32_MAX, used = 0;
  for (uint32_t i = code->constants; i < code->width; i++) {
    LtsColumn about = lts->column ? lts->column(lts, i) : (LtsColumn){COLUMN_ANY, 0, 0};
    ColumnCode *c = &code->columns[i];
    if (pack_column(lts, about, c)) {
      place_bits(code, c, &open, &used);
      apart |= c->tag != TAG_ATOM;
      continue;
    }
    c->kind = about.kind == COLUMN_WIDE ? CODE_WIDE : CODE_LEAF;
    c->leaf = code->leaves;
    code->leaves += c->kind == CODE_WIDE ? 2 : 1;
  }
  code->apart = apart ? code->leaves++ : UINT32_MAX;
  if (!code->leaves) code->leaves = 1;
  return code;
}

void row_code_free(RowCode *code)
{
  if (!code) return;
  free(code->columns);
  free(code);
}

/* ---------------------------------------------------------------------- life */

Coder *coder_new(Lts *lts, const RowCode *code, Table *table, Shared *shared)
{
  Coder *c = need(1, sizeof *c);
  c->lts = lts;
  c->code = code;
  c->table = table;
  c->view = lts->store ? shared_view_new(shared, lts->store) : NULL;
  c->row = need(code->width, sizeof *c->row);
  c->cells = need(table->cells, sizeof *c->cells);
  c->next = need(table->cells, sizeof *c->next);
  c->changed = need(table->cells, sizeof *c->changed);
  return c;
}

void coder_free(Coder *c)
{
  if (!c) return;
  shared_view_free(c->view);
  vec_free(&c->apart);
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
  if (c->loaded && c->next[leaf] == value) return;
  c->next[leaf] = value;
  c->changed[leaf] = 1;
}

/* ---- columns that are packed into bits */

static uint32_t bits_mask(const ColumnCode *code)
{
  return (uint32_t) (((UINT64_C(1) << code->bits) - 1) << code->shift);
}

static bool is_apart(const ColumnCode *code, Value v)
{
  if (value_is_none(v)) return false;
  return value_tag(v) != code->tag ||
         (uint64_t) (((int64_t) v.word >> 3) - code->low) >= code->size;
}

static uint64_t bits_code(const ColumnCode *code, Value v)
{
  if (value_is_none(v)) return code->size;
  assert(code->tag != TAG_ATOM || !is_apart(code, v));
  return is_apart(code, v) ? code->size + 1 : (uint64_t) (((int64_t) v.word >> 3) - code->low);
}

static Value bits_value(const ColumnCode *code, uint64_t bits)
{
  return (Value){(uint64_t) (code->low + (int64_t) bits) << 3 | code->tag};
}

/* The leaf of the values that are kept apart: a record of them, in the order of columns. */
static Coded encode_apart(Coder *c, const Value *row)
{
  c->apart.len = 0;
  for (uint32_t i = c->code->constants; i < c->code->width; i++)
    if (c->code->columns[i].kind == CODE_BITS && is_apart(&c->code->columns[i], row[i]))
      vec_push(&c->apart, row[i]);
  uint32_t number = 0;
  Coded coded = CODED;
  if (c->apart.len)
    coded = number_of(c, value_record(c->lts->store, c->apart.data, c->apart.len), &number);
  if (coded == CODED) set_leaf(c, c->code->apart, c->apart.len ? number + 1 : 0);
  return coded;
}

static void decode_apart(Coder *c)
{
  if (c->code->apart == UINT32_MAX || !c->cells[c->code->apart]) return;
  Value record = shared_import(c->view, c->cells[c->code->apart] - 1);
  uint32_t next = 0;
  for (uint32_t i = c->code->constants; i < c->code->width; i++) {
    const ColumnCode *code = &c->code->columns[i];
    if (code->kind != CODE_BITS) continue;
    uint64_t bits = (c->cells[code->leaf] & bits_mask(code)) >> code->shift;
    if (bits == code->size + 1) c->row[i] = record_field(c->lts->store, record, next++);
  }
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
    return bits >= code->size ? VALUE_UNDEFINED : bits_value(code, bits); /* see decode_apart */
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
  table_read(c->table, id, c->cells);
  if (code->constants)
    memcpy(c->row, &c->setups.data[c->cells[0] * code->constants],
           code->constants * sizeof *c->row);
  for (uint32_t i = code->constants; i < code->width; i++) c->row[i] = decode_column(c, i);
  decode_apart(c);
  c->loaded = true;
}

void coder_unload(Coder *c) { c->loaded = false; }

Coded coder_root(Coder *c, const Value *row, uint64_t *root)
{
  const RowCode *code = c->code;
  bool apart = false, packed = false;
  if (c->loaded) memcpy(c->next, c->cells, c->table->cells * sizeof *c->next);
  else memset(c->next, 0, c->table->cells * sizeof *c->next);
  memset(c->changed, !c->loaded, c->table->leaves);
  memset(c->changed + c->table->leaves, 0, c->table->inner);
  if (code->constants && !(c->loaded && !memcmp(row, c->row, code->constants * sizeof *row)))
    set_leaf(c, 0, setup_number(c, row));
  for (uint32_t i = code->constants; i < code->width; i++) {
    if (c->loaded && value_same(row[i], c->row[i])) continue;
    Coded coded = encode_column(c, i, row[i]);
    if (coded != CODED) return coded;
    if (code->columns[i].kind == CODE_BITS)
      packed = true, apart |= is_apart(&code->columns[i], row[i]);
  }
  /* Nothing is kept apart if nothing was, and nothing new is. */
  bool was_apart = code->apart != UINT32_MAX && c->next[code->apart] != 0;
  if (apart || (packed && was_apart)) {
    Coded coded = encode_apart(c, row);
    if (coded != CODED) return coded;
  }
  return table_root(c->table, &c->hand, c->next, c->changed, root) ? CODED : CODED_FULL;
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
