#ifndef LSP_ASSIST_SPELLING_H
#define LSP_ASSIST_SPELLING_H

#include "lsp/index/words.h"
#include "lsp/text/edits.h"

/* Words that can be written in ASCII and in symbols: => and ⇒. */

/* How the i-th word is written in that way; NULL: there is none but the one that it has. */
const char *spelling_of(const Words *, uint32_t i, bool symbols);
/* Is the text written in symbols, where it has the choice? */
bool spelling_prefers_symbols(const Words *);

typedef struct {
  Span span;
  char text[16];
} Respelling;
typedef VEC(Respelling) Respellings;

/* What is to be replaced between two positions so that all of it is written in that way, with
 * blanks where words would run together.  Reading it gives the same words again. */
void spelling_change(const Words *, Span, bool symbols, Respellings *);

#endif
