#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include "cli/options.h"

/* Bytes that the process may have.  Without --memory-limit: what there is, so that nobody
 * else ends the program. */
size_t limits_memory(const Options *);

#endif
