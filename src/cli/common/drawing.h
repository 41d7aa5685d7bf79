#ifndef CLI_COMMON_DRAWING_H
#define CLI_COMMON_DRAWING_H

#include "cli/cli.h"

/* How the command graph delivers a picture. */

/* What the name of the output file promises: svg, png, pdf; NULL is the text itself.  False: a
 * usage error was reported. */
bool drawing_form(Cli *, const char **form);
/* The picture, a text in the language of Graphviz, in this form. */
ExitCode drawing_deliver(Cli *, const Text *dot, const char *form);
/* There is no picture, so that its file stays as it is. */
void drawing_leave_output(Cli *);
ExitCode drawing_failed(Cli *, const char *reason); /* UNKNOWN, for this reason */

#endif
