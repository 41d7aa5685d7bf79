#ifndef CLI_GRAPHVIZ_H
#define CLI_GRAPHVIZ_H

#include <stdbool.h>

#include "base/text.h"

/* Runs the program `dot` of Graphviz.  `form` is svg, png or pdf.  The picture is added to
 * *picture; false: *error is a message to show. */
bool graphviz_draw(const Text *dot, const char *form, double time_limit, Text *picture,
                   Text *error);

#endif
