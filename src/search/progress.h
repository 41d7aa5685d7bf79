#ifndef SEARCH_PROGRESS_H
#define SEARCH_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/* How far an exploration is. */
typedef struct {
  uint64_t explored, found, transitions;
  size_t bytes; /* of the process */
} ExploreStatus;

/* Called a few times a second while the exploration goes on. */
typedef void ExploreProgress(void *context, const ExploreStatus *);

#endif
