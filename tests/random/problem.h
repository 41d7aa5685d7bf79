#ifndef RANDOM_PROBLEM_H
#define RANDOM_PROBLEM_H

#include "random/generate.h"

/* Random constraint problems: a few free names and a predicate about them, over all
 * operators of rows.def.  Either every name has a small domain, whose values can all be
 * tried, or every name has a planted value, often beyond the windows in which names
 * without bounds are tried. */

/* The text of a machine: `universe`, and constants that are sets and functions without end. */
extern const char problem_universe[];

enum { MOST_UNKNOWNS = 3, MOST_CONJUNCTS = 8 };

typedef struct {
  FreeName name;
  const char *domain; /* a set: all values to try; NULL if a value is planted */
  Tree *value;        /* planted, or NULL */
} UnknownName;

typedef struct {
  UnknownName names[MOST_UNKNOWNS];
  uint32_t count;
  Tree *conjuncts[MOST_CONJUNCTS]; /* the typing of the names is among them */
  uint32_t conjunct_count;
} ProblemText;

/* Names with domains of at most `most` values together. */
void problem_small(Generator *, ProblemText *, uint64_t most, int size);
/* Names with planted values, for which nobody knows yet whether the conjuncts hold. */
void problem_planted(Generator *, ProblemText *, int size);
/* Names of which the same values are tried, but which only comparisons, sizes, ends, equations and
 * the like bound, or nothing: problem_open.c. */
void problem_open(Generator *, ProblemText *, uint64_t most, int size);
/* The predicate: all conjuncts.  Made anew, so that it can be shrunk. */
Tree *problem_tree(Generator *, const ProblemText *);
bool tree_has_unknown(const Tree *); /* a name of the problem */

/* What problems are put together from: a form with its kids, a name, one more conjunct (if there
 * is room), another order. */
Tree *tree_of(Generator *, const GenType *, const char *form, uint32_t count, Tree *const *kids);
Tree *problem_name(Generator *, const UnknownName *);
void problem_add(ProblemText *, Tree *);
void problem_shuffle(Generator *, ProblemText *);
void problem_add_random(Generator *, ProblemText *, int size); /* one to three, in any order */
/* Names with domains, of which nothing is said yet. */
void problem_add_names(Generator *, ProblemText *, uint64_t most, bool integers);
Tree *tree_negated(Generator *, Tree *);

#endif
