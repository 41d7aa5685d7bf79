#ifndef CLI_PROJECT_TOML_IMPL_H
#define CLI_PROJECT_TOML_IMPL_H

#include "base/vec.h"
#include "cli/project/toml.h"

/* What the files that read TOML share. */
typedef struct {
  Arena *arena;
  Diags *diags;
  const Source *source;
  const char *at, *end;
  uint32_t header; /* how many there were, and 1 */
  Diag *failed;    /* the last mistake */
} Toml;

Span toml_span(const Toml *, const char *from, const char *to);
/* Always false. */
bool toml_fail(Toml *, const char *from, const char *to, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool toml_is_control(char);

/* The string that begins here, basic or literal, on one line or several; NULL: a mistake. */
const char *toml_read_string(Toml *);

typedef struct {
  bool is_real;
  int64_t integer;   /* also of a real number, as near as possible */
  double real;       /* also of a whole number */
  const char *wrong; /* of what looks like a number; or NULL */
} TomlNumber;

bool toml_number(const char *from, const char *end, TomlNumber *);

#endif
