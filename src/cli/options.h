#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

typedef enum {
#define OPTION(id, name, letter, kind, argument, commands, inputs, help) OPT_##id,
#include "cli/options.def"
#undef OPTION
  OPTION_COUNT,
  OPTIONS_SHOWN = OPT_VERSION + 1 /* those from here on are not for people */
} OptionId;

typedef enum {
  OPTION_FLAG,
  OPTION_TEXT,
  OPTION_OPTIONAL, /* a text behind =, or nothing */
  OPTION_CHOICE,
  OPTION_NUMBER,
  OPTION_POSITIVE,
  OPTION_SECONDS,
  OPTION_SIZE,
  OPTION_SETTING,
  OPTION_CARD,
  OPTION_FOLDER
} OptionKind;

/* Kinds of files that options mean something for: bits of a set. */
typedef enum {
  INPUT_MODEL = 1,  /* of B or Event-B, alone */
  INPUT_GUIDED = 2, /* … with a process that guides it */
  INPUT_SCRIPT = 4, /* of CSP-M */
  INPUT_AUT = 8,    /* an Aldebaran file */
  INPUT_MACHINES = INPUT_MODEL | INPUT_GUIDED,
  INPUT_PROCESSES = INPUT_SCRIPT | INPUT_GUIDED,
  INPUT_ANY = INPUT_MACHINES | INPUT_PROCESSES | INPUT_AUT
} InputKinds;

typedef struct {
  const char *name;
  char letter; /* 0: none */
  OptionKind kind;
  const char *argument, *commands;
  InputKinds inputs;
  const char *help;
} Option;

extern const Option option_table[OPTION_COUNT]; /* by OptionId */
bool option_serves(const Option *, const char *command);

/* What was given for one option.  Texts are those of the command line. */
typedef struct {
  VEC(const char *) all; /* the arguments, in order; flags: their names; OPTIONAL without: "" */
  const char *text;      /* the last of them, or NULL                   */
  uint64_t number;       /* NUMBER, POSITIVE, SIZE                      */
  double seconds;        /* SECONDS                                     */
} OptionValue;

typedef struct {
  OptionValue values[OPTION_COUNT];
  VEC(const char *) words; /* what is no option: the command and its arguments */
  Text error, hint;        /* the first mistake; empty if there was none */
  struct json_t *texts;    /* {path: text} of --texts (cli/texts.h); or NULL */
} Options;

/* Reads the command line (without the program's name): --name value,
 * --name=value, -x value, -xvalue; a lone -- ends the options.  False if there
 * is a mistake: see error and hint. */
bool options_read(Options *, int count, char **arguments);
/* False if an option was given that `command` does not take, or a text twice that can be one. */
bool options_fit(Options *, const char *command);
/* False if an option was given that means nothing for any of these inputs. */
bool options_apply(Options *, InputKinds);
/* False if both were given. */
bool options_exclude(Options *, OptionId, OptionId);
void options_free(Options *);

static inline bool options_given(const Options *o, OptionId id)
{
  return o->values[id].all.len > 0;
}
static inline const char *options_text(const Options *o, OptionId id) { return o->values[id].text; }
/* Is one of these given? */
bool options_any(const Options *, const OptionId *, uint32_t count);
bool options_is(const Options *, OptionId, const char *choice);

#endif
