#include "report/prove/obligation_name.h"

#include "report/width.h"

void obligation_name_add(Text *out, const char *name)
{
  for (; *name; name++)
    if (*name == '\n') text_add(out, "\\n");
    else text_add_char(out, *name);
}

uint32_t obligation_name_width(const char *name)
{
  Text text = {0};
  obligation_name_add(&text, name);
  uint32_t width = width_of_text(text_string(&text));
  text_free(&text);
  return width;
}

void obligation_name_pad(Text *out, const char *name, uint32_t width)
{
  uint32_t own = obligation_name_width(name);
  obligation_name_add(out, name);
  text_add_repeated(out, ' ', own < width ? width - own : 0);
}
