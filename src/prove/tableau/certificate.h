#ifndef PROVE_TABLEAU_CERTIFICATE_H
#define PROVE_TABLEAU_CERTIFICATE_H

#include "base/text.h"
#include "prove/tableau/tableau_impl.h"

/* Writes the clauses that are needed for the empty one as a text that prove/check/ checks. */
#define CERTIFICATE_HEAD "probity certificate 1"
void certificate_write(const Tableau *, const uint8_t *needed, Text *);

#endif
