#ifndef CLI_PROJECT_PROJECT_FILE_H
#define CLI_PROJECT_PROJECT_FILE_H

#include "cli/common/option_words.h"
#include "cli/project/toml.h"
#include "session/session.h"

/* A project file says what is to be checked of the models of a folder, and what should come out of
 * it (docs/ci.md):
 *
 *   time-limit = 60               options of all tests
 *
 *   [[check]]                     a test: a command …
 *   file = "lift.mch"             … of this file, of several, or of those below a folder,
 *   goal = "level = 3"            … with its options,
 *   expect = "fail"               … and what its report says.
 */
#define PROJECT_FILE "probity.toml"

typedef enum { EXPECTATION_NUMBER, EXPECTATION_NAMES } ExpectationKind;

typedef struct {
  const char *key;
  ExpectationKind kind;
  const char *commands, *field; /* see expectations.def */
} Expectation;

extern const Expectation expectation_table[]; /* ends with a key that is NULL */
bool expectation_serves(const Expectation *, const char *command);

typedef struct {
  const char *name, *command;
  const char *file;       /* as the project names it; NULL: there is none (prove --pred) */
  OptionWords words;      /* the command line that it is … */
  const char *line;       /* … and as one would type it */
  const TomlValue *table; /* where it stands, with what is expected */
  uint32_t number;        /* of the tests of one table: their order */
} ProjectTest;

typedef struct {
  const char *path, *folder; /* of the file, as users see it; where it is */
  const char *name;          /* or NULL */
  VEC(ProjectTest) tests;
} Project;

/* Whether a word of a command line means something for the file, which may be NULL: preferences are
 * for models of B and Event-B. */
bool project_word_suits(const char *word, const char *file);

/* The project file of this folder, or of the nearest folder above that has one; false: none has. */
bool project_file_find(const char *folder, Text *path);
/* Reads it.  False: a mistake in the text, which is in the diagnostics; what else is wrong is the
 * error.  Everything lives in the arena of the session, but for what project_file_free frees. */
bool project_file_read(Project *, Session *, const char *path, Text *error);
void project_file_free(Project *);

#endif
