#ifndef CLI_TEXTS_H
#define CLI_TEXTS_H

#include "cli/options.h"
#include "syntax/source.h"

/* Texts of an editor that were not saved yet: whoever reads those files gets them. */

/* Reads what --texts names, once; without the option there is nothing to do.  False: it cannot be
 * read; see error of the options. */
bool texts_read(Options *);
/* They belong to the options. */
Overlay texts_overlay(const Options *);

#endif
