#ifndef REPORT_DIAG_TEXT_H
#define REPORT_DIAG_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "syntax/diag.h"

typedef struct {
  bool colour;
  bool errors_only; /* leave warnings out */
  unsigned width;   /* of the page in cells; 0: DIAG_TEXT_WIDTH */
} DiagTextStyle;

enum { DIAG_TEXT_WIDTH = 100 };

/* Diagnostics for people, in the order in which they are recorded:
 *
 *   lift.mch:12:9: error: expected ')' before THEN [syntax]
 *      12 |     PRE (floor < top THEN
 *         |                      ^~~~
 *     lift.mch:12:9: note: the bracket was opened here
 *     hint: write ) before THEN
 */
void diag_text_print(Text *, const Diags *, DiagTextStyle);

/* "3 errors, 1 warning"; nothing if there are none. */
void diag_text_summary(Text *, const Diags *, DiagTextStyle);

/* "1 error", "2 errors": a number with its word. */
void diag_text_count(Text *, uint32_t number, const char *word);

/* The number of errors recorded: those shown and those beyond the limit. */
uint32_t diag_text_errors(const Diags *);

#endif
