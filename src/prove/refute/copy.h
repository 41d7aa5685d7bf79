#ifndef PROVE_REFUTE_COPY_H
#define PROVE_REFUTE_COPY_H

#include "model/symbol.h"
#include "syntax/tree.h"

/* Copies of trees in which other symbols stand for some. */

typedef struct {
  const Symbol *from;
  Symbol *to;
} Renaming;

typedef struct {
  Arena *arena;
  Renaming *slots; /* a hash table by address; `to` NULL: free */
  uint32_t capacity, count;
} Renamings;

Symbol *renamings_get(const Renamings *, const Symbol *); /* or NULL */
void renamings_put(Renamings *, const Symbol *from, Symbol *to);
/* Without labels and uses of definitions. */
Node *copy_renamed(Arena *, const Node *, const Renamings *);

#endif
