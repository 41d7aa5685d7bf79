#ifndef PROVE_FOREIGN_PROGRAM_H
#define PROVE_FOREIGN_PROGRAM_H

#include <stdbool.h>

#include "base/limits.h"
#include "base/text.h"

/* The file of a program that can be run, by its name and the variable PATH; NULL: there is none.
 * The caller frees it. */
char *program_find(const char *name);

typedef enum { PROGRAM_ENDED, PROGRAM_STOPPED, PROGRAM_FAILED } ProgramEnd;

/* Runs a program with `input` as its standard input and adds what it prints to `output`; its error
 * messages are dropped.  When the deadline or an interruption comes, it is killed: STOPPED.  It has
 * ended when this returns, and leaves no file. */
ProgramEnd program_run(const char *const *arguments, const Text *input, const Limits *,
                       Text *output);

#endif
