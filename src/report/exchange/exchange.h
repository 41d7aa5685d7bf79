#ifndef REPORT_EXCHANGE_EXCHANGE_H
#define REPORT_EXCHANGE_EXCHANGE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"

/* The forms in which other programs read reports.  All are made of the report as JSON, of one file
 * or of several (its `files`). */
typedef enum {
  EXCHANGE_JSON,  /* docs/cli.md */
  EXCHANGE_SARIF, /* 2.1.0: findings in places of texts, for code scanning and editors */
  EXCHANGE_JUNIT, /* test cases, for continuous integration */
  EXCHANGE_PAGE   /* HTML: a page for people, without scripts, that works by itself */
} ExchangeForm;

/* The form of this name (json, sarif, junit, html); false if there is none. */
bool exchange_form(const char *name, ExchangeForm *);
/* Appends the report in this form, with a line end. */
void exchange_print(Text *, const json_t *report, ExchangeForm);

#endif
