#ifndef SEARCH_CODER_H
#define SEARCH_CODER_H

#include "base/vec.h"
#include "lts/lts.h"
#include "search/state_table.h"
#include "value/shared.h"

/* Rows of values as rows of leaves, and back.
 *
 * Columns whose values are few take as many bits as are needed, and several share a
 * leaf.  A wide column takes two leaves.  In any other column a word that fits into 31
 * bits stands for itself, and everything else is a number in the shared values.  The
 * constants of a row are one leaf: which set-up it is.
 *
 * A row is odd if a value is not among the few of its column.  Then a bit says so, one
 * leaf is the shared number of all its values, and the rest is 0. */
typedef struct {
  enum { CODE_BITS, CODE_LEAF, CODE_WIDE } kind;
  uint32_t leaf, shift, bits;
  ValueTag tag; /* of BITS: the words with this tag, payload from `low` on, `size` of them */
  int64_t low;
  uint64_t size; /* and the code of VALUE_UNDEFINED */
} ColumnCode;

typedef struct {
  uint32_t width, constants, leaves;
  bool has_odd;        /* rows may be odd: */
  ColumnCode odd;      /* … the bit that says so … */
  uint32_t odd_leaf;   /* … and the leaf of the number */
  ColumnCode *columns; /* from column `constants` on */
} RowCode;

RowCode *row_code_new(Lts *);
void row_code_free(RowCode *); /* accepts NULL */

/* A coder belongs to one thread and one Lts. */
typedef struct Coder Coder;
struct Coder {
  Lts *lts;
  const RowCode *code;
  StateTable *table;
  StateTableHand hand;
  SharedView *view; /* NULL: the Lts has no store */
  Value *row;       /* of the state that was loaded … */
  uint32_t *cells;  /* … in both forms */
  bool loaded, odd;
  uint32_t *next; /* cells of the row that is being put */
  uint8_t *changed;
  VEC(Value) setups;       /* rows of constants */
  VEC(uint32_t) setup_map; /* open addressing: number + 1 */
};

Coder *coder_new(Lts *, const RowCode *, StateTable *, Shared *);
void coder_free(Coder *); /* accepts NULL */
size_t coder_bytes(const Coder *);

/* Decodes a state; rows that are coded from now on are compared with it. */
void coder_load(Coder *, StateId);
void coder_unload(Coder *);

/* The root of a row. */
typedef enum { CODED, CODED_LAZY, CODED_FULL } Coded;
Coded coder_root(Coder *, const Value *row, uint64_t *root);

uint32_t coder_setups(const Coder *);
/* Do two coders know the same set-ups, as far as that can be compared? */
bool coder_agree(const Coder *, const Coder *);
/* Gives back the memory of values if the Lts can do that: then all of them are void. */
bool coder_release(Coder *);

#endif
