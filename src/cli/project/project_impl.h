#ifndef CLI_PROJECT_PROJECT_IMPL_H
#define CLI_PROJECT_PROJECT_IMPL_H

#include "cli/project/project_file.h"

/* What the files that read a project share. */

typedef struct { /* a file that a test names, not only its folder */
  const char *command, *file;
} NamedFile;

typedef struct {
  Project *project;
  Arena *arena;
  Diags *diags;
  OptionWords common; /* the options of all tests */
  VEC(NamedFile) named;
} ProjectReader;

/* The commands that tests may be; ends with NULL. */
extern const char *const project_commands[];

/* The option of this name that a test of the command may have, or all tests together
 * (command is NULL); OPTION_COUNT: there is none. */
OptionId project_option(const char *command, const char *key);
/* The expectation of this key that a test of the command may have, or NULL. */
const Expectation *project_expectation(const char *command, const char *key);
/* Reports the key, which means nothing here, with the one that is most like it. */
void project_unknown_key(Diags *, const char *command, const TomlEntry *);
/* Reports that the value of this key should be something else; false. */
bool project_wrong_kind(Diags *, const TomlValue *, const char *key, const char *wanted);
/* Adds what the value says to the command line; false: it does not fit, which is reported. */
bool project_add_option(OptionWords *, ProjectReader *, const char *command, OptionId,
                        const TomlValue *);

/* The files that the table names, for folders. */
void project_note_files(ProjectReader *, const char *command, const TomlValue *table);
/* Makes tests of a table. */
void project_read_test(ProjectReader *, const char *command, const TomlValue *table);

#endif
