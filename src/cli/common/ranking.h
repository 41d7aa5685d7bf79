#ifndef CLI_COMMON_RANKING_H
#define CLI_COMMON_RANKING_H

#include <stdbool.h>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "session/verdict.h"

/* The exit codes of several runs together: the worst of them counts.  From good to bad: pass,
 * interrupted, unknown, fail, wrong text, usage error, and whatever else may end a process. */
ExitCode ranking_worse(ExitCode, ExitCode);
Verdict ranking_verdict(ExitCode);
const char *ranking_word(ExitCode); /* PASS, UNKNOWN, FAIL, ERROR */

/* How often each came.  All zero is empty. */
typedef struct {
  uint32_t passed, unknown, failed, wrong, not_checked, missing; /* missing: not started */
  ExitCode worst;
} Tally;

void tally_add(Tally *, ExitCode);
void tally_missing(Tally *, bool interrupted); /* the user did not want it any more */
/* FAIL 3 files: 1 FAIL, 2 PASS */
void tally_print(Text *, const Tally *, const char *what);

#endif
