#ifndef RANDOM_TERM_TEXT_H
#define RANDOM_TERM_TEXT_H

#include "base/text.h"
#include "prove/term/term.h"

/* A closed term as text in the notation of B, whose value is that of the term wherever it has one.
 * False: it has no such text. */
bool term_text(const Bank *, Term, Text *);

#endif
