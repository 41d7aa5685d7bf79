#ifndef EVENTB_READ_THEORY_IMPL_H
#define EVENTB_READ_THEORY_IMPL_H

#include "eventb/read/theory.h"
#include "eventb/notation/math.h"

/* Inside the theories. */

typedef struct {
  const Name *name;
  const PrologTerm *arguments; /* [argument(Name,Type)…] */
  const PrologTerm *condition; /* a predicate: where it is well-defined; NULL: everywhere */
  const PrologTerm *direct;    /* [] or [Definition]; [Atom]: why it cannot be used */
  const PrologTerm *cases;     /* [case(Argument,Names,Pattern,Definition)…] */
  const PrologTerm *types;     /* the type parameters of its theory: [Name…] */
  const Name *tag;             /* an operator of B that it stands for, or NULL */
  bool expanding;              /* its definition is being put in: it must not use itself … */
  const Name *function;        /* … but for one by cases, whose function this is */
  bool in_condition;           /* its condition is being read */
} TheoryOperator;

typedef struct {
  const Name *name, *datatype;
  uint32_t index, count; /* among the destructors of its constructor */
  const Name *constructor;
} Destructor;

typedef struct {
  const Name *name;
  const PrologTerm
      *term; /* datatype(Name,Parameters,[constructor(Name,[destructor(Name,Type)…])…]) */
  bool used, added;
  const Name *members; /* while it is made: the function that tells who is in D(S) */
} Datatype;

struct Theories {
  VEC(TheoryOperator) operators;
  VEC(Datatype) datatypes;
  VEC(Destructor) destructors;
  Map constructors; /* Name -> Name of the datatype */
  uint32_t fresh;   /* numbers for new names */
  uint32_t expansions;
};

typedef struct { /* a name of a definition and what stands for it */
  const Name *name;
  Node *value;
} TheoryBinding;

typedef VEC(TheoryBinding) TheoryBindings;

/* theory.c */
const PrologTerm *theory_list(const PrologTerm *); /* the list, or [] if it is none */
Node *theory_error_node(Package *, const PrologTerm *);
/* Reports the operator; an ERROR node. */
Node *theory_unsupported(Package *, const PrologTerm *, const Name *operator, const char * why);

/* theory_expand.c: what an operator that is defined, directly or by cases, means with these
 * arguments. */
Node *theory_expand(Package *, TheoryOperator *, const PrologTerm *use, Node *const *arguments);
const Name *theory_fresh_name(Package *, const Name *);
/* A copy with the values put in; names that it binds become new ones. */
Node *theory_instance(Package *, const Node *, TheoryBindings *);

/* theory_datatype.c */
Datatype *theory_datatype(Theories *, const Name *); /* or NULL */
/* What the constructor makes, of so many parts; NULL if it is no constructor. */
const Datatype *theory_maker(Theories *, const Name *constructor, uint32_t *parts);
/* A datatype, a constructor or a destructor; NULL if it is no part of a datatype. */
Node *theory_datatype_use(Package *, const PrologTerm *, const Name *, Node *const *arguments,
                          uint32_t count);
/* f(a,b,…), or f without arguments. */
Node *theory_call(Package *, const PrologTerm *, Node *function, Node *const *arguments,
                  uint32_t count);
/* Was the value made by the constructor, which has so many parts? */
Node *theory_is_made_by(Package *, const PrologTerm *, Node *value, const Name *constructor,
                        uint32_t parts);
/* The number as a value zero, next(zero) … of a datatype with these two constructors; NULL if there
 * is no such datatype. */
Node *theory_natural(Package *, const PrologTerm *, const Name *operator, Node * number);
/* The i-th of the constructor's n parts of the value. */
Node *theory_part(Package *, const PrologTerm *, Node *value, const Name *constructor, uint32_t i,
                  uint32_t n);

#endif
