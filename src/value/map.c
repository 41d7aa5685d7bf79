#include "value/map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "value/bits.h"

/* ---- packing ---- */

/* What the results have in common: small integers or atoms, between these numbers. */
typedef struct {
  bool packable, atoms;
  int64_t least, greatest;
} Results;

static Results results_of(const Value *results, uint64_t span)
{
  ValueTag tag = value_tag(results[0]);
  Results r = {.atoms = tag == TAG_ATOM, .least = INT64_MAX, .greatest = INT64_MIN};
  if (tag != TAG_INT && tag != TAG_ATOM) return r;
  for (uint64_t i = 0; i < span; i++) {
    if (value_is_none(results[i])) continue;
    if (value_tag(results[i]) != tag) return r;
    int64_t n = value_small_int(results[i]); /* an atom's index, too: it is less than 2^60 */
    if (n < r.least) r.least = n;
    if (n > r.greatest) r.greatest = n;
  }
  r.packable = true;
  return r;
}

/* Do codes of this width do for these results, of which some may be missing? */
static bool fits_width(uint32_t width, bool negative, int64_t least, int64_t greatest, bool holes)
{
  int64_t codes = INT64_C(1) << (1 << width), half = codes / 2;
  return negative ? greatest < half && least - holes >= -half : greatest + holes < codes;
}

/* Log2 of the least width for these results; MAP_WORDS: they are too large. */
static uint32_t width_of(const Results *r, bool holes)
{
  if (!r->packable) return MAP_WORDS;
  uint32_t width = 0;
  while (width < MAP_WORDS && !fits_width(width, r->least < 0, r->least, r->greatest, holes))
    width++;
  return width;
}

static void pack(uint64_t *data, const Map *m, const Value *results)
{
  uint64_t bias = map_bias(m);
  memset(data, 0, bits_size(m->span << m->width) * sizeof *data);
  for (uint64_t i = 0; i < m->span; i++) {
    if (value_is_none(results[i])) continue;
    uint64_t bit = i << m->width, code = (uint64_t) value_small_int(results[i]) + bias;
    data[bit / 64] |= code << bit % 64;
  }
}

static uint64_t header(const Map *m)
{
  return m->span << 35 | m->card << 6 | (uint64_t) m->negative << 4 | (uint64_t) m->atoms << 3 |
         m->width;
}

Value map_build(Store *store, Value first, const Value *results, uint64_t span, uint64_t card)
{
  assert(card > 0 && !value_is_none(results[0]) && !value_is_none(results[span - 1]));
  bool sequence = value_same(first, value_small(1)) && card == span;
  if (sequence && card < store->config.map_least)
    return store_intern(store, NODE_KIND_ARRAY, &results->word, span);
  if (span > MAP_LONGEST && !sequence) memory_give_up("a value is too large");
  Results r = results_of(results, span);
  Map m = {.span = span, .card = card, .first = first, .atoms = r.atoms, .negative = r.least < 0};
  m.width = span > MAP_LONGEST ? MAP_WORDS : width_of(&r, card < span);
  if (m.width == MAP_WORDS) {
    if (sequence) return store_intern(store, NODE_KIND_ARRAY, &results->word, span);
    m.atoms = m.negative = false;
  }
  uint64_t size = bits_size(span << m.width), *payload = scratch_take(store, size + MAP_HEADER);
  payload[0] = first.word;
  payload[1] = header(&m);
  if (m.width == MAP_WORDS) memcpy(payload + MAP_HEADER, results, span * sizeof *results);
  else pack(payload + MAP_HEADER, &m, results);
  ValueNodeKind kind = m.width == MAP_WORDS ? NODE_KIND_MAP
                       : sequence           ? NODE_KIND_PACKED_SEQ
                                            : NODE_KIND_PACKED;
  Value map = store_intern(store, kind, payload, size + MAP_HEADER);
  scratch_give(store);
  return map;
}

/* ---- from pairs ---- */

/* Is a function on a range of this length, with so many results, a map? */
static bool is_map(const Store *store, Value first, uint64_t span, uint64_t card)
{
  if (span == card && value_same(first, value_small(1))) return true;
  return card >= store->config.map_least && span / MAP_SPREAD <= card &&
         span <= MAP_SPREAD * card && span <= MAP_LONGEST;
}

/* The length of the range of first components, if they can be those of a map; else 0. */
static uint64_t span_of(const Store *store, const Value *pairs, uint64_t count)
{
  Value low = pair_first(store, pairs[0]), high = pair_first(store, pairs[count - 1]);
  if ((value_tag(low) != TAG_INT && value_tag(low) != TAG_ATOM) ||
      value_tag(low) != value_tag(high))
    return 0;
  uint64_t span = ((high.word - low.word) >> 3) + 1;
  return span >= count && is_map(store, low, span, count) ? span : 0;
}

Value map_from_sorted(Store *store, const Value *pairs, uint64_t count)
{
  uint64_t span = span_of(store, pairs, count);
  if (span == 0) return VALUE_UNDEFINED;
  Value *results = (Value *) scratch_take(store, span), map = VALUE_UNDEFINED;
  Value first = pair_first(store, pairs[0]);
  uint64_t n = 0, i = 0;
  for (; i < count; i++) {
    uint64_t at = (pair_first(store, pairs[i]).word - first.word) >> 3;
    if (at < n) break; /* two results */
    while (n < at) results[n++] = VALUE_UNDEFINED;
    results[n++] = pair_second(store, pairs[i]);
  }
  if (i == count) map = map_build(store, first, results, span, count);
  scratch_give(store);
  return map;
}

void map_list(const Map *m, Value *out)
{
  if (m->width == MAP_WORDS) memcpy(out, m->data, m->span * sizeof *out);
  else
    for (uint64_t i = 0; i < m->span; i++) out[i] = map_at(m, i);
}

/* ---- one result ---- */

/* By unpacking all; the range may become longer or shorter. */
static Value change_slowly(Store *store, const Map *m, Value x, Value y)
{
  int64_t i = value_small_int(x) - value_small_int(m->first), last = (int64_t) m->span - 1;
  int64_t low = i < 0 ? i : 0, high = i > last ? i : last;
  uint64_t span = (uint64_t) (high - low) + 1, card = m->card + !value_is_none(y);
  if ((i < 0 || i > last) && !is_map(store, i < 0 ? x : m->first, span, card))
    return VALUE_UNDEFINED;
  Value *results = (Value *) scratch_take(store, span), *from = results, map = VALUE_UNDEFINED;
  for (uint64_t k = 0; k < span; k++) results[k] = VALUE_UNDEFINED;
  map_list(m, results - low);
  card -= !value_is_none(results[i - low]);
  results[i - low] = y;
  for (; span > 0 && value_is_none(*from); from++, span--) low++;
  while (span > 0 && value_is_none(from[span - 1])) span--;
  Value first = {m->first.word + ((uint64_t) low << 3)};
  if (card > 0 && is_map(store, first, span, card)) map = map_build(store, first, from, span, card);
  scratch_give(store);
  return map;
}

/* Would half the width be too little for this result? */
static bool needs_width(const Map *m, int64_t n)
{
  return m->width == 0 || !fits_width(m->width - 1, m->negative, n, n, m->card < m->span);
}

/* Would it be too little for any?  All codes of a word are looked at together. */
static bool some_needs_width(const Map *m, const uint64_t *data)
{
  static const uint64_t upper_halves[MAP_WORDS] = {
      ~UINT64_C(0),
      UINT64_C(0xAAAAAAAAAAAAAAAA),
      UINT64_C(0xCCCCCCCCCCCCCCCC),
      UINT64_C(0xF0F0F0F0F0F0F0F0),
      UINT64_C(0xFF00FF00FF00FF00),
      UINT64_C(0xFFFF0000FFFF0000),
  };
  uint64_t all = 0;
  for (uint64_t k = 0; k < bits_size(m->span << m->width); k++) all |= data[k];
  return !m->negative && (all & upper_halves[m->width]);
}

/* What becomes of the map when element i of the range gets result y, if neither kind nor
 * ends of the range change: the new header; else 0. */
static uint64_t changed_header(const Store *store, const Map *m, uint64_t i, Value old, Value y)
{
  if (value_is_none(old) == value_is_none(y)) return header(m);
  Map n = *m;
  n.card = value_is_none(y) ? m->card - 1 : m->card + 1;
  bool stays = i > 0 && i + 1 < m->span && n.card < n.span && m->card < m->span &&
               is_map(store, m->first, n.span, n.card);
  return stays ? header(&n) : 0;
}

/* Only one code of the payload changes, unless the width or the sign of all codes does: y
 * does not fit, or it comes in place of the one result that was the reason for them. */
static Value change_code(Store *store, const Node *node, const Map *m, uint64_t i, Value y)
{
  uint64_t bit = i << m->width, bias = map_bias(m);
  Value old = map_at(m, i), none = VALUE_UNDEFINED;
  uint64_t new_header = changed_header(store, m, i, old, y);
  if (!new_header) return none;
  int64_t n = value_is_none(y) ? 0 : value_small_int(y);
  int64_t before = value_is_none(old) ? 0 : value_small_int(old);
  bool of_type = value_is_none(y) || value_tag(y) == (m->atoms ? TAG_ATOM : TAG_INT);
  if (!of_type || !fits_width(m->width, m->negative, n, n, m->card < m->span) ||
      (m->negative ? n >= 0 && before < 0 : n < 0))
    return none;
  uint64_t code = value_is_none(y) ? 0 : (uint64_t) n + bias;
  uint64_t *payload = scratch_take(store, node->count);
  memcpy(payload, node->payload, node->count * sizeof *payload);
  payload[1] = new_header;
  payload[MAP_HEADER + bit / 64] ^= (map_code(m, i) ^ code) << bit % 64;
  Value map = none;
  if (needs_width(m, n) || !needs_width(m, before) || some_needs_width(m, payload + MAP_HEADER))
    map = store_intern(store, (ValueNodeKind) node->kind, payload, node->count);
  scratch_give(store);
  return map;
}

/* Can this not be a reason why the results are not packed?  Holes and scalars that always
 * have a code of at most 32 bits. */
static bool is_harmless(Value v)
{
  if (value_tag(v) != TAG_INT && value_tag(v) != TAG_ATOM) return value_is_none(v);
  return value_small_int(v) >= 0 && value_small_int(v) < INT32_MAX;
}

static bool is_scalar(Value v)
{
  return value_tag(v) == TAG_INT || value_tag(v) == TAG_ATOM || value_is_none(v);
}

/* The results stay words, if they are few, or if one that cannot be packed is left. */
static Value change_word(Store *store, const Node *node, const Map *m, uint64_t i, Value y)
{
  Value old = map_at(m, i);
  uint64_t new_header = changed_header(store, m, i, old, y);
  bool words = !is_scalar(y) || is_harmless(old) || m->card < store->config.map_least;
  if (!new_header || !words) return VALUE_UNDEFINED;
  uint64_t *payload = scratch_take(store, node->count);
  memcpy(payload, node->payload, node->count * sizeof *payload);
  ValueNodeKind kind = (ValueNodeKind) node->kind;
  uint64_t at = (uint64_t) (m->data - node->payload) + i;
  uint64_t hash = node->hash + store_word_hash(store, kind, at, y.word) -
                  store_word_hash(store, kind, at, payload[at]);
  payload[at] = y.word;
  if (kind == NODE_KIND_MAP) {
    hash +=
        store_word_hash(store, kind, 1, new_header) - store_word_hash(store, kind, 1, payload[1]);
    payload[1] = new_header;
  }
  Value map =
      store_intern_near(store, kind, payload, node->count, hash, node_stays_plain(store, node, y));
  scratch_give(store);
  return map;
}

Value map_change(Store *store, Value map, Value x, Value y)
{
  const Node *node = node_of(store, map);
  Map m = map_of(node);
  uint64_t i = map_index(&m, x);
  if (value_tag(x) != value_tag(m.first)) return value_is_none(y) ? map : VALUE_UNDEFINED;
  if (i >= m.span || (value_is_none(y) && value_is_none(map_at(&m, i)))) {
    if (value_is_none(y)) return map;
    return change_slowly(store, &m, x, y);
  }
  Value changed = m.width == MAP_WORDS ? change_word(store, node, &m, i, y)
                                       : change_code(store, node, &m, i, y);
  return value_is_none(changed) ? change_slowly(store, &m, x, y) : changed;
}

/* ---- sequences ---- */

/* A packed sequence with these codes, if their width is right; else VALUE_UNDEFINED. */
static Value packed_sequence(Store *store, Map *m, uint64_t span, uint64_t *payload)
{
  m->span = m->card = span;
  payload[0] = m->first.word;
  payload[1] = header(m);
  if (m->width > 0 && !some_needs_width(m, payload + MAP_HEADER)) return VALUE_UNDEFINED;
  return store_intern(store, NODE_KIND_PACKED_SEQ, payload,
                      bits_size(span << m->width) + MAP_HEADER);
}

Value map_append(Store *store, Value map, Value y)
{
  const Node *node = node_of(store, map);
  Map m = map_of(node);
  if (m.width == MAP_WORDS || m.negative || m.span >= MAP_LONGEST ||
      value_tag(y) != (m.atoms ? TAG_ATOM : TAG_INT) || value_small_int(y) < 0 ||
      !fits_width(m.width, false, 0, value_small_int(y), false))
    return VALUE_UNDEFINED;
  uint64_t *payload = scratch_take(store, node->count + UINT64_C(1)), bit = m.span << m.width;
  memcpy(payload, node->payload, node->count * sizeof *payload);
  if (bit % 64 == 0) payload[node->count] = 0;
  payload[MAP_HEADER + bit / 64] |= y.word >> 3 << bit % 64;
  Value result = packed_sequence(store, &m, m.span + 1, payload);
  scratch_give(store);
  return result;
}

Value map_slice(Store *store, Value map, uint64_t from, uint64_t span)
{
  const Node *node = node_of(store, map);
  Map m = map_of(node);
  if (m.width == MAP_WORDS || m.negative || span < store->config.map_least || span == 0)
    return VALUE_UNDEFINED;
  uint64_t size = bits_size(span << m.width), *payload = scratch_take(store, size + MAP_HEADER);
  bits_copy(payload + MAP_HEADER, m.data, node->count - UINT64_C(2), from << m.width,
            span << m.width);
  Value result = packed_sequence(store, &m, span, payload);
  scratch_give(store);
  return result;
}

/* ---- self-check ---- */

bool map_is_canonical(const Store *store, const Node *node)
{
  Map m = map_of(node);
  if (m.span == 0) return false;
  Value *results = checked(malloc(m.span * sizeof *results));
  map_list(&m, results);
  uint64_t holes = 0;
  for (uint64_t i = 0; i < m.span; i++) holes += value_is_none(results[i]);
  Results r = results_of(results, m.span);
  bool sequence = value_same(m.first, value_small(1)) && holes == 0;
  bool few = m.card < store->config.map_least;
  uint32_t width = few || m.span > MAP_LONGEST ? MAP_WORDS : width_of(&r, holes > 0);
  bool right = m.card + holes == m.span && !value_is_none(results[m.span - 1]) &&
               m.width == width && (sequence || (!few && m.span <= MAP_SPREAD * m.card)) &&
               node->kind == (width == MAP_WORDS ? (sequence ? NODE_KIND_ARRAY : NODE_KIND_MAP)
                              : sequence         ? NODE_KIND_PACKED_SEQ
                                                 : NODE_KIND_PACKED);
  free(results);
  return right && !value_is_none(map_at(&m, 0));
}
