#ifndef REPORT_SAVED_TRACE_H
#define REPORT_SAVED_TRACE_H

#include <jansson.h>

#include "base/text.h"
#include "lts/lts.h"

/* Writing trace files (session/trace_file.h), with the keys of ProB 2 in their order: an empty
 * trace, its steps in order, and the text.  The result of the first is the caller's (json_decref).
 */
json_t *saved_trace_new(Lts *, const char *model_name); /* either may be NULL */
void saved_trace_add(json_t *, Lts *, const Transition *, const Value *before);
/* A step of which nothing but the name is known. */
void saved_trace_add_event(json_t *, const char *name);
void saved_trace_describe(json_t *, const char *what); /* for people, in a field of the file */
void saved_trace_print(Text *, const json_t *);

#endif
