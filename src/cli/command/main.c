#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/command/commands.h"
#include "cli/common/libraries.h"
#include "cli/signals.h"
#include "session/stack.h"

typedef struct {
  int argc;
  char **argv;
} CommandLine;

static int run(void *data)
{
  CommandLine *line = data;
  return commands_main(line->argc, line->argv);
}

/* Large arrays grow by moving their pages.  By itself, glibc takes them from its heaps once one of
 * them was freed, where growing one copies it and leaves holes that nothing else fits into. */
static void set_allocator(void)
{
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 24);
#endif
}

int main(int argc, char **argv)
{
  CommandLine line = {argc, argv};
  set_allocator();
  signals_install();
  libraries_install();
  return stack_run(run, &line);
}
