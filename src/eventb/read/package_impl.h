#ifndef EVENTB_READ_PACKAGE_IMPL_H
#define EVENTB_READ_PACKAGE_IMPL_H

#include "eventb/read/package.h"
#include "eventb/read/prolog.h"

/* Inside the reader of packages. */
typedef struct {
  ParseContext *context;
  Arena *arena;
  EventbProject *project;
  struct Theories *theories;
  Map carrier_sets;        /* declared names of sets */
  const Map *operators;    /* of theories that are texts: Name -> EventbOperator; or NULL */
  const PrologTerm *types; /* type parameters of the definition that is being put in, or NULL */
} Package;

/* A report at a term whose form is not known. */
void package_error(Package *, const PrologTerm *, const char *what);

/* package_formula.c: an expression or predicate; an ERROR node after a report. */
Node *package_formula(Package *, const PrologTerm *);
/* package_term.c: the term of a tree, which package_formula makes a tree of again.  DEF_CALLs are
 * uses of operators. */
const PrologTerm *package_term(Package *, const Node *);
/* The name in identifier(Position,Name), or NULL after a report. */
const Name *package_identifier(Package *, const PrologTerm *);
/* Reads IDENTs, LISTs … out of a list of terms. */
Node *package_list(Package *, const PrologTerm *list, NodeKind);
/* The label in rodinpos(…), or NULL. */
const Name *package_label(const PrologTerm *position);

#endif
