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

int main(int argc, char **argv)
{
  CommandLine line = {argc, argv};
  signals_install();
  libraries_install();
  return stack_run(run, &line);
}
