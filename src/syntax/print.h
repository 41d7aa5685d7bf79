#ifndef SYNTAX_PRINT_H
#define SYNTAX_PRINT_H

#include <stdbool.h>

#include "base/text.h"
#include "syntax/tree.h"

typedef struct {
  bool unicode;    /* ∈ instead of : where there is a symbol */
  bool unlabelled; /* without labels of predicates */
  unsigned width;  /* lines are broken to fit where possible; 0: never broken */
  /* A text that is printed in the place of the node and needs no brackets, or NULL for the node
   * itself.  The function may be NULL. */
  const char *(*stand_in)(void *context, const Node *);
  void *context;
} PrintStyle;

/* The node in B notation with the brackets that its tree needs, and some that help
 * people; on one line if width is 0.  Reading the text again gives an equal tree.
 * Resolved trees are printed too: an EXPANSION as its body. */
void print_node(Text *, const Node *, PrintStyle);
/* A whole file without errors in canonical layout; comments are kept, in order.
 * Printing what was printed gives the same text. */
void print_unit(Text *, const Unit *, PrintStyle);
/* A name as it must be written: back-quoted if it is a reserved word or no
 * plain identifier; composed names part by part. */
void print_name(Text *, const char *name);
/* A string literal with its quotes and escapes. */
void print_string(Text *, const char *content);

/* The tree itself, nested in brackets: (+ (int 1) (id x)).  Without positions, so
 * that equal trees give equal texts, and different trees different ones.  Of a
 * unit also its own definitions and pragmas. */
void dump_node(Text *, const Node *);
void dump_unit(Text *, const Unit *);

#endif
