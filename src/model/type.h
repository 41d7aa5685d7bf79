#ifndef MODEL_TYPE_H
#define MODEL_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/names.h"
#include "base/text.h"

struct Symbol;

/* Types of B.  Closed types (without variables) are hash-consed by their
 * TypeTable: equal closed types are the same pointer.
 *
 * A TYPE_VAR is one of three things:
 *   a variable of a running inference, which may be bound (follow it with
 *   type_resolve); after infer_finish no symbol and no node has one;
 *   type_unknown: a part that nothing decided, printed `?`;
 *   type_parameter(i): the i-th parameter of a type scheme, that of an external
 *   function or of a free type; replaced by fresh variables at each use. */
typedef enum {
  TYPE_INTEGER,
  TYPE_BOOL,
  TYPE_STRING,
  TYPE_REAL,
  TYPE_GIVEN,  /* symbol: the given set                       */
  TYPE_FREE,   /* symbol: the free type; args: its parameters */
  TYPE_POW,    /* args[0]                                     */
  TYPE_PAIR,   /* args[0], args[1]                            */
  TYPE_RECORD, /* names[i] : args[i], ascending by name       */
  TYPE_VAR     /* not (yet) known                             */
} TypeKind;

typedef struct Type Type;
struct Type {
  TypeKind kind;
  uint32_t count;
  uint32_t id;     /* fixed types: 0, 1, 2 … in order of creation; for tables by type */
  uint32_t height; /* 1 + the greatest height of an argument, as far as known */
  uint32_t index;  /* fixed types: 1 + the greatest index of a type_parameter inside, or 0 */
  bool closed;     /* known completely: neither variables nor unknown parts nor parameters */
  bool fixed;      /* no variables of an inference inside: hash-consed, lives in the table */
  bool embedded;   /* a variable that occurs inside another type */
  uint8_t rank;    /* of the union-find forest that `link` makes */
  struct Symbol *symbol;
  const Name *const *names; /* of record fields */
  Type *link;               /* what a type that is not fixed was found equal to, or NULL */
  Type *args[];
};

/* Inference reports types that are nested more deeply than this, so recursion
 * over the types of symbols and nodes needs no further care. */
enum { TYPE_HEIGHT_LIMIT = 5000 };

typedef struct TypeTable TypeTable;

TypeTable *types_new(Arena *);
void types_free(TypeTable *); /* accepts NULL; the arena is the caller's */

Type *type_integer(TypeTable *);
Type *type_bool(TypeTable *);
Type *type_string(TypeTable *);
Type *type_real(TypeTable *);
Type *type_given(TypeTable *, struct Symbol *);
Type *type_free_type(TypeTable *, struct Symbol *, Type *const *args, uint32_t count);
Type *type_pow(TypeTable *, Type *);
Type *type_pair(TypeTable *, Type *, Type *);
/* Fields in any order, no name twice; names and args are copied. */
Type *type_record(TypeTable *, const Name *const *names, Type *const *args, uint32_t count);
Type *type_relation(TypeTable *, Type *from, Type *to); /* POW(from*to)    */
Type *type_sequence(TypeTable *, Type *of);             /* POW(INTEGER*of) */
Type *type_unknown(TypeTable *);
Type *type_parameter(TypeTable *, uint32_t index);

/* How many fixed types there are: their ids are below. */
uint32_t types_count(const TypeTable *);

/* The type itself or, for one of a running inference, what it is found equal to. */
Type *type_resolve(Type *);

/* The `count` components of a product nested to the left: of (a*b)*c with 2
 * these are a*b and c, with 3 a, b and c.  False if there are fewer. */
bool type_components(const Type *, uint32_t count, const Type **components);

/* A copy of a fixed type in which values[i] stands for parameter i; there must
 * be values for all `index` parameters of it. */
Type *type_instance(TypeTable *, const Type *, Type *const *values);

/* B notation: POW(INTEGER*BOOL), struct(a:INTEGER,b:BOOL); an unknown part is
 * `?`.  A type that is longer than a few pages is cut off with `…`. */
void type_print(Text *, const Type *);
/* The same in about `limit` bytes, for messages. */
void type_print_cut(Text *, const Type *, size_t limit);
/* Does a value of the type have elements of the given set in it? */
bool type_mentions(const Type *, const struct Symbol *given_set);

#endif
