#ifndef CLI_COMMON_PROGRESS_H
#define CLI_COMMON_PROGRESS_H

#include "cli/cli.h"
#include "search/explore.h"

/* How far an exploration is: on standard error, if the user wants to see it, and in the last words.
 * With --progress-fd it goes there, a line of JSON each time. */
typedef struct {
  Cli *cli;
  bool shown;
  int file; /* of --progress-fd, or -1 */
} Progress;

Progress progress_of(Cli *);
void progress_note(void *progress, const ExploreStatus *); /* an ExploreProgress */
/* So many of a number of things are done: as progress_note. */
void progress_count(void *progress, uint32_t done, uint32_t all);
void progress_end(const Progress *);

#endif
