#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

/* SHA-256 as FIPS 180-4 defines it. */
enum { SHA256_BYTES = 32, SHA256_TEXT = 2 * SHA256_BYTES + 1 };

void sha256(const void *bytes, size_t length, uint8_t digest[SHA256_BYTES]);
/* In hexadecimal digits, with a NUL. */
void sha256_text(const uint8_t digest[SHA256_BYTES], char text[SHA256_TEXT]);

#endif
