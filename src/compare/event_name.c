#include "compare/event_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "csp/names/symbol.h"
#include "csp/syntax/lexer.h"
#include "syntax/utf8.h"

/* What an exported script has itself, and what only other tools know. */
static const char *const used[] = {"System",         "tau",      "compress", "include",
                                   "print",          "priority", "prune",    "timed",
                                   "timed_priority", "tock",     "type"};

#define TAKEN "x_0_"

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

static void add_body(Text *text, const char *name)
{
  for (const char *at = name; *at;) {
    unsigned length = 1;
    if (is_letter(*at) || is_digit(*at)) text_add_char(text, *at);
    else if (*at == '_') text_add(text, "__");
    else if (*at == '.' && is_letter(at[1])) text_add_char(text, '_');
    else text_printf(text, "_0%x_", (unsigned) utf8_decode(at, &length));
    at += length;
  }
  text_add_char(text, '\'');
}

void event_name_add_taken(Text *text, const char *name)
{
  text_add(text, TAKEN);
  add_body(text, name);
}

static bool read_name(Text *, const char *);

/* A name that would be read as another one is written in another way, too. */
void event_name_add(Text *text, const char *name)
{
  Text other = {0};
  bool misread = read_name(&other, name);
  text_free(&other);
  if (misread) event_name_add_taken(text, name);
  else if (event_name_fits(name)) text_add(text, name);
  else if (is_letter(*name)) add_body(text, name);
  else event_name_add_taken(text, name);
}

/* _03b1_ */
static const char *read_code(Text *text, const char *at)
{
  char *end, bytes[4];
  unsigned long code = strtoul(at + 2, &end, 16);
  if (*end != '_' || code == 0 || code > 0x10ffff) return NULL;
  text_add_bytes(text, bytes, utf8_put((uint32_t) code, bytes));
  return end + 1;
}

/* False: nothing is written so. */
static bool read_body(Text *text, const char *at)
{
  while (at && *at && *at != '\'') {
    if (*at != '_') text_add_char(text, *at++);
    else if (at[1] == '_') text_add_char(text, '_'), at += 2;
    else if (at[1] == '0') at = read_code(text, at);
    else text_add_char(text, '.'), at++;
  }
  return at && *at && !at[1];
}

/* False: it stands for itself in every script. */
static bool read_name(Text *text, const char *written)
{
  size_t before = text->len;
  bool taken = !strncmp(written, TAKEN, strlen(TAKEN));
  Text again = {0};
  bool good = strchr(written, '\'') && read_body(text, written + (taken ? strlen(TAKEN) : 0));
  const char *name = good ? text->data + before : "";
  if (good && taken) event_name_add_taken(&again, name);
  else if (good) event_name_add(&again, name);
  good = good && *name && !strcmp(text_string(&again), written);
  text_free(&again);
  if (good) return true;
  text->len = before;
  if (text->data) text->data[before] = '\0';
  return false;
}

static bool has(const char *const *names, const char *name)
{
  for (; *names; names++)
    if (!strcmp(*names, name)) return true;
  return false;
}

/* What is read is shorter each time. */
void event_name_read(Text *text, const char *written, const char *const *names)
{
  Text name = {0}, other = {0};
  bool itself = !read_name(&name, written);
  if (!itself && has(names, text_string(&name))) {
    event_name_read(&other, text_string(&name), names);
    itself = !strcmp(text_string(&other), text_string(&name));
  }
  text_add(text, itself ? written : text_string(&name));
  text_free(&name);
  text_free(&other);
}
