#include "report/probcli/quoted.h"

void quoted_add(Text *out, const char *text, char quote)
{
  for (; *text; text++) {
    if (*text == '\n') {
      text_add(out, "\\n");
      continue;
    }
    if (*text == quote || *text == '\\') text_add_char(out, '\\');
    text_add_char(out, *text);
  }
}
