#ifndef PROVE_FOREIGN_Z3_H
#define PROVE_FOREIGN_Z3_H

#include "base/limits.h"
#include "base/text.h"

/* The library Z3, which is loaded when it is needed first; the program runs without it. */
typedef struct Z3 Z3;

/* NULL: there is no such library here, or the program was built without its headers. */
Z3 *z3_open(void);
void z3_close(Z3 *); /* accepts NULL; the library stays loaded */
const char *z3_version(const Z3 *);

typedef enum { Z3_ANSWER_UNSAT, Z3_ANSWER_SAT, Z3_ANSWER_UNKNOWN, Z3_ANSWER_STOPPED } Z3Answer;

/* Are the assertions, SMT-LIB 2 without commands, satisfiable?  Text that Z3 does not understand is
 * UNKNOWN.  One thread uses a Z3 at a time. */
Z3Answer z3_check(Z3 *, const char *smt, const Limits *);

#endif
