#ifndef SESSION_CHECK_H
#define SESSION_CHECK_H

#include "search/explore.h"
#include "session/system.h"
#include "session/verdict.h"

/* Exploring a model, with what is checked in every state. */

typedef struct { /* predicates in the words of the user, resolved in the model */
  const char *const *texts;
  uint32_t count;
} CheckPredicates;

typedef struct {
  ExploreOptions explore; /* what is checked, and how; the limits are those of the session, and … */
  uint32_t jobs;          /* … threads are said here; 0: all cores, where that pays */
  CheckPredicates invariants, goals; /* further ones */
  const char *scope;                 /* instead of the definition SCOPE; or NULL */
} CheckRequest;

typedef struct {
  Session *session;
  Lts *lts;
  BMachine *machine; /* that it is */
  Engine *engine;
  ExploreOptions options;   /* as it was explored */
  Exploration *x;           /* what was found */
  const Node *const *asked; /* the predicates of the request … */
  uint32_t asked_count;     /* … invariants first */
} Checked;

/* False: a predicate has mistakes, so that nothing was explored; it was refused. */
bool check_run(Session *, const System *, const CheckRequest *, Checked *);
/* The same with the predicates of the model, by one thread; nothing is refused. */
void check_plain(Session *, const System *, ExploreOptions, Checked *);
/* The gluing invariant of a refinement that was opened with what it refines. */
void check_gluing(Session *, const System *, Checked *);
void check_close(Checked *); /* before the system */

Verdict check_verdict(const Checked *);

/* Operations on the shortest way to a state that was found; to NO_STATE there are none. */
uint32_t check_steps_to(const Checked *, StateId);
/* Conjuncts of the invariant of the main machine that relate it with what it refines. */
uint32_t check_gluing_conjuncts(const Model *);

#endif
