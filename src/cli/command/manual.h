#ifndef CLI_COMMAND_MANUAL_H
#define CLI_COMMAND_MANUAL_H

#include "base/text.h"

/* Adds the manual page probity(1), in the language of man, made from the tables of commands and
 * options. */
void manual_page(Text *);

#endif
