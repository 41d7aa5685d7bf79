#include "unit/groups.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  int (*run)(void);
} groups[] = {
#define ENTRY(name) {#name, test_##name},
    UNIT_GROUPS(ENTRY)
#undef ENTRY
};

/* unit_tests [GROUP...]: runs the named groups, or all. */
int main(int argc, char **argv)
{
  int failed = 0, run = 0;
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    int wanted = argc == 1;
    for (int k = 1; k < argc; k++) wanted |= !strcmp(argv[k], groups[i].name);
    if (!wanted) continue;
    failed += groups[i].run() != 0;
    run++;
  }
  if (run == 0) fprintf(stderr, "unit_tests: there is no such group\n");
  return failed || !run ? 1 : 0;
}
