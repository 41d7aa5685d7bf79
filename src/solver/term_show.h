#ifndef SOLVER_TERM_SHOW_H
#define SOLVER_TERM_SHOW_H

#include "base/text.h"
#include "solver/term.h"

/* What is known of the value, as text: cells with their domains, elements with the literals that
 * say whether they are in. */
void term_show(Text *, const Problem *, const Term *);

#endif
