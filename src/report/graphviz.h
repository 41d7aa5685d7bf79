#ifndef REPORT_GRAPHVIZ_H
#define REPORT_GRAPHVIZ_H

#include <stdbool.h>

#include "base/cancel.h"
#include "base/text.h"

typedef struct {
  double seconds;   /* 0: no limit */
  Cancel cancelled; /* asked now and then whether to stop */
} GraphvizLimits;

/* Runs the program `dot` of Graphviz.  `form` is svg, png or pdf.  The picture is added to
 * *picture; false: *error is a message to show. */
bool graphviz_draw(const Text *dot, const char *form, GraphvizLimits, Text *picture, Text *error);

#endif
