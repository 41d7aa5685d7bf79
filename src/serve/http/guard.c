#include "serve/http/guard.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

bool guard_make_token(char token[GUARD_TOKEN_SIZE])
{
  unsigned char bytes[(GUARD_TOKEN_SIZE - 1) / 2];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t) sizeof bytes) return false;
  for (size_t i = 0; i < sizeof bytes; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
  return true;
}

bool guard_token_is_right(const char *token, const char *header)
{
  static const char scheme[] = "Bearer ";
  size_t before = sizeof scheme - 1, length = GUARD_TOKEN_SIZE - 1;
  if (!header || strncasecmp(header, scheme, before) != 0 || strlen(header) != before + length)
    return false;
  volatile unsigned char differs = 0;
  for (size_t i = 0; i < length; i++) differs |= (unsigned char) (token[i] ^ header[before + i]);
  return differs == 0;
}

static bool is_name_with_port(const char *text, const char *name, unsigned port)
{
  char wanted[64];
  snprintf(wanted, sizeof wanted, "%s:%u", name, port);
  return !strcasecmp(text, wanted);
}

bool guard_host_is_ours(unsigned port, const char *host)
{
  return host &&
         (is_name_with_port(host, "127.0.0.1", port) || is_name_with_port(host, "localhost", port));
}

bool guard_origin_is_ours(unsigned port, const char *origin)
{
  static const char scheme[] = "http://";
  if (!origin) return true;
  return !strncasecmp(origin, scheme, sizeof scheme - 1) &&
         guard_host_is_ours(port, origin + sizeof scheme - 1);
}

bool guard_site_is_ours(const char *site)
{
  return !site || !strcmp(site, "same-origin") || !strcmp(site, "same-site") ||
         !strcmp(site, "none");
}
