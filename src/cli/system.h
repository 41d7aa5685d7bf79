#ifndef CLI_SYSTEM_H
#define CLI_SYSTEM_H

#include "compare/space.h"
#include "cli/cli.h"
#include "engine/engine.h"
#include "lts/b_machine.h"

/* A transition system that the command line names: an Aldebaran file, or a B model
 * with the engine that runs it. */
typedef struct {
  Lts *lts;
  BMachine *machine; /* that it is; NULL, like the engine and the model, of a file */
  Engine *engine;
  Model *model;
  bool whole; /* a refinement together with what it refines, unless --alone is given */
} System;

/* Opens one system; the sizes of deferred sets are those that `check` takes.  False:
 * *code is what the command ends with. */
bool system_open(Cli *, const char *path, System *, ExitCode *code);
void system_close(System *);

/* Is the first file of the command line a refinement of classical B? */
bool system_is_refinement(Cli *);
/* Opens it together with what it refines (model/chain.h), which may be named after it. */
bool system_open_chain(Cli *, System *, ExitCode *code);

/* The two sides of a comparison, and what can be seen of them; or one system alone. */
typedef struct {
  System impl, spec;
  Alphabet *alphabet;
  Space *impl_space, *spec_space;
} Systems;

/* Opens the one system of the command line, FILE, as the implementation. */
bool systems_open_one(Cli *, Systems *, ExitCode *code);
/* Opens the systems of the command line, IMPL [SPEC]; without SPEC it is the machine
 * that IMPL refines.  False: *code is what the command ends with. */
bool systems_open(Cli *, Systems *, ExitCode *code);
void systems_close(Systems *);
/* Is there anything to compare?  Where the implementation has surely no initial state the
 * command fails: *code. */
bool systems_can_begin(Cli *, Systems *, ExitCode *code);

/* Is SPEC, of classical B, what IMPL refines? */
bool systems_are_refinement(const Systems *);

/* A state of one side, or what differs from `before` unless that is NULL, and a step with the
 * arguments that are its own; as `check` prints them. */
void system_print_state(Text *, const Space *, const Value *row, const Value *before);
void system_print_transition(Text *, const Space *, const Transition *);

/* " for SET=N, …, 0.01 s": the sizes of the sets that a verdict holds for, and the time. */
void systems_add_scope(Cli *, const Systems *);
/* Ends the command; where the user has interrupted it, the exit code says so. */
ExitCode systems_finish(Cli *, Verdict);
/* What was left out: cli->incomplete and the field `reasons`.  The result is a text with the
 * first ones, or NULL. */
const char *systems_add_reasons(Cli *, const Systems *);
/* Names without bounds because of which the answer is not known; field `unbounded`. */
void systems_tell_unbounded(Cli *, const Systems *);
/* Warnings about the model that were met on the way. */
void systems_add_warnings(Cli *, const Systems *);

#endif
