#ifndef ENGINE_EXECUTE_H
#define ENGINE_EXECUTE_H

#include "engine/reference/reference.h"

/* Substitutions, by the reference interpreter: every outcome is a list of new
 * values; what is not in it keeps its value.  No outcome: infeasible (a guard is
 * false).  The same outcome may be found several times.  Outcomes are judged one by
 * one: one that fails does not keep the others from being found. */
typedef struct {
  Symbol *symbol;
  Value value;
} Update;

typedef enum {
  EXECUTED_ALL,       /* all outcomes were given                       */
  EXECUTED_STOPPED,   /* by `outcome`                                  */
  EXECUTED_INCOMPLETE /* there may be more: engine->cause              */
} Executed;

/* Gives false to stop. */
typedef bool Outcome(void *context, Reference *, const Update *, uint32_t count);
/* An outcome that goes wrong: something is not well-defined, or an obligation does not hold
 * (engine->fault).  Each place is told once. */
typedef void Failure(void *context, Reference *);

Executed execute(Reference *, const Node *substitution, Outcome *, Failure *, void *context);

/* What x :: S may choose from, explicit; of an unbounded set a few elements, and then
 * *incomplete. */
Value execute_choices(Reference *, const Node *becomes_in, Value set, bool *incomplete);
void execute_obligation_fault(Engine *, const Node *); /* PRE or ASSERT does not hold */

/* The places that were told. */
typedef VEC(Fault) FaultsTold;
/* False: it was told before. */
bool fault_is_new(FaultsTold *, Fault);
/* A guard is not well-defined for a value that was chosen (convention: that value is no solution);
 * true if it is so, and a warning is left. */
bool guard_excludes(Engine *, const Node *guard);

/* Why an outcome of a refinement is not matched by an abstraction (model/chain.h): that has no
 * outcome, none with these results, or none that satisfies the gluing invariant. */
typedef enum { UNMATCHED_NOTHING, UNMATCHED_RESULTS, UNMATCHED_GLUE } UnmatchedKind;

typedef struct {        /* how far the best candidate got, in the order of these: */
  uint32_t abstraction; /* the kid of REFINED that does not match */
  UnmatchedKind how;
  uint32_t conjunct; /* GLUE: the kid of that ABSTRACTION that does not hold */
} Unmatched;

void unmatched_note(Unmatched *best, Unmatched);
/* The false claim of a REFINED that is not matched. */
void unmatched_fault(Engine *, const Node *refined, Unmatched);

/* A claim inside a substitution, by its place and what is said if it is false: the first time
 * that it is while the question is asked, why is printed, and nothing more is executed. */
typedef struct ClaimQuestion {
  Span span;
  const char *message;
  Text *text;
  unsigned margin; /* as for why_print */
  FormatStyle style;
  bool answered;
  const Node *call; /* then the call of an operation in which it is false; NULL: in none */
} ClaimQuestion;

void execute_ask(Reference *, ClaimQuestion *); /* NULL: no more */

#endif
