#ifndef REPORT_COLOUR_H
#define REPORT_COLOUR_H

#include <stdbool.h>

#include "base/text.h"

/* What colours are used for. */
typedef enum {
  COLOUR_PLACE, /* file, line and column */
  COLOUR_ERROR,
  COLOUR_WARNING,
  COLOUR_NOTE,
  COLOUR_HINT,
  COLOUR_GUTTER, /* line numbers          */
  COLOUR_FAINT
} Colour;

/* Text from begin to end appears in that colour; nothing happens if not `on`. */
void colour_begin(Text *, bool on, Colour);
void colour_end(Text *, bool on);

#endif
