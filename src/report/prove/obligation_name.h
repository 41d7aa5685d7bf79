#ifndef REPORT_PROVE_OBLIGATION_NAME_H
#define REPORT_PROVE_OBLIGATION_NAME_H

#include "base/text.h"

/* Names of obligations and other short texts in tables: they may have newlines in them, which are
 * shown as \n. */
void obligation_name_add(Text *, const char *name);
uint32_t obligation_name_width(const char *name);
void obligation_name_pad(Text *, const char *name, uint32_t width); /* with spaces behind it */

#endif
