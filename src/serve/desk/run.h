#ifndef SERVE_DESK_RUN_H
#define SERVE_DESK_RUN_H

#include "serve/desk/desk.h"

/* Answers the lines of `in` on `out`, one after the other, until the input ends.  Neither is
 * closed. False: an answer could not be written. */
bool desk_run(DeskHooks, int in, int out);

#endif
