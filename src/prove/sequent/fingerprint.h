#ifndef PROVE_SEQUENT_FINGERPRINT_H
#define PROVE_SEQUENT_FINGERPRINT_H

#include "prove/sequent/sequent.h"

/* A number of 128 bits, in hexadecimal, for all that a sequent says: hypotheses in their order,
 * goal, names with their types and roles, carrier sets with their elements, the language and the
 * settings of the model.  Its name and place do not count: equal fingerprints, equal sequents. */
enum { FINGERPRINT_SIZE = 33 };
typedef struct {
  char text[FINGERPRINT_SIZE];
} Fingerprint;

Fingerprint fingerprint_of(const Obligations *, const Sequent *);

#endif
