#ifndef LTS_WORDS_H
#define LTS_WORDS_H

#include "lts/lts.h"

/* What is said of a system, in the words of the language that it is written in: classical B has
 * operations and properties, Event-B has events and axioms. */

const char *words_operation(const Lts *);                  /* operation */
const char *words_operations(const Lts *);                 /* operations */
const char *words_properties(const Lts *, uint32_t count); /* properties, or property for 1 */

const char *words_stuck(const Lts *);    /* no operation is possible, or there are none */
const char *words_wrong(const Lts *);    /* … but some are tried, and go wrong */
const char *words_no_start(const Lts *); /* there is nothing to begin with */

#endif
