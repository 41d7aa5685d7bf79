#ifndef SESSION_DISPLAY_DEFINITIONS_H
#define SESSION_DISPLAY_DEFINITIONS_H

#include "session/display/display.h"

/* Finds the definitions of the grid and reads them as formulas of the model. */
void display_read_definitions(Display *);

/* A definition without parameters as an expression; NULL: it is wrong, which is a trouble. */
const Formula *display_read_expression(Scene *, DisplayTroubles *, const Definition *);

#endif
