#ifndef CLI_CORRESPONDENCE_H
#define CLI_CORRESPONDENCE_H

#include "cli/system.h"

/* What the user says of how two systems correspond, and what was probably meant otherwise. */

/* Do --hide, --rename and --card name things that exist?  One that stands for nothing would be
 * a silent mistake.  The lists are those of SpaceOptions.  False: *code is what the command
 * ends with. */
bool correspondence_check(Cli *, const Systems *, const char *const *hidden,
                          const char *const *renamed, ExitCode *code);

/* Warns where the files seem to be swapped, or nothing that can be seen has the same name. */
void correspondence_warn(Cli *, const Systems *);

#endif
