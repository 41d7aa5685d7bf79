#include "serve/page/page.h"

#include <string.h>

bool page_is_built(void) { return page_file_count > 0; }

const PageFile *page_file(const char *name)
{
  const char *wanted = name[0] == '\0' ? "index.html" : name;
  for (unsigned i = 0; i < page_file_count; i++) {
    if (strcmp(page_files[i].name, wanted) == 0) { return &page_files[i]; }
  }
  return NULL;
}
