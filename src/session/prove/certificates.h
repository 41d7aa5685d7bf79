#ifndef SESSION_PROVE_CERTIFICATES_H
#define SESSION_PROVE_CERTIFICATES_H

#include "base/text.h"
#include "session/prove/proving.h"

/* A file that says of obligations who proved them, and how, if it was our own procedure.  It has
 * lines only; docs/proving.md describes it. */

typedef struct {
  const char *name, *component; /* "" without a component */
  const char *fingerprint;      /* of the sequent that was proved */
  HypothesesChoice hypotheses;  /* that were used */
  const char *prover;           /* name and version, if there are no steps; or NULL */
  const char *steps;            /* a certificate of prove/check/, or NULL */
} Certificate;

typedef struct {
  Arena *arena;
  VEC(Certificate) list;
} Certificates;

void certificates_free(Certificates *);
/* Of a text with an end.  False: `error` says why it is no such file. */
bool certificates_read(Certificates *, const char *text, size_t length, Text *error);
/* Of all that is proved in general. */
void certificates_print(const Proved *, Text *);

#endif
