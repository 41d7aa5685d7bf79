#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

/* What the program does when it is interrupted or breaks down:
 *   SIGINT                         ends with EXIT_CODE_INTERRUPTED;
 *   SIGABRT, SIGSEGV and the like  are bugs: a message that asks for a report,
 *                                  EXIT_CODE_INTERNAL;
 *   SIGPIPE                        is ignored: writing fails and is noticed. */
void signals_install(void);

#endif
