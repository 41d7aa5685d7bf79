#ifndef CLI_CONSOLE_LINES_H
#define CLI_CONSOLE_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/* Lines from a person or a program.  On a terminal they can be edited and completed,
 * and those of earlier runs come back; anything else is read as it is, without prompts. */
typedef struct Lines Lines;

/* Words that may stand where `word` begins; `line` is all that comes before the end of
 * the word.  The callee adds them with lines_offer. */
typedef struct LineOffers LineOffers;
typedef void LinesComplete(void *context, const char *line, const char *word, LineOffers *);
void lines_offer(LineOffers *, const char *word); /* ignored unless it begins with the word */
/* Files whose names begin like `path`, which is the end of the line. */
void lines_offer_files(LineOffers *, const char *path);

Lines *lines_new(FILE *, LinesComplete *, void *context);
void lines_free(Lines *); /* accepts NULL */

/* The next line, without its end.  False at the end of the input. */
bool lines_next(Lines *, const char *prompt, Text *line);
bool lines_were_cancelled(const Lines *); /* the last one was given up (Ctrl-C): it is empty */
bool lines_are_edited(const Lines *);     /* by a person, on a terminal */

#endif
