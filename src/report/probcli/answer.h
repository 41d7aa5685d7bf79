#ifndef REPORT_PROBCLI_ANSWER_H
#define REPORT_PROBCLI_ANSWER_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"
#include "base/vec.h"

/* What scripts that were written for ProB's probcli look for in its output, made of our own reports
 * in JSON (docs/schema).  Nothing is said that the report does not say. */
typedef struct {
  Text out;                /* standard output */
  Text errors;             /* standard error */
  VEC(const char *) kinds; /* of the errors so far, in order: words of prob_kinds */
  uint32_t error_count, warning_count;
  bool silent;   /* errors and results only */
  json_t *trace; /* the steps that the last report is about, or NULL; owned */
} ProbAnswer;

void prob_answer_free(ProbAnswer *);
void prob_set_trace(ProbAnswer *, json_t *steps); /* takes it over; NULL: none */

/* The words for errors, in the order of `probcli -help`; ends with NULL. */
extern const char *const prob_kinds[];
/* Is it one of these, or a word for several of them: mc, cbc, ltl? */
bool prob_kind_includes(const char *word, const char *kind);

/* Does it say that something is not known, rather than wrong? */
bool prob_kind_is_open(const char *kind);

/* An error of this kind, with no more said of it. */
void prob_add_error(ProbAnswer *, const char *kind);
/* The same with a message on standard error. */
void prob_say_error(ProbAnswer *, const char *kind, const char *message);
/* The message alone. */
void prob_say_message(ProbAnswer *, const char *kind, const char *message);
void prob_say_warning(ProbAnswer *, const char *source, const char *message);
/* What a person should know, and no script looks for. */
void prob_say_note(ProbAnswer *, const char *message);
/* Why something is not known: the field `reasons`, or that it is not. */
void prob_say_reasons(ProbAnswer *, const json_t *of);
/* The diagnostics of a report: errors and warnings; `lint`: also those about what has no effect. */
void prob_add_diagnostics(ProbAnswer *, const json_t *report, bool lint);
/* The last lines, if there were errors or warnings. */
void prob_add_end(ProbAnswer *);

/* OP(1,TRUE) --> 2, INITIALISATION(x=1,y={}) */
void prob_add_step(Text *, const json_t *step, const json_t *before);
/* *** TRACE (length=N): and the steps, numbered from 1. */
void prob_add_trace(ProbAnswer *, const json_t *steps);

/* What a verdict holds for: sizes of sets, where numbers end. */
void prob_add_scope(ProbAnswer *, const json_t *report);
/* Exploring: result, counts, counterexample. */
void prob_add_check(ProbAnswer *, const json_t *report);
/* The kind of an entry of `violations`. */
const char *prob_violation_kind(const json_t *violation);
/* A census of states and operations, of a report with coverage; what was checked. */
void prob_add_census(ProbAnswer *, const json_t *report, bool deadlock, bool invariant);
/* The steps of an animation that asked for so many (or UINT64_MAX: as many as there are). */
void prob_add_animation(ProbAnswer *, const json_t *report, uint64_t asked);
/* What is violated after the last step. */
void prob_add_start(ProbAnswer *, const json_t *report);
void prob_add_replay(ProbAnswer *, const json_t *report);
void prob_add_temporal(ProbAnswer *, const json_t *report);
/* Does OP, or each operation (`all`), preserve the invariant?  What is said of others does not
 * count. */
void prob_add_induction(ProbAnswer *, const json_t *report, const char *operation);
void prob_add_paths(ProbAnswer *, const json_t *report);
void prob_add_deadlock(ProbAnswer *, const json_t *report);
void prob_add_theorems(ProbAnswer *, const json_t *report);
void prob_add_wd(ProbAnswer *, const json_t *report);
void prob_add_refinement(ProbAnswer *, const json_t *report);
void prob_add_assertions(ProbAnswer *, const json_t *report); /* of CSP-M */
/* The assertions of a machine in all states; the constants. */
void prob_add_all_assertions(ProbAnswer *, const json_t *report);
void prob_add_properties(ProbAnswer *, const json_t *report);
/* Tests that cover operations; the state space or a picture of it, which files have. */
void prob_add_tests(ProbAnswer *, const json_t *report);
void prob_add_space(ProbAnswer *, const json_t *report);
void prob_add_value(ProbAnswer *, const json_t *report);

#endif
