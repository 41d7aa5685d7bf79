#include "syntax/bundled.h"

#include <stddef.h>
#include <string.h>

const struct BundledFile *bundled_find(const char *name)
{
  for (unsigned i = 0; i < bundled_file_count; i++)
    if (strcmp(bundled_files[i].name, name) == 0) return &bundled_files[i];
  return NULL;
}
