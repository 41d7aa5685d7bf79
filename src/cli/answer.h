#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include "cli/cli.h"
#include "session/bench.h"

/* What eval, repl and animate say of a formula besides its value. */

/* The constants and an initial state.  False, with a warning, if they could not be established: a
 * value may still be printed, but never as if the state were sure. */
bool answer_set_up(Cli *, Bench *);

/* With --strict-wd what would be a warning is the answer: true, and it is the engine's fault. */
bool answer_is_strict_fault(Engine *);

/* The line for a formula without value (FAULT, UNKNOWN), and the place of a fault. */
Verdict answer_none(Cli *, const Engine *, Answer);

/* "(for MAXINT=3)": what the truth of the predicate holds for, if it depends on that. */
void answer_scope(Cli *, Engine *, const Node *predicate);

/* Candidates that were left out, as warnings; the engine forgets them. */
void answer_warn(Cli *, Engine *);

#endif
