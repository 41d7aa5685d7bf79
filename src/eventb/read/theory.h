#ifndef EVENTB_READ_THEORY_H
#define EVENTB_READ_THEORY_H

#include "eventb/read/package_impl.h"

/* The theories that come with a package, or with a Rodin project (rodin_theory.c).
 *
 * An operator that is defined directly is replaced by its definition wherever it is
 * used, with the names that the definition binds made new.  One that is defined by cases
 * over a datatype becomes a RECURSION, a function of its own for each use, so that every
 * use has its own types.  One that a tag says to be an operator of B is that operator.
 * Datatypes become free types of the machine, if they are used.  What is only declared by
 * axioms is reported as not supported where it is used.
 *
 * Where an operator has a condition of well-definedness, its value is a DEFINED_IF. */
typedef struct Theories Theories;

Theories *theories_new(Arena *);
void theories_free(Theories *); /* accepts NULL */
/* Takes the facts theory(…) of the list. */
void theories_read(Package *, const PrologTerm *list);

/* extended_expr(Position,Operator,Expressions,Predicates) and extended_pred. */
Node *theory_formula(Package *, const PrologTerm *);

/* The formula with its DEF_CALLs, which are uses of operators, replaced by what they mean. */
Node *theory_apply(Package *, Node *);

/* The datatypes that were used, as FREETYPE nodes in the project. */
void theories_add_freetypes(Package *);

#endif
