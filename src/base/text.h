#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* A growing, always NUL-terminated string.  Text t = {0};  text_add(&t, "x");
 * … t.data …  text_free(&t);   `data` is NULL until something was added. */
typedef struct {
  char *data;
  size_t len, cap;
} Text;

void text_add(Text *, const char *string);
void text_add_bytes(Text *, const char *bytes, size_t length);
void text_add_char(Text *, char);
void text_add_repeated(Text *, char, size_t times);
void text_add_integer(Text *, int64_t); /* in decimal */
void text_printf(Text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(Text *); /* keeps the memory */
void text_free(Text *);
const char *text_string(const Text *); /* data, or "" */

/* The ending of a word after a number: 1 step, 2 steps.  (The counts of a verdict, `PASS 1 states`,
 * have one form whatever they are: programs read them.) */
static inline const char *text_plural(uint64_t number) { return number == 1 ? "" : "s"; }

#endif
