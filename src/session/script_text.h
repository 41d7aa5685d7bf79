#ifndef SESSION_SCRIPT_TEXT_H
#define SESSION_SCRIPT_TEXT_H

#include "csp/syntax/parser.h"
#include "session/session.h"

/* Texts of CSP-M as they are written, without a meaning of their names. */

CspParseContext script_context(Session *);
/* Never NULL; mistakes are in the diagnostics. */
CspNode *script_parse(Session *, const Source *);

#endif
