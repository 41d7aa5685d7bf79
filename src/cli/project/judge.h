#ifndef CLI_PROJECT_JUDGE_H
#define CLI_PROJECT_JUDGE_H

#include <jansson.h>

#include "cli/exit_codes.h"
#include "cli/project/project_file.h"

/* Whether the report of a test says what is expected. */
typedef struct {
  ExitCode code; /* PASS, FAIL, UNKNOWN: not decided, though a verdict was expected; or why there is
                    no verdict */
  json_t *expected;    /* an object: what the project says; owned */
  json_t *differences; /* a list of {what, expected, got}; owned */
} Judgement;

/* `code` is how the run of the test has ended, `report` what it has said, or NULL. */
Judgement judge(const ProjectTest *, ExitCode code, const json_t *report);
void judgement_free(Judgement *);
/* "verdict: expected pass, got fail; …", or nothing. */
void judgement_text(Text *, const Judgement *);

#endif
