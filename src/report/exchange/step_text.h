#ifndef REPORT_EXCHANGE_STEP_TEXT_H
#define REPORT_EXCHANGE_STEP_TEXT_H

#include <jansson.h>

#include "base/text.h"

/* A step of a trace in a JSON report, an object or a text: `move(f = 3) --> r = 1`. */
void step_text(Text *, const json_t *step);

#endif
