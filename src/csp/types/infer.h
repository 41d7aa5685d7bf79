#ifndef CSP_TYPES_INFER_H
#define CSP_TYPES_INFER_H

#include "csp/names/resolve.h"
#include "csp/types/type.h"

/* Static types of a script, as FDR4 has them: Hindley-Milner with dotted types and constraints.
 * Sets CspNode.type of expressions and patterns, and CspSymbol.scheme and .data of all symbols.
 * Mistakes are diagnostics, one for each.  The script was resolved without mistakes. */
typedef enum {
  CSP_TYPES_REQUIRED, /* mistakes are errors */
  CSP_TYPES_WANTED /* mistakes are warnings: old scripts were written for tools without types, and
                      evaluation finds out whether values fit */
} CspTyping;
void csp_infer(const CspParseContext *, CspResolved *, CspTyping);

typedef enum {
  CSP_WANT_ANYTHING,
  CSP_WANT_PROCESS,
  CSP_WANT_ASSERTION /* the node is an assertion */
} CspWanted;

/* An expression or assertion that was resolved in the scope of a script that has types; false: it
 * has mistakes. */
bool csp_infer_more(const CspParseContext *, CspResolved *, CspNode *, CspWanted);

#endif
