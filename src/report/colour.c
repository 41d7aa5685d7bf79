#include "report/colour.h"

void colour_begin(Text *out, bool on, Colour colour)
{
  static const char *const codes[] = {
      [COLOUR_PLACE] = "1",   [COLOUR_ERROR] = "1;31", [COLOUR_WARNING] = "1;35",
      [COLOUR_NOTE] = "1;36", [COLOUR_HINT] = "1;32",  [COLOUR_GUTTER] = "34",
      [COLOUR_FAINT] = "2",
  };
  if (on) text_printf(out, "\033[%sm", codes[colour]);
}

void colour_end(Text *out, bool on)
{
  if (on) text_add(out, "\033[0m");
}
