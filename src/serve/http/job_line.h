#ifndef SERVE_HTTP_JOB_LINE_H
#define SERVE_HTTP_JOB_LINE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"
#include "base/vec.h"

/* The command line of a job. */
typedef struct {
  VEC(char *) words; /* owned; ends with NULL once it is complete */
} JobLine;

void job_line_free(JobLine *);

typedef struct {
  const char *command;
  const char *file, *second; /* operands; second may be NULL */
  const json_t *settings;    /* of an open model, or NULL */
  const json_t *options;     /* or NULL */
} JobWish;

/* False, with the reason: it is no such job. */
bool job_line_make(JobLine *, const JobWish *, Text *problem);

#endif
