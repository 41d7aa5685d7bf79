#ifndef CLI_PROJECT_TOML_H
#define CLI_PROJECT_TOML_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "syntax/diag.h"

/* Reads TOML 1.0 (toml.io) into a tree.  Dates and times are mistakes: no key of ours has one.
 * Everything lives in the arena. */
typedef enum {
  TOML_TABLE,
  TOML_ARRAY,
  TOML_STRING,
  TOML_INTEGER,
  TOML_REAL,
  TOML_BOOLEAN
} TomlKind;

typedef struct TomlValue TomlValue;
typedef struct TomlEntry TomlEntry;

struct TomlEntry { /* of a table, in the order of the text; or of an array */
  TomlEntry *next;
  const char *key; /* NULL in an array */
  Span span;       /* of the key */
  TomlValue *value;
};

struct TomlValue {
  TomlKind kind;
  Span span; /* a table with a header: the header */
  TomlEntry *first, *last;
  uint32_t count;     /* of entries */
  const char *string; /* without NUL inside */
  int64_t integer;
  double real;
  bool boolean;
  /* How it was made, which decides who may add to it. */
  bool closed;           /* an inline table, or an array that is not made of [[headers]] */
  bool has_header;       /* … of its own: [a], not only [a.b] */
  uint32_t dotted_below; /* the header below which dotted keys made it, counted from 1; or 0 */
};

/* The table that is the whole file; never NULL.  Mistakes are diagnostics, after each the next line
 * is read. */
TomlValue *toml_read(Arena *, Diags *, const Source *);
/* The value of that key, or NULL. */
TomlValue *toml_get(const TomlValue *table, const char *key);
const char *toml_kind_text(TomlKind); /* "a string" */

#endif
