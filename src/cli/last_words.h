#ifndef CLI_LAST_WORDS_H
#define CLI_LAST_WORDS_H

#include "cli/cli.h"
#include "search/explore.h"

/* Prepares the report of a run that will end for want of memory, when no report can be made any
 * more: the verdict is UNKNOWN, with what has been explored so far (NULL: nothing is known). */
void last_words_prepare(Cli *, const ExploreStatus *);

#endif
