#ifndef REPORT_JSON_TEXT_H
#define REPORT_JSON_TEXT_H

#include <jansson.h>

#include "base/text.h"

/* The JSON text of a value, members and elements on lines of their own.  The strings must be
 * UTF-8, as those of jansson are.  (Traces may be hundreds of megabytes long, which jansson
 * itself writes character by character.) */
void json_text(Text *, const json_t *);

#endif
