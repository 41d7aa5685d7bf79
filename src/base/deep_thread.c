#include "base/deep_thread.h"

#include <stddef.h>

/* The first size that the system grants is taken.  (valgrind looks at every byte of it.) */
#ifndef LARGEST_MEGABYTES
#define LARGEST_MEGABYTES 512
#endif
enum { SMALLEST_MEGABYTES = 8 };

bool deep_thread(pthread_t *thread, void *(*run)(void *), void *data)
{
  bool started = false;
  for (size_t size = LARGEST_MEGABYTES; size >= SMALLEST_MEGABYTES && !started; size /= 2) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    started = pthread_attr_setstacksize(&attributes, size << 20) == 0 &&
              pthread_create(thread, &attributes, run, data) == 0;
    pthread_attr_destroy(&attributes);
  }
  return started;
}
