#ifndef SYNTAX_LAYOUT_H
#define SYNTAX_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

/* Breaks text into lines.  A document is built piece by piece: words, places
 * where a line may or must end, and groups of them; layout_write then chooses
 * the breaks so that lines fit where they can (Oppen 1980, with the whole
 * document in memory).  Time and memory are linear in the document.
 *
 *   Layout l = {0};  layout_open(&l, GROUP_ALL);  layout_add(&l, "a &");
 *   layout_break(&l, 1);  …  layout_close(&l);  layout_write(&l, &text, 80);
 *   layout_free(&l); */
typedef enum {
  GROUP_ALL, /* on one line, or all its breaks end lines       */
  GROUP_FILL /* as much on each line as there is room for      */
} GroupKind;

typedef struct { /* private */
  uint8_t kind;
  uint16_t spaces;
  uint32_t start, length; /* of its characters */
  uint32_t width;         /* of a word; of a break or group: what must fit to stay on the line */
} LayoutItem;

typedef struct {
  Text chars;
  VEC(LayoutItem) items;
  bool open; /* words or comments since the last end of a line: readable by users */
} Layout;

void layout_free(Layout *);

/* Characters of one line. */
void layout_add(Layout *, const char *string);
void layout_add_bytes(Layout *, const char *bytes, size_t length);
/* Characters that are kept as they are, line ends included. */
void layout_add_raw(Layout *, const char *bytes, size_t length);

/* A line may end here; otherwise there are that many blanks. */
void layout_break(Layout *, unsigned blanks);
/* A line ends here, unless it has just begun.  So ends may be asked for freely. */
void layout_end_line(Layout *);
/* The same, with an empty line after it (one, however often; none at the start). */
void layout_blank_line(Layout *);

void layout_open(Layout *, GroupKind);
void layout_close(Layout *);
/* Lines that begin from here on are indented by more (or less) columns. */
void layout_indent(Layout *, int columns);

/* A comment: behind what is on the line, or on a line of its own if the line has
 * just begun.  Nothing else follows on its last line.  `column` is where it
 * began in the source (from 0): its later lines move together with the first, if
 * none of them began to the left of it. */
void layout_comment(Layout *, const char *bytes, size_t length, unsigned column);
/* One that is aligned with others: behind something it keeps its column if that is
 * still free. */
void layout_aligned_comment(Layout *, const char *bytes, size_t length, unsigned column);

/* Appends the document.  Width 0: only the lines that must end do. */
void layout_write(Layout *, Text *, unsigned width);

#endif
