#ifndef RANDOM_CERTIFICATE_LINES_H
#define RANDOM_CERTIFICATE_LINES_H

#include "base/vec.h"

/* The text of a certificate as lines and words.  All of it is allocated. */

typedef VEC(char *) Lines;
void lines_split(const char *text, Lines *);
void lines_free(Lines *);

typedef VEC(char *) Words; /* of one line, with zeros between them: they point into it */
void words_cut(char *line, Words *);

#endif
