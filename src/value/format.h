#ifndef VALUE_FORMAT_H
#define VALUE_FORMAT_H

#include "base/text.h"
#include "value/set.h"

typedef struct {
  bool unicode; /* ↦ ∅ */
  /* [a,b] for functions with domain 1..n, n >= 1: never, where the shape is one of sequences (then
   * the empty one is [], too), or always */
  enum { SEQUENCES_NEVER, SEQUENCES_BY_SHAPE, SEQUENCES_ALWAYS } sequences;
  uint32_t most; /* elements of a set shown, the rest as …; 0: all */
} FormatStyle;

/* A value in B notation that reads back as the same value: {1,2}, (1|->TRUE|->3),
 * rec(a:1), cons(1|->nil), "x", 1.5, 1.0E-16; sets ascending, intervals of more than 32
 * elements as lo..hi.  An explicit value only; a lazy part is printed by the caller's
 * function, if given, and as … otherwise.  Values nested thousands deep are cut with …  */
typedef void FormatLazy(void *context, Text *, const Shape *, Value);
void value_format(Text *, Store *, const Shape *, Value, FormatStyle, FormatLazy *, void *context);

#endif
