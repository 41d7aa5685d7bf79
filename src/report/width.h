#ifndef REPORT_WIDTH_H
#define REPORT_WIDTH_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* How much room text takes on a terminal, in cells: 2 for wide characters, 0
 * for combining ones.  Texts are valid UTF-8. */
unsigned width_of_character(uint32_t character);
unsigned width_of_text(const char *text);

/* Adds a text and blanks up to `width` cells. */
void width_pad(Text *, const char *text, unsigned width);
/* Adds a text in which control characters, which could disturb a terminal, are
 * replaced; line ends become blanks. */
void width_add_clean(Text *, const char *text);

#endif
