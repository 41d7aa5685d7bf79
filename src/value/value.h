#ifndef VALUE_VALUE_H
#define VALUE_VALUE_H

#include <stdbool.h>
#include <stdint.h>

/* A Value is one word.  Values are immutable and canonical: within one Store two
 * explicit values of one type are equal iff their words are equal.  The word does
 * not carry its type: whoever prints or enumerates brings the Shape.
 *
 * The low three bits are the tag:
 *   INT    small integer, 61 bits, signed
 *   ATOM   BOOL (0 FALSE, 1 TRUE) or element of a given set: its index
 *   BITS   a set over an indexed shape of at most 61 values: bit i = value of
 *          index i; or a set of integers: bit i = i.  The empty set of every type
 *          is BITS with no bit.
 *   PAIR   a pair of two small scalars, in the word: see pair_word below
 *   NODE   anything else: number of an interned node, and its kind
 *   LAZY   a set that is not (yet) expanded: number of an interned lazy node.
 *          The exception to the rule: different words may be equal sets.
 *   NONE   no value: VALUE_FAULT, VALUE_UNKNOWN, VALUE_UNDEFINED */
typedef struct {
  uint64_t word;
} Value;

typedef enum { TAG_INT, TAG_ATOM, TAG_BITS, TAG_PAIR, TAG_NODE, TAG_LAZY, TAG_NONE } ValueTag;

typedef enum {
  NODE_KIND_BIGINT,     /* integer beyond 61 bits                                   */
  NODE_KIND_REAL,       /* IEEE double                                              */
  NODE_KIND_STRING,     /* UTF-8                                                    */
  NODE_KIND_PAIR,       /* two values                                               */
  NODE_KIND_RECORD,     /* values of the fields, ascending by name                  */
  NODE_KIND_FREE,       /* constructor number, argument or nothing                  */
  NODE_KIND_BITSET,     /* set over an indexed shape: 64-bit words, no leading zeros */
  NODE_KIND_INTERVAL,   /* integers lo..hi, both ends finite, at least one element  */
  NODE_KIND_INTSET,     /* dense small integers: first element, then bits           */
  NODE_KIND_ARRAY,      /* function with domain 1..n, n >= 1: its results           */
  NODE_KIND_PACKED_SEQ, /* such a function whose results are packed               */
  NODE_KIND_PACKED,     /* function on a range of scalars, results packed           */
  NODE_KIND_MAP,        /* function on a range of scalars: its results              */
  NODE_KIND_SORTED,     /* any other set: elements ascending by value_compare       */
  NODE_KIND_LAZY        /* a lazy set; its words have the tag LAZY                  */
} ValueNodeKind;

static inline ValueTag value_tag(Value v) { return (ValueTag) (v.word & 7); }
/* Is the word all of the value, the same in every store? */
static inline bool value_is_word(Value v)
{
  ValueTag tag = value_tag(v);
  return tag == TAG_INT || tag == TAG_ATOM || tag == TAG_BITS || tag == TAG_PAIR;
}
static inline bool value_same(Value a, Value b) { return a.word == b.word; }
static inline Value value_of_word(uint64_t word) { return (Value){word}; }

/* No values.  They never occur inside another value or in a state. */
#define VALUE_FAULT ((Value){0 << 3 | TAG_NONE})     /* not well-defined: see the fault record */
#define VALUE_UNKNOWN ((Value){1 << 3 | TAG_NONE})   /* could not be decided: see the causes   */
#define VALUE_UNDEFINED ((Value){2 << 3 | TAG_NONE}) /* a variable that was never assigned     */
static inline bool value_is_none(Value v) { return value_tag(v) == TAG_NONE; }

#define VALUE_EMPTY_SET ((Value){TAG_BITS})
#define VALUE_FALSE ((Value){0 << 3 | TAG_ATOM})
#define VALUE_TRUE ((Value){1 << 3 | TAG_ATOM})

#define SMALL_INT_MAX ((INT64_C(1) << 60) - 1)
#define SMALL_INT_MIN (-(INT64_C(1) << 60))
static inline bool int_is_small(int64_t n) { return SMALL_INT_MIN <= n && n <= SMALL_INT_MAX; }
static inline Value value_small(int64_t n) { return (Value){(uint64_t) n << 3 | TAG_INT}; }
static inline int64_t value_small_int(Value v) { return (int64_t) v.word >> 3; }
static inline bool value_is_small(Value v) { return value_tag(v) == TAG_INT; }

static inline Value value_atom(uint64_t index) { return (Value){index << 3 | TAG_ATOM}; }
static inline uint64_t value_atom_index(Value v) { return v.word >> 3; }
static inline Value value_bool(bool b) { return value_atom(b); }
static inline bool value_is_true(Value v) { return value_same(v, VALUE_TRUE); }

static inline Value value_bits(uint64_t bits) { return (Value){bits << 3 | TAG_BITS}; }
static inline uint64_t value_bits_of(Value v) { return v.word >> 3; }
static inline bool value_is_empty_set(Value v) { return value_same(v, VALUE_EMPTY_SET); }

/* A pair whose components are both small integers of 29 bits or atoms below 2^28
 * is a word:  first (30 bits) | second (30 bits) | 0 | tag.  The code of a component
 * is 0 and the integer + 2^28 in 29 bits, or 1 and the index of the atom, so that two
 * such pairs of one type compare like their words, unsigned. */
#define PAIR_INT_BIAS (INT64_C(1) << 28)
#define PAIR_ATOM_FLAG (UINT64_C(1) << 29)
static inline bool pair_fits(Value v)
{
  return (value_is_small(v) && (uint64_t) (value_small_int(v) + PAIR_INT_BIAS) < PAIR_ATOM_FLAG) ||
         (value_tag(v) == TAG_ATOM && value_atom_index(v) < (uint64_t) PAIR_INT_BIAS);
}
static inline uint64_t pair_code(Value v)
{
  return value_is_small(v) ? (uint64_t) (value_small_int(v) + PAIR_INT_BIAS)
                           : value_atom_index(v) | PAIR_ATOM_FLAG;
}
static inline Value pair_decode(uint64_t code)
{
  return code & PAIR_ATOM_FLAG ? value_atom(code ^ PAIR_ATOM_FLAG)
                               : value_small((int64_t) code - PAIR_INT_BIAS);
}
static inline Value pair_word(Value first, Value second) /* both fit */
{
  return (Value){pair_code(first) << 34 | pair_code(second) << 4 | TAG_PAIR};
}
static inline Value pair_word_first(Value v) { return pair_decode(v.word >> 34); }
static inline Value pair_word_second(Value v) { return pair_decode(v.word << 30 >> 34); }

/* word of a node: number (32 bits) | kind (5 bits) | tag */
static inline uint32_t value_node_number(Value v) { return (uint32_t) (v.word >> 8); }
static inline ValueNodeKind value_node_kind(Value v) { return (ValueNodeKind) (v.word >> 3 & 31); }
static inline bool value_is_node(Value v, ValueNodeKind kind)
{
  return (v.word & 255) == ((uint64_t) kind << 3 | TAG_NODE);
}

/* Truth of a predicate.  UNKNOWN and FAULT are answers, never guesses. */
typedef enum { TRUTH_FALSE, TRUTH_TRUE, TRUTH_UNKNOWN, TRUTH_FAULT } Truth;

#endif
