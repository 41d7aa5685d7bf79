#ifndef PROVE_CLASSICAL_GENERATE_IMPL_H
#define PROVE_CLASSICAL_GENERATE_IMPL_H

#include "prove/classical/calculus.h"

/* What the generators of obligations share. */
typedef struct {
  Build build;
  Model *model;
  Obligations *all;
} Generator;

/* A name in the arena. */
const char *generator_name(Generator *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Ends the sketch. */
void generator_add(Generator *, Sketch *, const char *name, const char *kind, Node *goal);
/* The same with what the calculus has no rule for, if there is something. */
void generator_add_result(Generator *, Calculus *, const char *name, const char *kind, Node *goal);

/* ---- hypotheses (generate_scope.c): those before a clause of the main machine, NULL: all */
bool scope_is_own(const Generator *, const Clause *);
/* Is it part of the text of this clause of its machine? */
bool scope_is_written_in(const Clause *, NodeKind clause);
/* Is it the main machine, or one that it refines? */
bool scope_is_level(const Generator *, const Machine *);
/* Is it asked of the arguments of an included machine? */
bool scope_is_part_constraint(const Generator *, const Clause *);
void scope_properties(Generator *, Sketch *, const Clause *before);
void scope_invariants(Generator *, Sketch *, const Clause *before);
void scope_assertions(Generator *, Sketch *, const Clause *before);
/* Those of all machines but the main one. */
void scope_other_assertions(Generator *, Sketch *);
/* Invariants and assertions of machines that are only seen: they hold before the initialisation. */
void scope_seen(Generator *, Sketch *);
/* Those of included and seen machines, but not of the main machine, nor of what it refines. */
void scope_parts(Generator *, Sketch *);

/* ---- operations and the initialisation (generate_subject.c) */
typedef struct {
  const char *name;
  Node *body;    /* with its precondition */
  Node *assumed; /* the preconditions of what it refines, or NULL */
  Symbol **parameters;
  uint32_t parameter_count;
  bool initial;
  bool local; /* a local operation: the state may be in the middle of another one */
} Subject;

/* Hypotheses and names for it. */
void subject_open(Generator *, const Subject *, Sketch *, Calculus *, Claims);
/* What is asked of all substitutions: values, preconditions of calls, variants. */
void subject_obligations(Generator *, const Subject *);
/* That assertions hold: for operations that no other obligation follows to the end. */
void subject_assertions(Generator *, const Subject *);

/* ---- the generators */
void generate_clauses(Generator *);    /* WD, THM: generate_clauses.c */
void generate_machine(Generator *);    /* INV: generate_machine.c */
void generate_refinement(Generator *); /* REF, PRE: generate_refinement.c */
void generate_values(Generator *);     /* VALUES, constraints: generate_values.c */
void generate_deadlock(Generator *);   /* DLF */

#endif
