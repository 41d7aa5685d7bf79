#ifndef BASE_CANCEL_H
#define BASE_CANCEL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether somebody wants a computation to end before it is done.  All zero: nobody ever does.  May
 * be asked by any thread. */
typedef struct {
  bool (*asked)(void *context); /* or NULL */
  void *context;
} Cancel;

static inline bool cancel_asked(Cancel c) { return c.asked && c.asked(c.context); }

#endif
