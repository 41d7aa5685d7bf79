#ifndef ENGINE_REFERENCE_H
#define ENGINE_REFERENCE_H

#include "engine/engine.h"

/* The reference interpreter: a plain walk over the typed tree that follows the
 * definitions of the language word by word.  It is slow and stays forever: what
 * is fast is tested against it. */
typedef struct Reference Reference;

Reference *reference_new(Engine *);
void reference_free(Reference *); /* accepts NULL */

/* The value of an expression: VALUE_FAULT if it is not well-defined (engine->fault
 * says why), VALUE_UNKNOWN if it could not be computed (engine->cause). */
Value reference_value(Reference *, const Node *);
/* The truth of a predicate, three-valued in the strong sense: one FALSE conjunct
 * decides, whatever the others. */
Truth reference_truth(Reference *, const Node *);

/* Values of local and free names; the last binding of a name counts. */
void reference_bind(Reference *, const Symbol *, Value);
void reference_unbind(Reference *, uint32_t count); /* the last ones */
bool reference_lookup(const Reference *, const Symbol *, Value *);
/* The value that x$0 has outside of x:(P), where it is otherwise that of x. */
void reference_bind_old(Reference *, const Symbol *, Value);
void reference_unbind_old(Reference *, uint32_t count);
Engine *reference_engine(const Reference *);
/* Whether candidates that are neither confirmed nor refuted count as solutions. */
void reference_accept_unknown(Reference *, bool);

/* Calls `found` for each solution of the predicate in the names, which are bound
 * meanwhile.  `found` gives false to stop. */
typedef enum {
  SOLVED_ALL,        /* all solutions were given                              */
  SOLVED_STOPPED,    /* by `found`                                            */
  SOLVED_INCOMPLETE, /* there may be more: engine->cause                      */
  SOLVED_INFINITE    /* nothing was tried: the domain of a name has no bounds */
} Solved;
typedef bool Found(void *context, Reference *);
/* What is done with unbounded names.  They are tried in MININT..MAXINT, as far as the one
 * bound that they may have lets, and the result is at best incomplete. */
typedef enum {
  WINDOWS_NONE,   /* nothing: SOLVED_INFINITE is the answer                                  */
  WINDOWS_WIDE,   /* where MININT..MAXINT leaves nothing, Engine.window values from the bound */
  WINDOWS_COUNTED /* the bound itself then: what is found is counted                          */
} Windows;
/* How far from its only bound a name is tried then. */
int64_t window_beyond(const Engine *, Windows);
Solved reference_solve(Reference *, Symbol *const *names, uint32_t count, const Node *predicate,
                       Windows windows, Found *found, void *context);

/* The same by the constraint solver of the engine alone; false: there is none, or it cannot, and
 * nothing was given. */
bool reference_search(Reference *, Symbol *const *names, uint32_t count, const Node *predicate,
                      Windows windows, Found *found, void *context, Solved *);

/* Membership, equality and expansion, lazy sets included. */
Truth reference_member(Reference *, const Shape *element, Value, Value set);
Truth reference_equal(Reference *, const Shape *, Value, Value);
Value reference_expand(Reference *, const Shape *element, Value set, Span);

#endif
