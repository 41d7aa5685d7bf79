#ifndef REPORT_DISPLAY_TRACE_PAGE_H
#define REPORT_DISPLAY_TRACE_PAGE_H

#include "session/visb/own_picture.h"

/* The steps so far, with the model's own picture of each state, as the text of one HTML file that
 * works by itself: it has its script, its style and the images in it, and its policy lets a browser
 * load and run nothing else.  All that the model says is data for that script, never markup.
 * Warnings about the pictures go to the diagnostics of the session.
 * False: the time or memory limit was reached, or it was interrupted; there is no text. */
bool trace_page(Text *, OwnPicture *, const char *title);

#endif
