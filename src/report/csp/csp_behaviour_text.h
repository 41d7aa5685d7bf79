#ifndef REPORT_CSP_CSP_BEHAVIOUR_TEXT_H
#define REPORT_CSP_CSP_BEHAVIOUR_TEXT_H

#include <jansson.h>

#include "session/csp/csp_check.h"

/* A behaviour that shows why an assertion fails: lines for people, indented; the field
 * `counterexample`, which is null where there is none; a trace file. */
void csp_behaviour_print(Text *, const CspBehaviour *);
json_t *csp_behaviour_json(const CspBehaviour *); /* accepts NULL */
void csp_behaviour_save(Text *, const CspBehaviour *, const char *model);

#endif
