#ifndef SESSION_TRACE_FILE_H
#define SESSION_TRACE_FILE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"

/* Traces as JSON files, in the form that ProB writes and reads: a list
 * `transitionList` of steps with `name`, `params`, `results`, `destState` (what changed)
 * `destStateNotChanged`, and `postconditions`.  Set-up and initialisation have names of their own.
 * Values are texts in B notation.  report/saved_trace.h writes them. */
#define TRACE_SETUP_NAME "$setup_constants"
#define TRACE_DESCRIPTION "a trace written by probity" /* of one that nothing more is said of */
#define TRACE_INITIALISATION_NAME "$initialise_machine"

typedef struct {
  const char *name, *value;
} TraceBinding;

typedef VEC(TraceBinding) TraceBindings;

/* A predicate, or an operation that is enabled or not, with these arguments or for some. */
typedef struct {
  enum { AFTER_PREDICATE, AFTER_ENABLED, AFTER_DISABLED } kind;
  const char *operation; /* of the latter two */
  const char *predicate; /* of the first; of the others about arguments, or NULL */
} TraceCondition;

typedef VEC(TraceCondition) TraceConditions;

typedef enum { TRACE_SETUP, TRACE_INITIALISATION, TRACE_OPERATION } TraceStepKind;

typedef struct {
  TraceStepKind kind;
  const char *name;
  TraceBindings arguments; /* the name is NULL where only the order is known */
  TraceBindings results, state;
  TraceBindings unchanged; /* names of variables, no values */
  TraceConditions after;   /* what must hold after it */
  TraceBindings more;      /* predicates that chose the step, as values; not looked at */
} TraceFileStep;

typedef struct {
  Arena *arena;
  const char *model;       /* or NULL */
  const char *description; /* or NULL */
  VEC(TraceFileStep) steps;
} TraceFile;

/* Understands what others write, too: fields that are missing or null are empty, unknown
 * ones are ignored; the traces of our own JSON reports are read as well.  NULL, and a
 * message in *error, if it is no trace. */
TraceFile *trace_file_read(const char *text, size_t length, Text *error);
void trace_file_free(TraceFile *); /* accepts NULL */

#endif
