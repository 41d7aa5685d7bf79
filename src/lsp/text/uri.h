#ifndef LSP_TEXT_URI_H
#define LSP_TEXT_URI_H

#include "base/text.h"

/* The path in a URI file:///…; NULL: it names no file.  For free. */
char *uri_path(const char *uri);
/* Adds the URI of a file with an absolute path. */
void uri_of_path(Text *, const char *path);

#endif
