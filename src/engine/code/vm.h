#ifndef ENGINE_VM_H
#define ENGINE_VM_H

#include "engine/reference/execute/execute.h"
#include "engine/reference/reference.h"

/* The fast evaluator.  A typed tree is compiled once into Code: a tree of small
 * functions in which names are places of a frame, binders have plans (which conjunct
 * gives which name its values), and what does not change in a loop is computed
 * once.  It means what the reference interpreter means; what it has no code for, it
 * hands over to it.  With engine->strict_wd only the reference interpreter is right. */
typedef struct Vm Vm;
typedef struct Code Code;

Vm *vm_new(Reference *); /* takes what it hands over to this one */
void vm_free(Vm *);      /* accepts NULL */

/* To be called whenever values of the engine's variables, or of its constants too,
 * have changed. */
void vm_state_changed(Vm *);
void vm_constants_changed(Vm *);

/* Local and free names in the tree have the values that the reference interpreter
 * binds them to at the time of evaluation. */
const Code *vm_expression(Vm *, const Node *);
const Code *vm_predicate(Vm *, const Node *);
Value vm_value(Vm *, const Code *);
Truth vm_truth(Vm *, const Code *);
/* Is the outermost operator left to the reference interpreter? */
bool vm_is_slow(const Code *);

/* An operation: names that are to satisfy a guard, results, and a substitution. */
typedef struct Routine Routine;
typedef struct {
  Symbol *const *parameters, *const *results;
  uint32_t parameter_count, result_count;
  const Node *guard; /* NULL: none */
  const Node *body;
} RoutineText;

typedef struct RoutineSink RoutineSink;
struct RoutineSink {
  /* An outcome: the arguments, then the results (VALUE_UNDEFINED: not assigned).  The
   * new values are in the engine's variables for the time of the call. */
  void (*outcome)(RoutineSink *, const Value *arguments);
  /* An outcome with these arguments goes wrong: engine->fault, each place once. */
  void (*failure)(RoutineSink *, const Value *arguments);
  /* There may be more outcomes with these arguments: engine->cause. */
  void (*incomplete)(RoutineSink *, const Value *arguments);
};

const Routine *vm_routine(Vm *, RoutineText);
/* The guard of a routine without parameters decides alone: its truth is given back
 * (TRUE: the substitution was run).  With parameters: TRUE if all values were found,
 * else UNKNOWN. */
Truth vm_run(Vm *, const Routine *, RoutineSink *);

#endif
