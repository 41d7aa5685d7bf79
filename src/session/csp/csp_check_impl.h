#ifndef SESSION_CSP_CHECK_IMPL_H
#define SESSION_CSP_CHECK_IMPL_H

#include "compare/property.h"
#include "csp/script.h"
#include "session/csp/csp_check.h"

/* One assertion while it is checked. */
typedef struct {
  CspChecked *checked;
  CspResult *result;
  double deadline; /* by clock_seconds; 0: none */
  CspSystemOptions options;
} AssertionRun;

CspResult csp_result_new(void);

/* ---- csp_assertion.c: runs one of them and fills in the result; the node is an assertion without
 * the word assert */
void csp_assertion_run(CspChecked *, const CspNode *, double deadline, CspResult *);

/* ---- csp_process.c: what is asked of one system */
void csp_end_unknown(AssertionRun *, const char *reason);
/* Something in the script has no value. */
void csp_end_wrong(AssertionRun *, Span, const char *message);
/* A space has reached a limit, or something in it has no value; it is the specification. */
void csp_end_incomplete(AssertionRun *, const Space *, bool specification);
/* The states of a system, at most so many of them; 0: as the session says. */
Space *csp_open_space(const AssertionRun *, Lts *, Alphabet *, uint64_t most);
void csp_count_space(const AssertionRun *, const Space *);
/* Asks a property (which may be NULL: the result says why) of a system, of which at most so many
 * states are looked at (0: all); false: it was not decided. */
typedef Property *AskProperty(AssertionRun *, Space *, const CspNode *assertion);
bool csp_ask(AssertionRun *, Lts *, const CspNode *assertion, AskProperty *, uint64_t most);
/* Is it free of deadlocks, of divergences?  By all threads, if it is large. */
void csp_explore(AssertionRun *, Lts *, bool deadlocks, bool divergences);

/* ---- csp_temporal.c: does the system satisfy this formula of temporal logic? */
void csp_run_temporal(AssertionRun *, const CspNode *assertion, Lts *);

/* ---- csp_behaviour.c: what was found, as texts; it is the session's, but its lists must be freed
 */
CspBehaviour *csp_behaviour_of_refinement(CspChecked *, const Refinement *);
CspBehaviour *csp_behaviour_of_property(CspChecked *, Space *, const Property *);
CspBehaviour *csp_behaviour_of_deadlock(CspChecked *, Lts *, const Exploration *, StateId);
void csp_behaviour_free(CspBehaviour *); /* accepts NULL */

#endif
