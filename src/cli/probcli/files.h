#ifndef CLI_PROBCLI_FILES_H
#define CLI_PROBCLI_FILES_H

#include "cli/probcli/plan.h"
#include "report/probcli/answer.h"

/* The files that options ask for.  False: one could not be written, which was said.  Nothing is
 * written over the model, `file`; `user_output` stands for standard output. */

/* Those that this report has the content of. */
bool probcli_write(const ProbcliLine *, ProbAnswer *, const ProbcliRequest *, const json_t *report,
                   const char *file);
/* Those about the steps that were shown last. */
bool probcli_write_steps(const ProbcliLine *, ProbAnswer *, const char *file);
/* Those about the whole run. */
bool probcli_write_logs(const ProbcliPlan *, ProbAnswer *, const json_t *reports);

#endif
