#ifndef RANDOM_GENERATE_H
#define RANDOM_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"

/* Random well-typed formulas of all types and operators, as trees of templates, so
 * that they can be printed and made smaller.  They refer to the names that
 * `universe` declares. */

/* The text of a machine with the sets, the free type and the constants. */
extern const char universe[];

typedef struct { /* xorshift: the same numbers everywhere */
  uint64_t state;
} Random;
Random random_from(uint64_t seed);
uint64_t random_below(Random *, uint64_t);

typedef struct GenType GenType;
typedef struct Tree Tree;
struct Tree {
  const char *form; /* text with %0 … %9 for the kids and %u %v %w for the bound names */
  const GenType *type;
  Tree **kids;
  uint32_t count;
  uint32_t first_name; /* number of the name that %u stands for */
  uint32_t row;        /* of rows.def that it is made of, plus 1; or 0 */
};

typedef struct {
  Random random;
  Arena *arena;            /* of types and trees; the caller releases it between formulas */
  bool infinite;           /* INTEGER, STRING and the like may occur */
  const GenType *often[4]; /* types that type variables get often, so that names of these
                              types are used everywhere; the first `often_count` */
  uint32_t often_count;
} Generator;

/* A type by its scheme: I integer, B BOOL, T string, R real, S D given sets, L the free
 * type, Pt set of t, Xtu pair, Ktu record; Q is the type of predicates. */
const GenType *gentype_from(Generator *, const char *scheme);
bool gentype_equal(const GenType *, const GenType *);
const GenType *gentype_random(Generator *, int depth);

typedef struct {
  const char *name;
  const GenType *type;
} FreeName;

/* A formula of the type with about `size` operators, in the names. */
Tree *tree_random(Generator *, const GenType *, int size, const FreeName *names, uint32_t count);
void tree_print(Text *, const Tree *);
Tree *tree_whole_type(Generator *, const GenType *); /* the set of all its values */
uint32_t tree_size(const Tree *);
/* The rows of rows.def: how many, and their forms. */
uint32_t row_count(void);
/* A formula made of that row, with leaves in it: constants and the names. */
Tree *tree_of_row(Generator *, uint32_t row, const FreeName *names, uint32_t count);
const char *row_form(uint32_t row);
/* A literal of the type that denotes an explicit value. */
Tree *tree_value(Generator *, const GenType *, int size);

/* Makes a tree smaller as long as `fails` still says yes; gives back the smallest. */
typedef bool Fails(void *context, const Tree *);
Tree *tree_shrink(Generator *, Tree *, Fails *, void *context);

#endif
