#ifndef TESTS_RANDOM_CSP_VERDICTS_H
#define TESTS_RANDOM_CSP_VERDICTS_H

#include "random/csp_meaning.h"

/* Asks the checks of the program, of transition systems made of processes in several ways, what the
 * definitions answer as well: does P refine Q in each of the models; has P a deadlock, does it
 * diverge, is it deterministic?  False: they differ, and `text` says where.  What is too large is
 * left out; *asked counts the questions, *held those with the answer yes. */
bool verdicts_agree(Meanings *, Datum p, Datum q, Text *text, uint64_t *asked, uint64_t *held);

#endif
