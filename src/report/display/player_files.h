#ifndef REPORT_DISPLAY_PLAYER_FILES_H
#define REPORT_DISPLAY_PLAYER_FILES_H

#include "syntax/bundled.h"

/* The script and the style of a trace in an HTML file (trace_page.h), and for each its SHA-256 sum
 * in hexadecimal digits: player.css, player.css.sum, player.js, player.js.sum.  Made of web/player/
 * at build time by cmake/player.cmake. */
extern const struct BundledFile player_files[];
extern const unsigned player_file_count;

#endif
