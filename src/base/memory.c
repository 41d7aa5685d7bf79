#include "base/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

size_t memory_resident(void)
{
  FILE *file = fopen("/proc/self/statm", "r");
  unsigned long size, resident = 0;
  if (!file) return 0;
  if (fscanf(file, "%lu %lu", &size, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (size_t) sysconf(_SC_PAGESIZE);
}

size_t memory_peak(void)
{
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return (size_t) usage.ru_maxrss * 1024;
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

size_t memory_reach(void)
{
  size_t free_bytes = available(), reach = free_bytes ? memory_resident() + free_bytes : 0;
  size_t container = number_in("/sys/fs/cgroup/memory.max");
  return container && (!reach || container < reach) ? container : reach;
}
