#ifndef MODEL_EFFECTS_H
#define MODEL_EFFECTS_H

#include "model/model.h"

/* What a resolved substitution may write.  One entry per place; locals count too. */
typedef struct {
  Symbol *symbol;
  Span span; /* the assigned target, or the call */
} Write;

typedef VEC(Write) Writes;

/* Fills in Operation.writes of all operations: the variables that it or an
 * operation it calls may write, each once. */
void effects_compute(Model *);

/* Appends to *writes; calls count with what effects_compute found. */
void effects_writes(const Node *substitution, Writes *writes);

/* The variable at the root of x, f(i), f(i)(j), r'a; NULL if there is none. */
Symbol *effects_target(const Node *);

#endif
