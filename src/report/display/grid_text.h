#ifndef REPORT_DISPLAY_GRID_TEXT_H
#define REPORT_DISPLAY_GRID_TEXT_H

#include "base/text.h"
#include "session/display/grid.h"

/* The grid for a terminal: rows and columns with their numbers, images by the number or name that
 * they stand for, `·` where there is nothing; then the files of the images.
 * Many empty rows are left out. */
void grid_text(Text *, const Grid *);

#endif
