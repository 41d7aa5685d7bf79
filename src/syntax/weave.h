#ifndef SYNTAX_WEAVE_H
#define SYNTAX_WEAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "syntax/layout.h"
#include "syntax/source.h"
#include "syntax/tree.h"

/* Puts the comments of a source text into its new layout.  A printer tells where its items begin
 * and end in the source.  An item is something that comments belong to: a declaration, a conjunct,
 * a substitution, a clause … */

/* Where a comment stands in the source. */
typedef enum {
  PLACE_OWN,    /* nothing but comments before it on its line */
  PLACE_BEHIND, /* the last thing on its line                 */
  PLACE_INSIDE  /* with something before and after it         */
} CommentPlace;

typedef struct {
  Layout *out;
  bool one_line;           /* ends of lines between items are blanks */
  const Source *source;    /* NULL: there are no comments */
  const Comment *comments; /* in order */
  uint32_t comment_count;
  /* how far it is */
  uint32_t next;               /* the comments before it are done */
  uint32_t inside;             /* up to here they are known to stand within a line */
  uint32_t done;               /* position in the source up to which the items of the innermost
                                  list have been printed; 0 at its start */
  uint32_t row_begin, row_end; /* the last row of comments looked at, and its place */
  CommentPlace row_place;
  uint32_t column_position; /* the last position whose column was asked for */
  unsigned column;
} Weaver;

typedef enum {
  GAP_NONE, /* the first item of its list */
  GAP_KEEP, /* one empty line where the source has some */
  GAP_FORCE /* one empty line in any case */
} Gap;

/* Starts the line of an item that begins at this source position.  The comments
 * before it are printed: behind the line before, or on lines of their own. */
void weave_item_start(Weaver *, uint32_t begin, Gap);
/* The same for a line that need not start there, unless there are comments. */
void weave_item_break(Weaver *, unsigned blanks, uint32_t begin);
/* Prints the comments inside and directly behind an item that ended there; with
 * `own` those on the following lines, too. */
void weave_item_end(Weaver *, uint32_t end, bool own);
/* The same at the end of a clause: comments on lines of their own belong to it if
 * they are indented more than what comes next. */
void weave_clause_end(Weaver *, uint32_t end, uint32_t next);
/* A place where a line may end, inside an item; if comments stood there, at the
 * ends of lines, it does end. */
void weave_break(Weaver *, unsigned blanks, uint32_t limit);

#endif
