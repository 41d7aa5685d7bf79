#ifndef CSP_NAMES_PRELUDE_H
#define CSP_NAMES_PRELUDE_H

#include "csp/names/symbol.h"

/* Functions of every script that are written in CSP-M themselves. */
extern const char csp_prelude[];

/* The name under which the prelude defines a built-in function; NULL: it does not. */
const char *csp_prelude_name(CspBuiltin);

#endif
