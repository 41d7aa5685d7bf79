#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Time that only goes forward, from some moment in the past. */
double clock_seconds(void);
uint64_t clock_nanoseconds(void);

#endif
