#ifndef LSP_INDEX_B_WALK_H
#define LSP_INDEX_B_WALK_H

#include "lsp/index/index_impl.h"
#include "model/model.h"

/* A text of classical B. */
typedef struct {
  Index *ix;
  const Unit *unit;
  Machine *machine; /* the first one that it is; NULL: none */
  Decl *decl;       /* of the machine, or NULL */
  Map own;          /* Name -> Decl: what it declares, but operations and definitions */
} BUnit;

/* The declaration of a thing of the model, or NULL. */
Decl *b_decl_of(Index *, const Symbol *);
/* All that the text mentions; what all texts declare is known. */
void b_walk(const BUnit *);

#endif
