#ifndef REPORT_EXCHANGE_FINDING_H
#define REPORT_EXCHANGE_FINDING_H

#include <jansson.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

/* What other programs want to know of a report: the single things that were checked, and what was
 * found wrong.  All of it is read from the report as JSON (docs/cli.md), so that every form of
 * report says the same. */
typedef enum {
  FINDING_PASS,
  FINDING_WARNING, /* worth looking at, whatever the verdict */
  FINDING_OPEN,    /* not decided */
  FINDING_FAIL,
  FINDING_ERROR /* could not be checked: the text or the command line is wrong */
} FindingOutcome;

typedef struct {
  const char *rule; /* what kind of thing: deadlock, invariant, a code of a diagnostic … */
  const char *name; /* which one, or NULL: an obligation, a formula … */
  FindingOutcome outcome;
  const char *message;
  const json_t *place; /* its fields file, line, column … or NULL */
  const json_t *notes; /* a list of places with messages, or NULL */
  const json_t *fixes; /* a list of titles with edits, or NULL */
  /* Lists of steps, or NULL: what leads there; what can then be repeated for ever. */
  const json_t *start, *trace, *loop;
  double seconds;
} Finding;

typedef struct {
  const json_t *report; /* of one file; the findings point into it */
  Arena *arena;
  VEC(Finding) list;
} Findings;

/* The last one is about the whole: its rule is the command, its outcome the verdict.  Thus nothing
 * that is not PASS is ever lost. */
void findings_read(Findings *, const json_t *report);
void findings_free(Findings *);
/* Whether the last one says more than the others: they do not have its outcome. */
bool findings_need_whole(const Findings *);
/* Likewise the report of several files, compared with theirs: some were not started, say. */
bool findings_files_need_whole(const json_t *report);

#endif
