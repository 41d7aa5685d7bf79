#ifndef PROVE_CLASSICAL_SKETCH_H
#define PROVE_CLASSICAL_SKETCH_H

#include "prove/rules/build.h"
#include "prove/sequent/sequent.h"

/* A sequent while it is being made: names and hypotheses come in the order in which a person would
 * read them, the goal last. */
typedef struct {
  const Build *build;
  VEC(Hypothesis) hypotheses;
  VEC(SequentName) made; /* names that only this sequent has, and parameters, with their roles */
  VEC(SequentAfter) after;
  Map taken;   /* the texts of names that mean something in it */
  Span origin; /* what in the text asks for it; SPAN_NONE: the goal says it */
} Sketch;

/* Nothing in it yet; names of the model are taken. */
void sketch_open(Sketch *, const Build *, const Model *);
void sketch_close(Sketch *);

/* Adds the conjuncts of a predicate, with their labels; those that are selected only once. */
void sketch_assume(Sketch *, Node *predicate, bool selected);
/* Says what the name is for the reader. */
void sketch_role(Sketch *, Symbol *, SequentRole);
/* A new name of this text, or a similar one if that is taken. */
Symbol *sketch_fresh(Sketch *, const Name *wanted, const Type *);
/* It is bound inside of a formula that is complete: others may be called the same. */
void sketch_forget(Sketch *, const Symbol *);
/* The same as sketch_fresh for the value of a variable after something: x'. */
Symbol *sketch_fresh_after(Sketch *, const Name *variable, const Type *);

/* The sequent, in the arena of the build.  Hypotheses are selected that were added so, or share
 * names with those or the goal. */
Sequent *sketch_finish(Sketch *, const char *name, const char *kind, Node *goal);

#endif
