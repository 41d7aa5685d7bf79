#ifndef PROVE_CLASSICAL_CALCULUS_H
#define PROVE_CLASSICAL_CALCULUS_H

#include "prove/classical/sketch.h"

/* The calculus of substitutions: what must hold so that R holds after S, [S]R.
 *
 * A substitution is followed from its beginning to its end; an Env says what the names stand for on
 * the way, as expressions over the names of the sequent.  What comes after a part of it is a
 * Then (as in the interpreter).  So assignments cost nothing, and R is met with its final values.
 *
 * R comes up once for each way through S.  Where there are too many ways through the parts of a
 * sequence, a part is joined: new names stand for what its variables become, and a relation says
 * how. */

/* What names stand for.  The newest entry for a name counts; without one it stands for itself. */
typedef struct Env Env;
struct Env {
  Symbol *symbol;
  Node *value;
  const Env *earlier;
};

typedef enum {
  MODE_ALWAYS,  /* [S]R: every way through S leads to R */
  MODE_SOMEHOW, /* not [S] not R: one of them does, if the claims in S hold */
  MODE_REACHED  /* the same, and the claims hold */
} CalculusMode;

/* Which claims of the substitution the predicate has; the others are assumed.  Those of an
 * operation that is called are not meant, they belong to its own machine: except with `calls`. */
typedef struct {
  bool assertions;     /* ASSERT, and PRE that is not that of the operation */
  bool loops;          /* loop invariants hold */
  bool well_defined;   /* all formulas have values */
  bool calls;          /* preconditions of all operations that are called, directly or by others */
  const Node *call;    /* OP_CALL: its precondition */
  const Node *variant; /* WHILE: its variant is natural and decreases */
} Claims;

typedef struct Calculus Calculus;
typedef struct Then Then;
struct Then { /* what comes after, with more behind it for who made it */
  Node *(*go)(Calculus *, const Env *, const Then *);
};

/* What decided that this way is being followed. */
typedef struct Way Way;
struct Way {
  Node *condition;
  const Way *outer;
};

typedef struct { /* an end of a way */
  Node *condition;
  const Env *env;
} End;

struct Calculus {
  const Build *build;
  Sketch *sketch;
  CalculusMode mode;
  uint32_t depth; /* 0: what is assumed and chosen becomes part of the sketch */
  Claims claims;
  bool joining;            /* there are many ways through the substitution */
  bool exploring;          /* named conditions, the obligations of Event-B, are passed by: what
                            * happens where one is broken is seen all the same (run_obligation);
                            * loops are not supported, since invariants say too much of them */
  const Way *way;          /* since the top */
  bool parting;            /* somewhere conditions do not say which way is taken */
  Symbols bound;           /* names chosen on the way: they are no names of the sequent */
  VEC(End) ends;           /* noted ones */
  const char *unsupported; /* a construct that it has no rule for, or NULL */
};

/* What the substitution must satisfy so that `then` does. */
Node *calculus_run(Calculus *, Node *substitution, const Env *, const Then *);
/* The same of the body of an operation, whose precondition is assumed. */
Node *calculus_run_body(Calculus *, Node *body, const Env *, const Then *);
/* After which nothing is asked for. */
extern const Then calculus_end;

/* The number of ways through a substitution, at most PATHS_LIMIT. */
enum { PATHS_MANY = 48, PATHS_LIMIT = 100000 };
uint32_t calculus_paths(const Node *substitution);

/* Notes that a way ends here, so that the sequent can say what variables become. */
void calculus_note_end(Calculus *, const Env *);
/* Puts that into the sketch, where conditions decide between the ways, and frees what was noted. */
void calculus_finish(Calculus *);

const Env *env_put(const Calculus *, const Env *, Symbol *, Node *value);
Node *env_value(const Calculus *, const Env *, Symbol *);
/* The formula at this point; x$0 is the value of x in `before`, the same for all others. */
Node *env_formula(Calculus *, const Env *, const Env *before, Node *);
/* All in `more` that is newer than `base` on top of `env`. */
const Env *env_merge(const Calculus *, const Env *env, const Env *more, const Env *base);

#endif
