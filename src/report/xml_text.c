#include "report/xml_text.h"

#include <string.h>

#include "syntax/utf8.h"

void xml_text_add(Text *out, const char *text, bool attribute)
{
  size_t left = strlen(text);
  for (unsigned step; left > 0; text += step, left -= step) {
    step = utf8_length(text, left);
    unsigned char c = (unsigned char) *text;
    if (step == 0) text_add(out, "\uFFFD"), step = 1;
    else if (c == '<') text_add(out, "&lt;");
    else if (c == '>') text_add(out, "&gt;");
    else if (c == '&') text_add(out, "&amp;");
    else if (c == '"') text_add(out, "&quot;");
    else if (c == '\n' && attribute) text_add(out, "&#10;");
    else if (c < ' ' && c != '\n' && c != '\t') text_add(out, "\uFFFD"); /* not allowed in XML */
    else if (step == 3 && c == 0xEF && (unsigned char) text[1] == 0xBF &&
             (unsigned char) text[2] >= 0xBE)
      text_add(out, "\uFFFD"); /* U+FFFE and U+FFFF are not, either */
    else text_add_bytes(out, text, step);
  }
}

void xml_text_add_attribute(Text *out, const char *name, const char *value)
{
  text_printf(out, " %s=\"", name);
  xml_text_add(out, value, true);
  text_add_char(out, '"');
}
