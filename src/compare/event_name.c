#include "compare/event_name.h"

#include <ctype.h>
#include <string.h>

#include "csp/names/symbol.h"
#include "csp/syntax/lexer.h"
#include "syntax/utf8.h"

/* What an exported script has itself, and what only other tools know. */
static const char *const used[] = {"System",         "tau",      "compress", "include",
                                   "print",          "priority", "prune",    "timed",
                                   "timed_priority", "tock",     "type"};

static bool is_taken(const char *name)
{
  if (csp_word_is_reserved(name)) return true;
  for (unsigned i = 0; i < sizeof used / sizeof *used; i++)
    if (!strcmp(used[i], name)) return true;
  for (unsigned i = 0; i < BUILTIN_COUNT; i++)
    if (!strcmp(builtin_name((CspBuiltin) i), name)) return true;
  return false;
}

static bool is_letter(char c) { return isascii((unsigned char) c) && isalpha((unsigned char) c); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool event_name_fits(const char *name)
{
  const char *at = name;
  if (!is_letter(*at)) return false;
  while (is_letter(*at) || is_digit(*at) || *at == '_') at++;
  while (*at == '\'') at++;
  return !*at && !is_taken(name);
}

void event_name_add(Text *text, const char *name)
{
  if (event_name_fits(name)) {
    text_add(text, name);
    return;
  }
  if (!is_letter(*name)) text_add(text, "x_");
  for (const char *at = name; *at;) {
    unsigned length = 1;
    if (is_letter(*at) || is_digit(*at)) text_add_char(text, *at);
    else if (*at == '_') text_add(text, "__");
    else if (*at == '.') text_add_char(text, '_');
    else text_printf(text, "_0%x_", (unsigned) utf8_decode(at, &length));
    at += length;
  }
  text_add_char(text, '\'');
}
