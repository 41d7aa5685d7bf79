#include "report/width.h"

#include <string.h>
#include <utf8proc.h>

#include "syntax/utf8.h"

unsigned width_of_character(uint32_t character)
{
  int width = utf8proc_charwidth((utf8proc_int32_t) character);
  return width < 0 ? 0 : (unsigned) width;
}

unsigned width_of_text(const char *text)
{
  unsigned width = 0, step;
  for (; *text; text += step) width += width_of_character(utf8_decode(text, &step));
  return width;
}

void width_pad(Text *out, const char *text, unsigned width)
{
  unsigned used = width_of_text(text);
  text_add(out, text);
  if (used < width) text_add_repeated(out, ' ', width - used);
}

void width_add_clean(Text *out, const char *text)
{
  size_t left = strlen(text);
  for (unsigned step; left > 0; text += step, left -= step) {
    step = utf8_length(text, left);
    unsigned char first = (unsigned char) *text;
    if (first == '\n' || first == '\r' || first == '\t') text_add_char(out, ' ');
    else if (step == 0 || first < ' ' || first == 0x7F) text_add(out, "\uFFFD");
    else if (first == 0xC2 && (unsigned char) text[1] < 0xA0) text_add(out, "\uFFFD");
    else text_add_bytes(out, text, step);
    if (step == 0) step = 1;
  }
}
