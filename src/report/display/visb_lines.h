#ifndef REPORT_DISPLAY_VISB_LINES_H
#define REPORT_DISPLAY_VISB_LINES_H

#include "session/visb/visb.h"

/* A picture in SVG for a terminal: a line for each attribute that the state gives an element, and
 * what can be clicked. */
void visb_lines(Text *, const Visb *, const VisbState *);

#endif
