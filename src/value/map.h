#ifndef VALUE_MAP_H
#define VALUE_MAP_H

#include "value/set_impl.h"

/* Inside value/: functions whose domain is a range of scalars, as lists of their results.
 *
 * A functional relation is such a map, if its first components are all small integers or
 * all atoms, it has at least config.map_least pairs, and the range from the least to the
 * greatest of them is at most MAP_SPREAD times as long; and every function with domain
 * 1..n is one, however short.  Elements of the range without result are holes.  By kind:
 *   PACKED_SEQ  domain 1..n, no hole, results packed
 *   ARRAY       domain 1..n, no hole, results are words (short, or not packed)
 *   PACKED      any other domain, results packed
 *   MAP         any other domain, results are words, a hole is VALUE_UNDEFINED
 * Results are packed if they are all small integers or all atoms with codes of at most 32
 * bits, and there are at least config.map_least of them.  The width of a code is the least
 * power of two that is enough.  The code of a hole is 0; that of a result is its number plus
 * a bias: 1 if there are holes, or half of the codes if some number is negative.
 *
 * The payload begins with two words, except for ARRAY: the least element of the domain; and
 * length of the range (29 bits) | number of pairs (29 bits) | atoms | negative | log2 width.
 * The first and the last element of the range are no holes. */
enum { MAP_SPREAD = 4, MAP_HEADER = 2, MAP_WORDS = 6 /* log2 width of words */ };
#define MAP_LONGEST ((UINT64_C(1) << 28) - 1)

static inline bool kind_is_map(uint32_t kind)
{
  return kind >= NODE_KIND_ARRAY && kind <= NODE_KIND_MAP;
}
static inline bool value_is_map(Value v)
{
  return value_tag(v) == TAG_NODE && kind_is_map(value_node_kind(v));
}
static inline bool kind_is_sequence(uint32_t kind)
{
  return kind == NODE_KIND_ARRAY || kind == NODE_KIND_PACKED_SEQ;
}

/* A map, read. */
typedef struct {
  const uint64_t *data;
  uint64_t span, card; /* elements of the range; those with a result */
  Value first;         /* of the range */
  uint32_t width;      /* log2 of it */
  bool atoms, negative;
} Map;

static inline Map map_of(const Node *node)
{
  if (node->kind == NODE_KIND_ARRAY)
    return (Map){node->payload, node->count, node->count, value_small(1), MAP_WORDS, false, false};
  uint64_t h = node->payload[1];
  return (Map){.data = node->payload + MAP_HEADER,
               .span = h >> 35,
               .card = h >> 6 & MAP_LONGEST,
               .first = node_value(node, 0),
               .width = h & 7,
               .atoms = h >> 3 & 1,
               .negative = h >> 4 & 1};
}

static inline uint64_t map_bias(const Map *m)
{
  return m->negative ? UINT64_C(1) << ((UINT64_C(1) << m->width) - 1) : m->card < m->span;
}

static inline uint64_t map_code(const Map *m, uint64_t i)
{
  uint64_t bit = i << m->width;
  return m->data[bit / 64] >> bit % 64 & ((UINT64_C(1) << (1 << m->width)) - 1);
}

/* The result for element i of the range; VALUE_UNDEFINED: a hole. */
static inline Value map_at(const Map *m, uint64_t i)
{
  if (m->width == MAP_WORDS) return (Value){m->data[i]};
  uint64_t code = map_code(m, i);
  if (code == 0 && m->card < m->span) return VALUE_UNDEFINED;
  int64_t n = (int64_t) (code - map_bias(m));
  return m->atoms ? value_atom((uint64_t) n) : value_small(n);
}

static inline Value map_argument(const Map *m, uint64_t i)
{
  return (Value){m->first.word + (i << 3)};
}

/* Where x is in the range; at least span: nowhere. */
static inline uint64_t map_index(const Map *m, Value x)
{
  uint64_t offset = x.word - m->first.word;
  return offset & 7 ? UINT64_MAX : offset >> 3;
}

/* The result for x; VALUE_UNDEFINED: none. */
static inline Value map_find(const Node *node, Value x)
{
  Map m = map_of(node);
  uint64_t i = map_index(&m, x);
  return i < m.span ? map_at(&m, i) : VALUE_UNDEFINED;
}

/* Steps to the next element of the range with a result; false: there is none before end. */
static inline bool map_next(const Map *m, uint64_t *at, uint64_t end, Value *x, Value *y)
{
  for (; *at < end; ++*at) {
    *y = map_at(m, *at);
    if (value_is_none(*y)) continue;
    *x = map_argument(m, (*at)++);
    return true;
  }
  return false;
}

/* The map with these ascending pairs; VALUE_UNDEFINED: they are none. */
Value map_from_sorted(Store *, const Value *pairs, uint64_t count);
/* The map with these results, which satisfies the conditions above; first and last are no
 * holes, and `card` results are none. */
Value map_build(Store *, Value first, const Value *results, uint64_t span, uint64_t card);
/* The results, holes included; `out` has room for span of them. */
void map_list(const Map *, Value *out);
/* The map with result y for x, or without result for it if y is VALUE_UNDEFINED.
 * VALUE_UNDEFINED: that is not a map. */
Value map_change(Store *, Value map, Value x, Value y);
/* Of a sequence: with one more result; the results from `from` on.  VALUE_UNDEFINED: it must
 * be built anew. */
Value map_append(Store *, Value sequence, Value y);
Value map_slice(Store *, Value sequence, uint64_t from, uint64_t span);
bool map_is_canonical(const Store *, const Node *);

#endif
