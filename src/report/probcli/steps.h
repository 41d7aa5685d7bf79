#ifndef REPORT_PROBCLI_STEPS_H
#define REPORT_PROBCLI_STEPS_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"

/* The steps of a trace in JSON as the files that ProB writes. */

/* -his: a step each line, `op(1,2);`, and comments with values, if they are wanted. */
void prob_print_history(Text *, const json_t *steps, bool show_init, bool show_states);
/* -sptxt: constants and variables of the last state as one predicate. */
void prob_print_state(Text *, const json_t *steps);
/* -dot history: the path for Graphviz, or its last state alone. */
void prob_print_path(Text *, const json_t *steps, bool last_only);

#endif
