#include "syntax/utf8.h"

#include <utf8proc.h>

unsigned utf8_length(const char *text, size_t available)
{
  if (available == 0) return 0;
  if ((unsigned char) text[0] < 0x80) return 1;
  utf8proc_int32_t character;
  size_t most = available < 4 ? available : 4;
  utf8proc_ssize_t n =
      utf8proc_iterate((const utf8proc_uint8_t *) text, (utf8proc_ssize_t) most, &character);
  return n > 0 ? (unsigned) n : 0;
}

uint32_t utf8_decode(const char *text, unsigned *length)
{
  const unsigned char *s = (const unsigned char *) text;
  if (s[0] < 0x80) return *length = 1, s[0];
  if (s[0] < 0xE0) return *length = 2, (uint32_t) (s[0] & 0x1F) << 6 | (s[1] & 0x3F);
  if (s[0] < 0xF0)
    return *length = 3,
           (uint32_t) (s[0] & 0x0F) << 12 | (uint32_t) (s[1] & 0x3F) << 6 | (s[2] & 0x3F);
  return *length = 4, (uint32_t) (s[0] & 0x07) << 18 | (uint32_t) (s[1] & 0x3F) << 12 |
                          (uint32_t) (s[2] & 0x3F) << 6 | (s[3] & 0x3F);
}

unsigned utf8_put(uint32_t character, char out[4])
{
  utf8proc_ssize_t n = utf8proc_encode_char((utf8proc_int32_t) character, (utf8proc_uint8_t *) out);
  return n > 0 ? (unsigned) n : 0;
}

bool utf8_is_letter(uint32_t character)
{
  utf8proc_category_t c = utf8proc_category((utf8proc_int32_t) character);
  return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
}

bool utf8_is_digit(uint32_t character)
{
  return utf8proc_category((utf8proc_int32_t) character) == UTF8PROC_CATEGORY_ND;
}
