#ifndef REPORT_COMPARE_GLUING_TEXT_H
#define REPORT_COMPARE_GLUING_TEXT_H

#include <jansson.h>
#include <stdint.h>

#include "base/text.h"

/* What is said of a gluing invariant, whichever way it was checked. */
typedef struct {
  uint64_t pairs; /* reached together */
  uint32_t conjuncts;
  const char *otherwise; /* what holds where there are no conjuncts */
} GluingText;

/* Fields `pairs`, `conjuncts` and `broken`, which is taken over. */
void gluing_text_add_fields(json_t *fields, const GluingText *, json_t *broken);
/* Where it is broken: the states after (or before) the step, NULL: none; all are taken over. */
json_t *gluing_text_broken(uint32_t steps, json_t *impl_state, json_t *spec_state,
                           json_t *conjunct);

/* "FAIL gluing invariant after 3 steps (", for example. */
void gluing_text_begin(Text *, const char *verdict, const char *what, uint32_t steps);
void gluing_text_pass(Text *, const GluingText *);       /* without the end of the line */
void gluing_text_incomplete(Text *, const char *reason); /* a line */

#endif
