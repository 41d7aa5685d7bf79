#ifndef ENGINE_LAZY_H
#define ENGINE_LAZY_H

#include <assert.h>

#include "engine/engine.h"

/* Sets that are not expanded: infinite, too large, or not yet needed.  The store
 * keeps them as lazy nodes; `lazy_what` is one of these, or LAZY_CLOSURE + n for
 * the n-th closure of the engine (an expression with captured values). */
typedef enum {
  LAZY_INTEGER, /* all integers         */
  LAZY_FROM,    /* [low]: low, low+1, … */
  LAZY_UPTO,    /* [high]: …, high      */
  LAZY_STRING,
  LAZY_REAL,
  LAZY_POW, /* [S] */
  LAZY_POW1,
  LAZY_FIN,
  LAZY_FIN1,
  LAZY_RELATION, /* [A B]: <-> +-> --> … */
  LAZY_PARTIAL_FUN,
  LAZY_TOTAL_FUN,
  LAZY_PARTIAL_INJ,
  LAZY_TOTAL_INJ,
  LAZY_PARTIAL_SURJ,
  LAZY_TOTAL_SURJ,
  LAZY_PARTIAL_BIJ,
  LAZY_TOTAL_BIJ,
  LAZY_TOTAL_REL,
  LAZY_SURJ_REL,
  LAZY_TOTAL_SURJ_REL,
  LAZY_SEQ, /* [S] */
  LAZY_SEQ1,
  LAZY_ISEQ,
  LAZY_ISEQ1,
  LAZY_PERM,
  LAZY_TREE,
  LAZY_BTREE,
  LAZY_PRODUCT,     /* [A B]                          */
  LAZY_STRUCT,      /* one set per field              */
  LAZY_FREETYPE,    /* all values of the shape        */
  LAZY_CONSTRUCTOR, /* [number, argument set]: the function */
  LAZY_UNION,       /* [A B] */
  LAZY_INTERSECTION,
  LAZY_DIFFERENCE,
  LAZY_ID,   /* [S]   */
  LAZY_PRJ1, /* [A B] */
  LAZY_PRJ2,
  LAZY_SUCC,
  LAZY_PRED,
  LAZY_INVERSE,      /* [r]   */
  LAZY_OVERRIDE,     /* [r s] */
  LAZY_DOM_RESTRICT, /* [S r] */
  LAZY_DOM_SUBTRACT,
  LAZY_RAN_RESTRICT, /* [r S] */
  LAZY_RAN_SUBTRACT,
  LAZY_CLOSURE1, /* [r]: transitive closure */
  LAZY_CLOSURE
} LazyKind;

/* Those without the empty set follow those with it, and the order of the arrows counts. */
static_assert(LAZY_POW1 == LAZY_POW + 1 && LAZY_FIN1 == LAZY_FIN + 1, "sets of subsets");
static_assert(LAZY_SEQ1 == LAZY_SEQ + 1 && LAZY_ISEQ1 == LAZY_ISEQ + 1, "sets of sequences");
static_assert(LAZY_TOTAL_SURJ_REL == LAZY_RELATION + 11, "twelve arrows");
static_assert(LAZY_INTEGER == 0 && LAZY_CLOSURE <= UINT8_MAX, "fit lazy_kinds; 0: no such set");

/* The lazy set that an operator makes of its operands: POW(S) …, A --> B …, seq(S) … */
extern const uint8_t lazy_kinds[OPERATOR_COUNT];
static inline LazyKind lazy_of_operator(NodeKind kind)
{
  assert((uint32_t) kind < OPERATOR_COUNT && lazy_kinds[kind] != 0);
  return (LazyKind) lazy_kinds[kind];
}

/* Questions about `lazy_what`: <-> … <<->>, POW … FIN1, seq … perm */
static inline bool lazy_is_arrow(uint32_t what)
{
  return what >= LAZY_RELATION && what <= LAZY_TOTAL_SURJ_REL;
}
static inline bool lazy_is_powerset(uint32_t what) { return what >= LAZY_POW && what <= LAZY_FIN1; }
static inline bool lazy_is_sequences(uint32_t what)
{
  return what >= LAZY_SEQ && what <= LAZY_PERM;
}

/* An expression that denotes a set (COMPREHENSION, LAMBDA, IMAGE_SET, QUANT_UNION …)
 * and the names whose values it needs; a lazy value has these values as parts.
 * Or an operator on relations whose operands have values: these are the parts, and
 * `captured` is NULL. */
typedef struct Closure Closure;
struct Closure {
  const Node *node;
  Symbol **captured;
  uint32_t captured_count;
  /* Of %x.(P|E), when first needed: P & E = value, and the name of the value. */
  const Node *equation;
  const Symbol *value;
};

#endif
