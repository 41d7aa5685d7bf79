#include "base/quantity.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool quantity_number(const char *text, uint64_t *number, const char **rest)
{
  char *end;
  if (!isdigit((unsigned char) *text)) return false;
  errno = 0;
  *number = strtoull(text, &end, 10);
  *rest = end;
  return errno == 0;
}

bool quantity_size(const char *text, uint64_t *bytes)
{
  const char *unit;
  if (!quantity_number(text, bytes, &unit)) return false;
  unsigned shift = 0;
  switch (toupper((unsigned char) *unit)) {
  case 'K': shift = 10; break;
  case 'M': shift = 20; break;
  case 'G': shift = 30; break;
  case 'T': shift = 40; break;
  default: break;
  }
  if (shift) unit++;
  if (*bytes == 0 || *bytes > UINT64_MAX >> shift) return false;
  *bytes <<= shift;
  return *unit == '\0' || !strcmp(unit, "B") || (shift && !strcmp(unit, "iB"));
}

bool quantity_seconds(const char *text, double *seconds)
{
  char *end;
  if (!isdigit((unsigned char) *text) && *text != '.') return false;
  if (text[strspn(text, "0123456789.")] != '\0') return false;
  *seconds = strtod(text, &end);
  return *end == '\0' && *seconds > 0 && *seconds < 1e12;
}

static bool is_name_byte(char c)
{
  return isalnum((unsigned char) c) || c == '_' || c == '.' || (unsigned char) c >= 0x80;
}

bool quantity_setting(const char *text, const char **value)
{
  const char *at = text;
  if (isdigit((unsigned char) *at)) return false;
  while (is_name_byte(*at)) at++;
  if (at == text || *at != '=' || at[1] == '\0') return false;
  *value = at + 1;
  return true;
}
