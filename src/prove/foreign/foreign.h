#ifndef PROVE_FOREIGN_FOREIGN_H
#define PROVE_FOREIGN_FOREIGN_H

#include "prove/sequent/proof.h"

/* Provers that others have written, for sequents that are translated into first-order logic.  Z3 is
 * a library that is loaded, or the program z3; cvc5 and E are programs, found by PATH. */
typedef enum { FOREIGN_Z3, FOREIGN_CVC5, FOREIGN_E, FOREIGN_PROVERS } ForeignProver;
/* "z3", "cvc5", "E": how people choose them. */
const char *foreign_word(ForeignProver);

/* The provers that there are.  One thread uses a Foreign at a time; several of them may be used at
 * the same time. */
typedef struct Foreign Foreign;
Foreign *foreign_new(void);
void foreign_free(Foreign *); /* accepts NULL */
bool foreign_has(const Foreign *, ForeignProver);
/* "Z3 4.8.12", or NULL. */
const char *foreign_version(Foreign *, ForeignProver);

/* A sequent, translated once for all provers.  It is independent of the sequent afterwards. */
typedef struct ForeignTask ForeignTask;
/* NULL: it cannot be expressed, *why says it. */
ForeignTask *foreign_task_new(const Sequent *, HypothesesChoice, const char **why);
void foreign_task_free(ForeignTask *); /* accepts NULL */
/* As SMT-LIB 2, with comments and commands. */
void foreign_task_smt(const ForeignTask *, Text *);
/* Likewise, without the negated goal: can the hypotheses hold together? */
void foreign_task_drop_goal(ForeignTask *);

typedef enum {
  FOREIGN_PROVED,  /* hypotheses and negated goal cannot hold together: the sequent is valid */
  FOREIGN_MODEL,   /* the translation has a model; this says nothing of the sequent */
  FOREIGN_GAVE_UP, /* it does not know */
  FOREIGN_STOPPED, /* by a limit, or an interruption */
  FOREIGN_MISSING  /* there is no such prover, or it could not be run */
} ForeignAnswer;

/* Several threads may try one task at the same time, each with its Foreign. */
ForeignAnswer foreign_try(Foreign *, ForeignProver, const ForeignTask *, const Limits *);

#endif
