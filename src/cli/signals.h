#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

#include "base/cancel.h"

/* What the program does when it is interrupted or breaks down:
 *   SIGINT, SIGTERM, SIGHUP        ends with EXIT_CODE_INTERRUPTED, at once or,
 *                                  where a command asks for it, after its report;
 *   SIGABRT, SIGSEGV and the like  are bugs: a message that asks for a report,
 *                                  EXIT_CODE_INTERNAL;
 *   SIGABRT by memory_give_up      is want of memory: a message, the last words if there are
 *                                  some, EXIT_CODE_UNKNOWN;
 *   SIGPIPE                        is ignored: writing fails and is noticed. */
void signals_install(void);

/* From now on the first SIGINT is only noted; a second one ends the program.  Called
 * again, it forgets the first. */
void signals_note_interruption(void);
bool signals_interrupted(void);
Cancel signals_cancel(void); /* the same, for computations */
/* The same, but SIGINT never ends the program, however often it comes.  One that was held back
 * until now, since it was blocked when the program began, comes now. */
void signals_note_interruptions(void);
/* From now on SIGINT, SIGTERM and SIGHUP write a byte to this descriptor, which does not wait, and
 * do nothing else; -1: they end the program again. */
void signals_ring(int descriptor);

/* What is written to standard output when memory runs out: a report that was made in time.  The
 * text must stay; NULL: nothing. */
void signals_last_words(const char *report);

#endif
