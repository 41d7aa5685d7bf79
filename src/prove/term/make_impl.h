#ifndef PROVE_TERM_MAKE_IMPL_H
#define PROVE_TERM_MAKE_IMPL_H

#include "prove/term/make.h"

/* The same value, written as a pair if it is one. */
Term make_as_pair(Bank *, Term);

#endif
