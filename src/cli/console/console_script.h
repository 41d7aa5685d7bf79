#ifndef CLI_CONSOLE_CONSOLE_SCRIPT_H
#define CLI_CONSOLE_CONSOLE_SCRIPT_H

#include "cli/console/console.h"

/* Expressions of CSP-M, in the scope of a script and of the names of :let.  The results are those
 * of console_do. */
bool console_script_answer(Console *, const char *expression);
bool console_script_type(Console *, const char *expression);
/* A name with a value: its text, or the expression itself for processes and functions. */
bool console_script_let(Console *, const char *name, const char *expression);
void console_script_lets(Console *);
void console_script_names(Console *);
/* Is this a command for models of B alone?  Then that was said. */
bool console_script_lacks(Console *, const char *command);

#endif
