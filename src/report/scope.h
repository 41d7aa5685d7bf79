#ifndef REPORT_SCOPE_H
#define REPORT_SCOPE_H

#include <jansson.h>

#include "session/session.h"

/* What a verdict holds for: sizes of deferred sets, MAXINT and MININT where the answer depends on
 * them, values that were given to constants.  Texts get `before` in front; the result is what
 * comes before something further. */
enum { USES_MAXINT = 1, USES_MININT = 2 };

/* Which of the integers the value of a formula depends on. */
unsigned scope_integers_of(const Node *);
/* "MININT=-1, MAXINT=3" */
const char *scope_add_integers(Engine *, unsigned which, Text *, const char *before);
/* The fields MININT and MAXINT. */
void scope_add_integers_json(Engine *, unsigned which, json_t *);

/* "SET=2" */
uint64_t scope_size(Engine *, const Symbol *set);
const char *scope_add_size(Engine *, const Symbol *set, Text *, const char *before);
/* "NAME=EXPR, NAME=EXPR" */
void scope_add_constants(const Session *, Text *, const char *before);

#endif
