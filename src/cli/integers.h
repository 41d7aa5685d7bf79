#ifndef CLI_INTEGERS_H
#define CLI_INTEGERS_H

#include <jansson.h>

#include "engine/engine.h"

/* MAXINT and MININT, where an answer depends on them. */
enum { USES_MAXINT = 1, USES_MININT = 2 };

/* Which of them the value of a formula depends on. */
unsigned integers_of(const Node *);
/* "MININT=-1, MAXINT=3" with `before` in front; gives what comes before something further. */
const char *integers_add(Engine *, unsigned which, Text *, const char *before);
/* The fields MININT and MAXINT. */
void integers_add_json(Engine *, unsigned which, json_t *);

#endif
