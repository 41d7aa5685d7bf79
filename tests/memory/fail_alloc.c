/* A library to be preloaded (LD_PRELOAD): from the n-th allocation of the process on, where n is
 * the variable FAIL_ALLOC of the environment, there is no memory any more.  With FAIL_ONCE only
 * the n-th fails.  For glibc. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

static atomic_long left; /* allocations that succeed */
static bool counting, once;

__attribute__((constructor)) static void start(void)
{
  const char *number = getenv("FAIL_ALLOC");
  if (!number) return;
  once = getenv("FAIL_ONCE") != NULL;
  left = atol(number);
  counting = true;
}

static bool fails(void)
{
  if (!counting) return false;
  long before = atomic_fetch_sub(&left, 1);
  bool now = once ? before == 1 : before <= 1;
  if (now) errno = ENOMEM;
  return now;
}

void *malloc(size_t bytes) { return fails() ? NULL : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return fails() ? NULL : __libc_calloc(count, bytes); }
void *realloc(void *memory, size_t bytes) { return fails() ? NULL : __libc_realloc(memory, bytes); }
