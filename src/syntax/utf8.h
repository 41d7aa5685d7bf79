#ifndef SYNTAX_UTF8_H
#define SYNTAX_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of bytes of the well-formed character at `text`, 0 if there is none. */
unsigned utf8_length(const char *text, size_t available);
/* Decodes one character of a valid text; *length is its number of bytes. */
uint32_t utf8_decode(const char *text, unsigned *length);
unsigned utf8_put(uint32_t character, char out[4]); /* bytes written */
bool utf8_is_letter(uint32_t character);            /* Unicode categories L* */
bool utf8_is_digit(uint32_t character);             /* Unicode category Nd   */

#endif
