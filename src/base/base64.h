#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/text.h"

/* Adds bytes in base 64, as in addresses of the kind data: (RFC 4648, with padding). */
void base64_add(Text *, const unsigned char *bytes, size_t size);

#endif
