#ifndef LSP_PROJECT_OUTCOMES_H
#define LSP_PROJECT_OUTCOMES_H

#include <jansson.h>

#include "lsp/project/project.h"

/* What checking and proving have found wrong, for as long as the texts are those that were checked,
 * byte by byte.  A finding about a text that nobody sees any more would be a lie. */

/* The files of a report with their digests, {file, sha256} each; borrowed. */
bool outcome_is_present(const Project *, const json_t *inputs);

/* Takes `problems` over, {uri: [diagnostic]}; they take the place of those with the same key. */
void outcomes_set(Project *, const char *key, const json_t *inputs, json_t *problems);
/* Forgets those whose texts have changed. */
void outcomes_sweep(Project *);
/* The i-th of them, NULL: there are not so many. */
const json_t *outcomes_problems(const Project *, uint32_t i);
void outcomes_free(Project *);

#endif
