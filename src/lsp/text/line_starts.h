#ifndef LSP_TEXT_LINE_STARTS_H
#define LSP_TEXT_LINE_STARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* Places in a text as clients name them: lines and characters from 0, where "\n", "\r\n" and "\r"
 * end a line and characters are counted in the units that were agreed upon. */
typedef enum { UNITS_UTF16, UNITS_UTF8, UNITS_UTF32 } Units;

typedef struct {
  uint32_t line, character;
} Position;

/* Where the lines of a text begin.  The text, valid UTF-8, stays its owner's, who gives the same
 * one to all functions. */
typedef struct {
  VEC(uint32_t) starts; /* ascending; the first is 0 */
} LineStarts;

void line_starts_find(LineStarts *, const char *text, uint32_t length);
void line_starts_free(LineStarts *);
/* The text between `from` and `to` was replaced by one of `length` bytes; `text` is the new one. */
void line_starts_change(LineStarts *, const char *text, uint32_t text_length, uint32_t from,
                        uint32_t to, uint32_t length);

/* Bytes from the beginning.  A place behind the end of its line is that end, one behind the last
 * line the end of the text, one inside of a character its beginning. */
uint32_t line_starts_offset(const LineStarts *, const char *text, uint32_t length, Position, Units);
Position line_starts_position(const LineStarts *, const char *text, uint32_t length,
                              uint32_t offset, Units);
/* How many units a piece of text has. */
uint32_t units_of(const char *text, uint32_t length, Units);

#endif
