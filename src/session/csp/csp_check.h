#ifndef SESSION_CSP_CHECK_H
#define SESSION_CSP_CHECK_H

#include "compare/refine.h"
#include "csp/script.h"
#include "search/explore.h"
#include "session/session.h"
#include "session/system.h"
#include "session/verdict.h"

/* The assertions of a script of CSP-M, or what is asked of one of its processes; the latter also of
 * systems that are no scripts. */

typedef struct {
  const char *const *chosen; /* numbers of assertions from 1, or assertions in full; … */
  uint32_t chosen_count;     /* … 0: all of the script */
  const char *process;       /* or NULL; then: is it free of deadlocks and divergences? */
  bool plain;                /* no compressions and no reductions: states count as they are */
  bool ascii;                /* tau and tick instead of symbols */
  uint32_t jobs;             /* threads; 0: all cores, where that pays */
  ExploreProgress *progress; /* or NULL */
  void *progress_context;
} CspRequest;

typedef VEC(const char *) CspTexts;

typedef struct {       /* one of several processes that run side by side */
  const char *process; /* what it was at first */
  CspTexts trace;      /* its own events */
  CspTexts offers;     /* what it can do by itself at the end */
} CspComponent;

typedef struct { /* why an assertion fails; events as texts */
  CounterKind kind;
  CspTexts trace;               /* TRACE: the last one is what the specification does not have */
  CspTexts refused;             /* by the last state */
  CspTexts accepted;            /* what it can do */
  CspTexts loop;                /* DIVERGENCE: the hidden steps, as they were before hiding */
  VEC(CspComponent) components; /* of the system, if it has some, but not too many */
} CspBehaviour;

#define CSP_NO_FIGURE UINT64_MAX

typedef struct {
  uint32_t index; /* in the script, from 1; 0: it was given with the request */
  Span span;
  const char *text;
  Verdict verdict; /* ERROR: its evaluation goes wrong */
  CspTexts reasons;
  CspTexts notes; /* what should be known besides */
  Span fault;     /* ERROR: where */
  double seconds;
  uint64_t states, transitions, pairs, spec_states; /* or CSP_NO_FIGURE */
  CspBehaviour *behaviour;                          /* or NULL */
} CspResult;

typedef struct {
  Session *session;
  CspScript *script; /* NULL: it is a system of another kind */
  const CspRequest *request;
  bool about_process;      /* the results are those of one process: deadlocks, then divergences */
  VEC(CspResult) results;  /* in order; their texts live as long as the session */
  MachineProcess *machine; /* that the assertions call MACHINE; or NULL */
  double started;          /* by clock_seconds */
} CspChecked;

/* False: it was refused, the script or the request is wrong.  An assertion may use the time that is
 * left, divided by the number of assertions that are left. */
bool csp_check_run(Session *, const Source *, const CspRequest *, CspChecked *);
/* Of the script of a machine that was opened with one: those of the request, or those that are
 * about MACHINE, perhaps none.  The process of the request is not theirs. */
bool csp_check_machine(Session *, const System *, bool block_others, const CspRequest *,
                       CspChecked *);
/* Is the system free of deadlocks and divergences? */
void csp_check_system(Session *, Lts *, const CspRequest *, CspChecked *);
void csp_check_close(CspChecked *);

Verdict csp_check_verdict(const CspChecked *);
uint32_t csp_check_count(const CspChecked *, Verdict);

#endif
