#include "lsp/text/uri.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static int hex(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* file-uri = "file:" [ "//" [ "localhost" ] ] path */
char *uri_path(const char *uri)
{
  static const char scheme[] = "file:", host[] = "localhost/";
  if (strncasecmp(uri, scheme, strlen(scheme)) != 0) return NULL;
  uri += strlen(scheme);
  if (!strncmp(uri, "//", 2)) uri += 2;
  if (!strncasecmp(uri, host, strlen(host))) uri += strlen(host) - 1;
  if (*uri != '/') return NULL;
  Text path = {0};
  for (; *uri && *uri != '?' && *uri != '#'; uri++) {
    bool escape = *uri == '%' && hex(uri[1]) >= 0 && hex(uri[2]) >= 0;
    char c = escape ? (char) (hex(uri[1]) * 16 + hex(uri[2])) : *uri;
    if (!c) break;
    text_add_char(&path, c);
    if (escape) uri += 2;
  }
  return path.data;
}

void uri_of_path(Text *uri, const char *path)
{
  text_add(uri, "file://");
  for (; *path; path++) {
    unsigned char c = (unsigned char) *path;
    if (c < 0x80 && (isalnum(c) || strchr("/-._~!$&'()*+,;=:@", c))) text_add_char(uri, *path);
    else text_printf(uri, "%%%02X", c);
  }
}
