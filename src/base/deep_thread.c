#include "base/deep_thread.h"

#include <locale.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"

/* The first size that the system grants is taken.  (valgrind looks at every byte of it.) */
#ifndef LARGEST_MEGABYTES
#define LARGEST_MEGABYTES 512
#endif
enum { SMALLEST_MEGABYTES = 8 };

typedef struct {
  void *(*run)(void *);
  void *data;
  const MemoryKeeper *keeper;
  locale_t locale;
} Start;

static void *start(void *argument)
{
  Start s = *(Start *) argument;
  free(argument);
  memory_set_keeper(s.keeper);
  uselocale(s.locale);
  return s.run(s.data);
}

bool deep_thread(pthread_t *thread, void *(*run)(void *), void *data)
{
  Start *begin = malloc(sizeof *begin);
  bool started = false;
  if (!begin) return false;
  *begin = (Start){run, data, memory_keeper(), uselocale((locale_t) 0)};
  for (size_t size = LARGEST_MEGABYTES; size >= SMALLEST_MEGABYTES && !started; size /= 2) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) break;
    started = pthread_attr_setstacksize(&attributes, size << 20) == 0 &&
              pthread_create(thread, &attributes, start, begin) == 0;
    pthread_attr_destroy(&attributes);
  }
  if (!started) free(begin);
  return started;
}
