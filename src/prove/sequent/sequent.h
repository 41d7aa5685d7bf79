#ifndef PROVE_SEQUENT_SEQUENT_H
#define PROVE_SEQUENT_SEQUENT_H

#include "base/arena.h"
#include "base/vec.h"
#include "model/model.h"

/* A proof obligation: hypotheses, and a goal that is to follow from them.
 *
 * All predicates are resolved and typed trees.  Those of one list of obligations share parts, so
 * nobody changes them.  The free identifiers of a sequent are its `names`, whatever kind their
 * symbols have (constants and variables of the model, parameters, values after an event); carrier
 * sets, their elements and constructors are the model's.  It is valid if every assignment of values
 * that satisfies the hypotheses satisfies the goal, for all non-empty carrier sets.  Hypotheses and
 * goal may be assumed to be well-defined when it is proved (that is what WD obligations are for);
 * a valuation in which one of them is not is no counterexample. */

/* What an identifier is for the reader of a counterexample. */
typedef enum {
  ROLE_CONSTANT,
  ROLE_BEFORE,    /* a variable */
  ROLE_PARAMETER, /* of an event, an operation, an ANY */
  ROLE_AFTER      /* the value of a variable after an event: x' */
} SequentRole;

typedef struct {
  Symbol *symbol;
  SequentRole role;
} SequentName;

typedef struct {
  Node *predicate;
  const Name *label; /* of the axiom, invariant, guard …; or NULL */
  bool selected;     /* what a person would look at first: disprover.md calls it a selected one */
} Hypothesis;

typedef struct { /* what a variable becomes: for people */
  const Name *variable;
  Node *value; /* over the names of the sequent */
} SequentAfter;

typedef struct Sequent Sequent;
struct Sequent {
  const char *name;      /* move/inv1/INV */
  const char *component; /* the machine or context that it belongs to */
  const char *kind;      /* INV, GRD, WD, THM … */
  const char *nature;    /* what Rodin calls it, or NULL */
  Span span;             /* of the goal's origin; SPAN_NONE */
  const SequentName *names;
  uint32_t name_count;
  const Hypothesis *hypotheses;
  uint32_t hypothesis_count;
  Node *goal;
  const char *unsupported;   /* a construct that is not part of it: it says nothing; or NULL */
  const SequentAfter *after; /* assigned by expressions; others are names with ROLE_AFTER */
  uint32_t after_count;
};

typedef VEC(Sequent *) Sequents;

/* The obligations of one model; all of it lives as long as they do. */
typedef struct {
  Arena *arena;
  Model *model;          /* the carrier sets, types and names of all */
  bool eventb;           /* formulas are shown in the notation of Event-B */
  Sequents list;         /* in the order of generation */
  const Sequent *stated; /* properties or axioms, and as goal that they are false; or NULL */
  const char *path;      /* of the file that is the component; or NULL */
} Obligations;

#endif
