#include "base/memory.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* What is in memory, or all that is reserved. */
static size_t memory_of_process(bool resident_only)
{
  FILE *file = fopen("/proc/self/statm", "r");
  unsigned long size = 0, resident = 0;
  if (!file) return 0;
  if (fscanf(file, "%lu %lu", &size, &resident) != 2) size = resident = 0;
  fclose(file);
  return (resident_only ? resident : size) * (size_t) sysconf(_SC_PAGESIZE);
}

size_t memory_resident(void) { return memory_of_process(true); }

size_t memory_peak(void)
{
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return (size_t) usage.ru_maxrss * 1024;
}

/* Of each thread.  Static, so that no thread needs memory for it when there is none. */
static _Thread_local const MemoryKeeper *keeper __attribute__((tls_model("initial-exec")));

void memory_set_keeper(const MemoryKeeper *k) { keeper = k; }
const MemoryKeeper *memory_keeper(void) { return keeper; }

_Noreturn void memory_give_up(const char *what)
{
  if (keeper) keeper->give_up(keeper->context, what);
  union sigval value = {.sival_ptr = (void *) what};
  if (sigqueue(getpid(), SIGABRT, value) == 0) /* perhaps another thread takes it */
    for (int seconds = 0; seconds < 10; seconds++) sleep(1);
  abort();
}

_Noreturn void memory_exhausted(void) { memory_give_up("out of memory"); }

void *memory_alloc(size_t bytes)
{
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory) memory_exhausted();
  return memory;
}

void *memory_resize(void *memory, size_t bytes)
{
  void *grown = realloc(memory, bytes ? bytes : 1);
  if (!grown) memory_exhausted();
  return grown;
}

void *memory_zeroed(size_t count, size_t size)
{
  void *memory = calloc(count + 1, size);
  if (!memory) memory_exhausted();
  return memory;
}

/* A number of bytes in a file of its own; 0: there is none. */
static size_t number_in(const char *path)
{
  FILE *file = fopen(path, "r");
  unsigned long long bytes = 0;
  if (!file) return 0;
  if (fscanf(file, "%llu", &bytes) != 1) bytes = 0;
  fclose(file);
  return (size_t) bytes;
}

static size_t available(void)
{
  FILE *file = fopen("/proc/meminfo", "r");
  char line[200];
  unsigned long long kilobytes = 0;
  if (!file) return 0;
  while (fgets(line, sizeof line, file))
    if (!strncmp(line, "MemAvailable:", 13)) sscanf(line + 13, "%llu", &kilobytes);
  fclose(file);
  return (size_t) kilobytes * 1024;
}

/* The smaller one, where 0 is not known. */
static size_t least(size_t a, size_t b) { return !a || (b && b < a) ? b : a; }

/* What `ulimit -v` leaves: it counts what is reserved, too. */
static size_t under_limit(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  size_t reserved = memory_of_process(false);
  return limit.rlim_cur > reserved ? (size_t) limit.rlim_cur - reserved : 1;
}

size_t memory_reach(void)
{
  size_t free_bytes = least(available(), under_limit());
  size_t reach = free_bytes ? memory_resident() + free_bytes : 0;
  return least(reach, number_in("/sys/fs/cgroup/memory.max"));
}
