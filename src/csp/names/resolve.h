#ifndef CSP_NAMES_RESOLVE_H
#define CSP_NAMES_RESOLVE_H

#include "base/vec.h"
#include "csp/names/symbol.h"
#include "csp/syntax/parser.h"

/* Which declaration each name means (CspNode.symbol).  Modules are instantiated: an instance is a
 * copy of the declarations of its module, the parameters bound to the arguments (INSTANCE has them
 * as its third child, a BIND for each parameter first). */
typedef struct CspResolved CspResolved;
struct CspResolved {
  Arena *arena; /* of the symbols */
  CspNode *script;
  CspNode *prelude; /* names/prelude.h: its declarations; or NULL, if nobody needs it … */
  struct CspScope *prelude_scope;             /* … and where they are */
  VEC(CspSymbol *) channels_and_constructors; /* by the number of their DATUM_NAME */
  VEC(CspSymbol *) symbols;                   /* all of them */
  struct CspScope *scope;                     /* of the script */
  VEC(struct CspScope *) scopes;              /* all of them */
  CspSymbol *tock;                            /* the event of time; NULL: there is none */
};

/* Mistakes are diagnostics: unknown and clashing names, wrong patterns.  Never NULL. */
CspResolved *csp_resolve(const CspParseContext *, CspNode *script);
/* The function of the prelude that a built-in name stands for, or NULL. */
CspSymbol *csp_resolved_prelude(const CspResolved *, CspBuiltin);
void csp_resolved_free(CspResolved *); /* accepts NULL */
/* Resolves an expression or assertion in the scope of the script; false: it has mistakes. */
bool csp_resolve_more(CspResolved *, const CspParseContext *, CspNode *);

#endif
