#ifndef CLI_COMMAND_HELP_CSP_H
#define CLI_COMMAND_HELP_CSP_H

#include "base/text.h"

/* The page `probity help csp`. */
void help_csp(Text *);

#endif
