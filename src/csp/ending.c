#include <string.h>

#include "csp/script.h"

bool csp_is_source(const Source *source)
{
  static const char *const endings[] = {".csp", ".cspm", ".fdr2", ".fdr3"};
  const char *dot = strrchr(source->name, '.');
  for (unsigned i = 0; dot && i < sizeof endings / sizeof *endings; i++)
    if (!strcmp(dot, endings[i])) return true;
  return false;
}
