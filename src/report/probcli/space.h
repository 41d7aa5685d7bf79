#ifndef REPORT_PROBCLI_SPACE_H
#define REPORT_PROBCLI_SPACE_H

#include <jansson.h>

#include "base/text.h"

/* A state space in JSON (graph --list) as the files that ProB writes, and figures of a check. */

/* -save: spec_trans(FROM,'OP(1)',TO). for each transition; the first FROM is root. */
void prob_print_facts(Text *, const json_t *report);
/* -spdot: a node for each state with all its values, an edge for each transition. */
void prob_print_space(Text *, const json_t *report);

/* -csv: operations, in how many states they are enabled; variables with least and greatest. */
void prob_print_operations(Text *, const json_t *report);
void prob_print_variables(Text *, const json_t *report);

#endif
