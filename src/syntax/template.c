#include "syntax/template.h"

#include <ctype.h>
#include <string.h>

static bool takes(const char **at, const char *word)
{
  size_t length = strlen(word);
  if (strncmp(*at, word, length) != 0 || ((*at)[length] && (*at)[length] != ',')) return false;
  *at += length;
  return true;
}

/* option = digits ("f" | "d" | "p") | "ascii" | "a" | "unicode" | "u" */
static bool option(const char **at, TemplateFormat *format)
{
  if (takes(at, "unicode") || takes(at, "u")) return format->unicode = true;
  if (takes(at, "ascii") || takes(at, "a")) return format->unicode = false, true;
  uint32_t number = 0;
  if (!isdigit((unsigned char) **at)) return false;
  while (isdigit((unsigned char) **at) && number <= TEMPLATE_WIDTH)
    number = number * 10 + (uint32_t) (*(*at)++ - '0');
  if (takes(at, "p")) format->width = number;
  else if (takes(at, "f")) format->number = TEMPLATE_REAL, format->decimals = number;
  else if (takes(at, "d")) format->number = TEMPLATE_INTEGER, format->decimals = number;
  else return false;
  return format->width <= TEMPLATE_WIDTH && format->decimals <= TEMPLATE_DECIMALS;
}

bool template_format(const char *text, TemplateFormat *format)
{
  *format = (TemplateFormat){0};
  do
    if (!option(&text, format)) return false;
  while (*text++ == ',');
  return text[-1] == 0;
}
