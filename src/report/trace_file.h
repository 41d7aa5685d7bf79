#ifndef REPORT_TRACE_FILE_H
#define REPORT_TRACE_FILE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"
#include "lts/lts.h"

/* Traces as JSON files, in the form that ProB writes and reads: a list
 * `transitionList` of steps with `name`, `params`, `results`, `destState` (what changed)
 * and `destStateNotChanged`.  Set-up and initialisation are called $setup_constants and
 * $initialise_machine.  Values are texts in B notation. */

/* Writing: an empty trace, its steps in order, and the text.  The result of the first is
 * the caller's (json_decref). */
json_t *trace_file_new(Lts *, const char *model_name); /* the name may be NULL */
void trace_file_add(json_t *, Lts *, const Transition *, const Value *before);
void trace_file_print(Text *, const json_t *);

/* Reading. */
typedef struct {
  const char *name, *value;
} TraceBinding;

typedef VEC(TraceBinding) TraceBindings;

typedef enum { TRACE_SETUP, TRACE_INITIALISATION, TRACE_OPERATION } TraceStepKind;

typedef struct {
  TraceStepKind kind;
  const char *name;
  TraceBindings arguments; /* the name is NULL where only the order is known */
  TraceBindings results, state;
  TraceBindings unchanged; /* names of variables, no values */
} TraceFileStep;

typedef struct {
  Arena *arena;
  const char *model; /* or NULL */
  VEC(TraceFileStep) steps;
} TraceFile;

/* Understands what others write, too: fields that are missing or null are empty, unknown
 * ones are ignored; the traces of our own JSON reports are read as well.  NULL, and a
 * message in *error, if it is no trace. */
TraceFile *trace_file_read(const char *text, size_t length, Text *error);
void trace_file_free(TraceFile *); /* accepts NULL */

#endif
