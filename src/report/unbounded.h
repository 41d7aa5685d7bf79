#ifndef REPORT_UNBOUNDED_H
#define REPORT_UNBOUNDED_H

#include "report/report.h"
#include "engine/engine.h"
#include "lts/lts.h"

/* Unbounded names that keep a search from being complete: where they are, what was tried, what
 * to write. */
typedef struct {
  Report *report;
  Engine *engine;
  const char *const *reasons; /* why the search is not complete */
  uint32_t reason_count;
  const json_t *told; /* names that were told before, or NULL */
  const char *does;   /* what a command with --let does: "checks the model" */
  bool checked;       /* all that is reached with the values that were tried was looked at */
  Lts *lts;           /* of the engine, with … */
  const Value *row;   /* … one of the states that were found, or NULL */
} UnboundedNames;

/* The reasons with all such names, each once, and with what was tried of them; in the arena of the
 * session. */
const char *const *unbounded_reasons(const UnboundedNames *, uint32_t *count);

/* Lines about the names that the reasons mention.  The list is for JSON. */
json_t *unbounded_tell(const UnboundedNames *);

#endif
