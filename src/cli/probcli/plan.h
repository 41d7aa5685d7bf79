#ifndef CLI_PROBCLI_PLAN_H
#define CLI_PROBCLI_PLAN_H

#include "base/arena.h"
#include "cli/probcli/line.h"

/* What a command line of probcli asks for, as commands of probity. */

typedef struct {
  ProbcliAction action;
  const ProbcliGiven *of; /* the option that asks for it, where each is a request of its own */
  VEC(const char *) words;
} ProbcliRequest;

typedef struct {
  Arena *arena; /* of the words */
  const ProbcliLine *line;
  uint32_t asked;             /* the set of actions */
  VEC(const char *) settings; /* --pref=NAME=VALUE */
  VEC(const char *) unused;   /* what was said and has no effect, with the reason */
  const char *error_log;      /* the preference NDJSON_ERROR_LOG_FILE, or NULL */
  Text error, hint;
} ProbcliPlan;

/* What the options ask for, whatever the files are.  False: they do not fit together, or a
 * preference does not exist. */
bool probcli_plan(ProbcliPlan *, const ProbcliLine *);
void probcli_plan_free(ProbcliPlan *);

typedef VEC(ProbcliRequest) ProbcliRequests;
/* The requests about this file (or NULL: there is none), in the order in which they are run. */
void probcli_requests(ProbcliPlan *, const char *file, ProbcliRequests *);
void probcli_requests_free(ProbcliRequests *);

/* Is the file no B model: a script of CSP-M, or an Aldebaran file? */
bool probcli_is_process(const char *file);

#endif
