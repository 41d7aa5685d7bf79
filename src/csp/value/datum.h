#ifndef CSP_VALUE_DATUM_H
#define CSP_VALUE_DATUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value of CSP-M is one word.  Data are immutable and canonical: within one Pool two are equal
 * iff their words are.  They carry their kind, for processes, functions and events are values like
 * numbers and sets, and functions are polymorphic.
 *
 * The low four bits are the kind; of INT, BOOL, CHAR and NAME the rest is the value, of others the
 * number of a node: a tag of 32 bits and parts, each a Datum. */
typedef struct {
  uint64_t word;
} Datum;

typedef enum {
  DATUM_NONE, /* no value: see DATUM_FAULT                                         */
  DATUM_INT,  /* 60 bits, signed                                                   */
  DATUM_BOOL,
  DATUM_CHAR, /* code point                                                        */
  DATUM_NAME, /* a constructor or channel: its number in the script                */
  DATUM_DOT,  /* a.b.c: at least two parts, none of them is a DOT                  */
  DATUM_TUPLE,
  DATUM_SEQ,
  DATUM_SET,      /* parts ascending by datum_compare, each once                       */
  DATUM_MAP,      /* key, value, key, value …: ascending by keys                       */
  DATUM_INFINITE, /* a set or sequence that is not listed: tag is InfiniteKind         */
  DATUM_FUNCTION, /* tag: which (eval/); parts: what it captured, and arguments so far */
  DATUM_INSTANCE, /* tag: a let or a module; parts: what it captured                   */
  DATUM_PROCESS   /* tag: ProcessKind (value/term.h); parts: operands                */
} DatumKind;

typedef enum {
  INFINITE_INTEGERS,  /* Int               */
  INFINITE_CHARS,     /* Char              */
  INFINITE_PROCESSES, /* Proc             */
  INFINITE_FROM,      /* {n..}: [n]        */
  INFINITE_SEQ_FROM,  /* <n..>: [n]; a sequence */
  INFINITE_SEQS,      /* Seq(S): [S]       */
  INFINITE_SETS,      /* Set(S) of an infinite S: [S] */
  INFINITE_MAPS,      /* Map(K, V): [K V]  */
  INFINITE_DOTS,      /* S.T where one of them is infinite: [S T …] */
  INFINITE_DATATYPE,  /* a recursive one: [INT: which]           */
  INFINITE_TUPLES     /* (S, T) likewise: [S T …] */
} InfiniteKind;

static inline DatumKind datum_kind(Datum d) { return (DatumKind) (d.word & 15); }
static inline bool datum_same(Datum a, Datum b) { return a.word == b.word; }
static inline bool datum_is(Datum d, DatumKind kind) { return datum_kind(d) == kind; }
static inline bool datum_is_node(Datum d) { return datum_kind(d) >= DATUM_DOT; }
#define DATUM_FAULT ((Datum){DATUM_NONE}) /* there is none; the reason is where it was computed */
static inline bool datum_is_fault(Datum d) { return d.word == DATUM_NONE; }

#define DATUM_INT_MAX ((INT64_C(1) << 59) - 1)
#define DATUM_INT_MIN (-(INT64_C(1) << 59))
static inline Datum datum_int(int64_t n) { return (Datum){(uint64_t) n << 4 | DATUM_INT}; }
static inline int64_t datum_int_of(Datum d) { return (int64_t) d.word >> 4; }
static inline Datum datum_bool(bool b) { return (Datum){(uint64_t) b << 4 | DATUM_BOOL}; }
static inline bool datum_is_true(Datum d) { return d.word == ((uint64_t) 1 << 4 | DATUM_BOOL); }
static inline Datum datum_char(uint32_t c) { return (Datum){(uint64_t) c << 4 | DATUM_CHAR}; }
static inline Datum datum_name(uint32_t n) { return (Datum){(uint64_t) n << 4 | DATUM_NAME}; }
/* Of CHAR, NAME and of nodes: the code point, the number. */
static inline uint32_t datum_number(Datum d) { return (uint32_t) (d.word >> 4); }

/* Interns nodes.  Belongs to one thread at a time. */
typedef struct Pool Pool;
Pool *pool_new(void);
void pool_free(Pool *); /* accepts NULL */
size_t pool_bytes(const Pool *);

/* The node of these parts, as they are: nothing is sorted or flattened. */
Datum pool_node(Pool *, DatumKind, uint32_t tag, const Datum *parts, uint32_t count);
uint32_t datum_tag(const Pool *, Datum);   /* of a node */
uint32_t datum_count(const Pool *, Datum); /* parts of a node */
/* Valid until the pool is freed: nodes never move. */
const Datum *datum_parts(const Pool *, Datum);
Datum datum_part(const Pool *, Datum, uint32_t i);

/* A total order on all data, which does not depend on the order of creation as long as no functions
 * or processes are involved: numbers as numbers, names in the order of declaration, sets by size,
 * dotted values, tuples, sequences and maps part by part.  (What is nested more than 2000 deep is
 * ordered by creation.) */
int datum_compare(const Pool *, Datum, Datum);

/* ---- dotted values ---- */
/* a.b: parts of dotted ones are parts of the whole. */
Datum datum_dot(Pool *, const Datum *parts, uint32_t count);
/* A value as parts of a dotted one: a DOT has several, all others are their only part. */
uint32_t dot_count(const Pool *, Datum);
Datum dot_part(const Pool *, Datum, uint32_t i);
Datum dot_slice(Pool *, Datum, uint32_t from, uint32_t to); /* from < to */

/* ---- sequences, tuples ---- */
Datum datum_seq(Pool *, const Datum *items, uint32_t count);
Datum datum_tuple(Pool *, const Datum *items, uint32_t count);
Datum datum_string(Pool *, const char *utf8, size_t length); /* the sequence of its characters */
Datum seq_slice_of(Pool *, Datum seq, uint32_t from, uint32_t to);
Datum seq_join(Pool *, Datum, Datum);

/* ---- sets (listed ones) ---- */
Datum datum_set(Pool *, Datum *elements,
                uint32_t count); /* any order, repetitions; sorts in place */
bool datum_set_has(const Pool *, Datum set, Datum);
Datum datum_set_union(Pool *, Datum, Datum);
Datum datum_set_inter(Pool *, Datum, Datum);
Datum datum_set_diff(Pool *, Datum, Datum);
bool datum_set_within(const Pool *, Datum part, Datum whole);

/* ---- maps ---- */
/* From key, value, key, value …; of equal keys the last one counts.  Sorts in place. */
Datum datum_map(Pool *, Datum *pairs, uint32_t keys);
Datum map_find(const Pool *, Datum map, Datum key); /* DATUM_FAULT: it is not there */

#endif
