#ifndef SYNTAX_PRINT_H
#define SYNTAX_PRINT_H

#include <stdbool.h>

#include "base/text.h"
#include "syntax/tree.h"

typedef struct {
  bool unicode;   /* ∈ instead of : where there is a symbol */
  unsigned width; /* lines are broken to fit where possible; 0: never broken */
} PrintStyle;

/* The node in B notation with the brackets that its tree needs, on one line if
 * width is 0.  Reading the text again gives an equal tree.  Resolved trees are
 * printed too: an EXPANSION as its body, or a call where it was one. */
void print_node(Text *, const Node *, PrintStyle);
/* A whole file in canonical layout; comments are kept. */
void print_unit(Text *, const Unit *, PrintStyle);
/* A name as it must be written: back-quoted if it is a reserved word or no
 * plain identifier; composed names part by part. */
void print_name(Text *, const char *name);
/* A string literal with its quotes and escapes. */
void print_string(Text *, const char *content);

/* The tree itself, one node per line or nested in brackets, without positions,
 * so that equal trees print equally.  With `types`, each expression's type. */
void dump_node(Text *, const Node *);
void dump_unit(Text *, const Unit *);

#endif
