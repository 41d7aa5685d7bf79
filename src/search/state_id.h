#ifndef SEARCH_STATE_ID_H
#define SEARCH_STATE_ID_H

#include <stdint.h>

/* The number of a state that was found. */
typedef uint32_t StateId;
#define NO_STATE UINT32_MAX

#endif
