#ifndef CSP_NAMES_MENTIONS_H
#define CSP_NAMES_MENTIONS_H

#include "csp/names/resolve.h"

/* Does the text speak of a built-in name, by itself or by what it calls? */
bool csp_mentions(const CspResolved *, const CspNode *, CspBuiltin);

#endif
