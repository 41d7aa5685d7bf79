#ifndef PROVE_REFUTE_COPY_H
#define PROVE_REFUTE_COPY_H

#include "base/vec.h"
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

/* Trees of a model with types of a table of one's own, so that new types may be made while other
 * threads read those of the model. */
typedef struct {
  Arena *arena;
  TypeTable *types;
  VEC(Type *) made;  /* by the id of the type that it stands for; NULL: not yet */
  Renamings renamed; /* names that are bound in the tree are added: they are of those types, too */
} Transfer;

Type *transfer_type(Transfer *, const Type *); /* accepts NULL */
Node *transfer(Transfer *, const Node *);
/* The same name with that kind, new, of such a type. */
Symbol *transfer_symbol(Transfer *, const Symbol *, SymbolKind);

#endif
