#ifndef RANDOM_PROPERTIES_H
#define RANDOM_PROPERTIES_H

#include "random/problem.h"

/* Properties of a few names with small domains, of the kinds that are easily taken for something
 * else: equations of a name with itself, inverses, applications outside of the domain, conjuncts
 * that nobody decides.  Sometimes nothing but the type of a name is said: then its domain is only
 * a part of its values. */
void problem_properties(Generator *, ProblemText *, uint64_t most, int size);

/* The definitions that the conjuncts of problem.c use. */
extern const char properties_definitions[];

#endif
