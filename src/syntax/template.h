#ifndef SYNTAX_TEMPLATE_H
#define SYNTAX_TEMPLATE_H

/* Formats of the expressions in template strings: $[2f,8p]{E}. */

#include <stdbool.h>
#include <stdint.h>

#define TEMPLATE_FORMATS \
  "formats, separated by commas: Nf (a real number with N decimals), Nd (an integer " \
  "with the last N digits as decimals), Np (at least N characters), ascii, unicode"

enum { TEMPLATE_DECIMALS = 1000, TEMPLATE_WIDTH = 10000 }; /* the largest N of a format */

typedef enum { TEMPLATE_ANY, TEMPLATE_REAL, TEMPLATE_INTEGER } TemplateNumber;

typedef struct {
  TemplateNumber number;
  uint32_t decimals; /* of a number */
  uint32_t width;    /* blanks are put in front of what is shorter */
  bool unicode;
} TemplateFormat;

/* Reads what stands between the brackets; false if it is no format. */
bool template_format(const char *text, TemplateFormat *);

#endif
