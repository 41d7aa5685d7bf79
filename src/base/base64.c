#include "base/base64.h"

void base64_add(Text *out, const unsigned char *bytes, size_t size)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    size_t left = size - i;
    uint32_t group = (uint32_t) bytes[i] << 16;
    if (left > 1) group |= (uint32_t) bytes[i + 1] << 8;
    if (left > 2) group |= bytes[i + 2];
    const char four[4] = {digits[group >> 18], digits[group >> 12 & 63],
                          left > 1 ? digits[group >> 6 & 63] : '=',
                          left > 2 ? digits[group & 63] : '='};
    text_add_bytes(out, four, sizeof four);
  }
}
