#ifndef ENGINE_EXTERNAL_IMPL_H
#define ENGINE_EXTERNAL_IMPL_H

/* Inside the external functions. */

#include "base/text.h"
#include "engine/external/external.h"
#include "engine/reference/formula/formula.h"

enum {
  EXTERNAL_ARGUMENTS = 8,
  EXTERNAL_TEXT_LIMIT = 1 << 26 /* bytes of a text that is made or read */
};

/* One call.  The arguments fit the signature of the table, the result must. */
typedef struct {
  Reference *r;
  Engine *e;
  Store *s;
  const Node *node;
  const char *name;
  uint32_t count;
  Value args[EXTERNAL_ARGUMENTS]; /* VALUE_UNDEFINED if the arguments are BY_NAME */
  const Shape *shapes[EXTERNAL_ARGUMENTS];
  const Shape *result; /* BOOL for predicates and substitutions */
} ExternalCall;

typedef Value ExternalFunction(ExternalCall *);

/* A row of the table.  `signature`: see externals.def. */
typedef enum { EAGER, TOTAL, BY_NAME } ExternalArguments;
typedef struct {
  const char *name, *signature;
  ExternalArguments arguments;
  ExternalFunction *function;
} External;

extern const External externals[];
extern const uint32_t external_count;

#define EXTERNAL(name, signature, arguments, function) Value external_##function(ExternalCall *);
#include "engine/external/externals.def"
#undef EXTERNAL

/* ---- external_call.c: what the functions share */

/* Not well-defined; the message begins with the name of the function. */
Value call_fault(ExternalCall *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Evaluates argument i of a function that takes its arguments by name. */
Value call_argument(ExternalCall *, uint32_t i);

/* Arguments.  The text lives as long as the value. */
const char *call_string(const ExternalCall *, uint32_t i, size_t *length);
bool call_is_text(const ExternalCall *, uint32_t i, const char *text);
/* False, and a fault in *none, if the integer does not lie in low..high. */
bool call_small(ExternalCall *, uint32_t i, int64_t low, int64_t high, int64_t *out, Value *none);
/* False, and unknown in *none, if the integer is beyond what this program can do: -most..most. */
bool call_limited(ExternalCall *, uint32_t i, int64_t most, int64_t *out, Value *none);
/* The elements of a set in ascending order, the items of a sequence. */
bool call_set(ExternalCall *, uint32_t i, Values *, Value *none);
bool call_sequence(ExternalCall *, uint32_t i, Values *, Value *none);
/* Like reference_expand, if it is a set at all. */
Value call_expand(ExternalCall *, const Shape *, Value);

/* Results. */
Value call_give_string(ExternalCall *, Text *);     /* frees the text */
Value call_give_sequence(ExternalCall *, Values *); /* frees the vector */
Value call_give_real(ExternalCall *, double);       /* a fault unless it is finite */
Value call_text(ExternalCall *, const char *text);
/* A record of the shape with these fields; a fault if the shape has others. */
Value call_record(ExternalCall *, const Shape *, const char *const *names, const Value *values,
                  uint32_t count);

/* ---- external_text.c: values as text */
void call_add_value(ExternalCall *, Text *, const Shape *, Value); /* as TO_STRING gives it */
/* The element of a given set, or of BOOL, with that name. */
bool call_element(const Shape *, const char *name, Value *);
/* blanks - blanks digits [. digits]; the parts of it.  False if it is anything else. */
typedef struct {
  bool negative;
  const char *digits, *fraction; /* fraction: NULL if there is no point */
  size_t digit_count, fraction_count;
} NumberText;
bool number_text_read(const char *text, size_t length, NumberText *);
Value call_integer(ExternalCall *, const NumberText *);

/* ---- external_files.c */
/* The name as a path: relative to the folder of the main file.  Arena of the engine. */
const char *call_path(ExternalCall *, const char *name);
/* A whole file; false, and a fault in *none, if it cannot be read. */
bool call_read_file(ExternalCall *, const char *name, Text *, Value *none);
bool call_write_file(ExternalCall *, const char *name, const char *mode, const Text *, Value *none);
/* Replaces what is no UTF-8 by U+FFFD. */
void text_repair_utf8(Text *);

Value external_template(Reference *, const Node *); /* NODE_TEMPLATE; external_template.c */

#endif
