#ifndef LTS_B_MACHINE_H
#define LTS_B_MACHINE_H

#include "engine/engine.h"
#include "engine/reference/execute/why.h"
#include "lts/lts.h"

/* A B model as a transition system, run by compiled code or the reference interpreter.  A
 * row is the values of the constants, then those of the variables.  The first labels
 * are LABEL_SETUP and LABEL_INITIALISATION, then the operations.  The predicates
 * are the invariants (those that can be evaluated), the assertions, and the
 * definition GOAL if there is one. */
enum { LABEL_SETUP, LABEL_INITIALISATION, LABEL_OPERATION };

typedef struct BMachine BMachine;

BMachine *b_machine_new(Engine *);
/* A part of a chain (model/chain.h) over the same rows: several share the engine.  The variables
 * that it does not look at need no values. */
BMachine *b_machine_part(Engine *, ChainPart);
/* The system that it is, which frees it. */
Lts *b_machine_lts(BMachine *);
/* The machine behind a system; NULL: it is of another kind. */
BMachine *b_machine_of(Lts *);
/* The engine that runs it; its model is that of the machine. */
Engine *b_machine_engine(const BMachine *);
/* When no constants satisfy the properties: those that contradict each other, each of them
 * needed if *minimal.  Their number; 0: that there are none is not established.  `core` has
 * room for all properties.  Beyond `seconds` (0: no limit) the result is 0, too. */
uint32_t b_machine_conflict(BMachine *, double seconds, const Node **core, bool *minimal);
/* After the end of an exploration, whatever ended it but the memory: so long for what is to be
 * said of it. */
void b_machine_allow(BMachine *, double seconds);
/* After the time was over, or it was interrupted: what was not computed may be tried again. */
void b_machine_retry(BMachine *);
/* One more predicate, resolved in the model; before any use of the Lts. */
void b_machine_add(BMachine *, const Node *, PredicateKind);
/* States where this predicate does not hold are outside, whatever the definition SCOPE says. */
void b_machine_set_scope(BMachine *, const Node *);
/* From now on values are printed as people like to read them, or programs (`plain`): sequences as
 * [a,b] where the model speaks of sequences, symbols in models of Event-B.  Texts of different
 * models can then not be compared any more. */
void b_machine_show(BMachine *, bool plain);
/* The code of its initialisation, operations and predicates as text (engine/code/show/show.h):
 * the plans in it, or all of it. */
void b_machine_show_plans(BMachine *, Text *);
void b_machine_show_code(BMachine *, Text *);
/* Puts the engine into this state, so that formulas are evaluated in it. */
void b_machine_enter(BMachine *, const Value *state);
/* The operation behind a label; NULL for set-up and initialisation. */
const Operation *b_machine_operation(const BMachine *, uint32_t label);
/* The transitions of an operation whose parameters satisfy a predicate about them, which lasts as
 * long as the machine, and where further names have these values: also where not all transitions
 * can be found.  The state is no set-up. */
void b_machine_choose(BMachine *, const Value *state, uint32_t label, const Node *where,
                      Symbol *const *names, const Value *values, uint32_t count, Sink *);
/* Why an operation is not possible in a state, with these arguments (NULL: with any): a list of
 * conditions that are not TRUE, or of remarks; in the arena.  Likewise LABEL_INITIALISATION, for
 * which the state is that of the constants, or NULL if there are none. */
const Why *b_machine_why_disabled(BMachine *, Arena *, uint32_t label, const Value *arguments,
                                  const Value *state, FormatStyle);
/* Why the numbered predicate of the machine has its truth in a state; in the arena. */
const Why *b_machine_why(BMachine *, Arena *, uint32_t predicate, const Value *state, FormatStyle);
/* The truth of a predicate in a state, where further names have these values; the values
 * are of the machine's store.  FAULT and UNKNOWN leave the reason in *why. */
Truth b_machine_truth(BMachine *, const Node *, const Value *state, Symbol *const *names,
                      const Value *values, uint32_t count, Trouble *why);

#endif
