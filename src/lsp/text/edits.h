#ifndef LSP_TEXT_EDITS_H
#define LSP_TEXT_EDITS_H

#include <stdint.h>

#include "base/vec.h"

/* What must be changed in a text to make another one of it: few and small pieces, so that marks and
 * folds of an editor stay where they are. */
typedef struct {
  uint32_t begin, end; /* bytes of the old text … */
  uint32_t from, to;   /* … that these bytes of the new one replace */
} TextEdit;

typedef VEC(TextEdit) TextEdits;

/* Adds them, ascending.  Both texts are valid UTF-8; no character is cut. */
void text_edits_find(TextEdits *, const char *before, uint32_t before_length, const char *after,
                     uint32_t after_length);

#endif
