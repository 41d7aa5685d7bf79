#ifndef CSP_NAMES_SYMBOL_H
#define CSP_NAMES_SYMBOL_H

#include "csp/syntax/tree.h"

/* What a name of a script means.  Every NAME node has its symbol after resolution: a use has that
 * of the declaration that it means, a pattern that binds a name has the symbol that it makes. */
typedef enum {
  CSP_SYMBOL_LOCAL,   /* bound by a pattern: of a clause, lambda, generator or input; and the
                         parameters of a module                                            */
  CSP_SYMBOL_DEFINED, /* by a BIND or FUNCTION                                             */
  CSP_SYMBOL_CHANNEL,
  CSP_SYMBOL_CONSTRUCTOR,
  CSP_SYMBOL_DATATYPE, /* of a DATATYPE or SUBTYPE: the set of its values                   */
  CSP_SYMBOL_NAMETYPE,
  CSP_SYMBOL_BUILTIN,
  CSP_SYMBOL_MODULE /* a module or an instance of one */
} CspSymbolKind;

typedef struct CspSymbol CspSymbol;
struct CspSymbol {
  CspSymbolKind kind;
  const Name *name; /* for people: qualified if it is a module's */
  Span span;        /* of its first declaration; unknown of a BUILTIN */
  /* BIND, FUNCTION, CHANNEL, CONSTRUCTOR, DATATYPE, SUBTYPE, NAMETYPE, MODULE; NULL for others */
  const CspNode *declaration;
  const CspNode *let;   /* DEFINED: the LET around it; NULL: of the script or a module */
  const CspNode *timed; /* the TIMED section around its declaration, or NULL */
  CspSymbol *owner;     /* CONSTRUCTOR: its datatype */
  uint32_t number; /* CHANNEL, CONSTRUCTOR: of its DATUM_NAME; BUILTIN: CspBuiltin; DEFINED of a
                      LET: which of its names; else 0, 1, 2 … within its kind */
  const struct CspScheme *scheme; /* by types/ */
  struct CspScope *members;       /* MODULE: what may be said behind its name; NULL: it has
                                     parameters, so that only instances have members */
  struct CspScope *inside;        /* MODULE: where its declarations are */
  const CspNode *pristine;        /* MODULE: its text without symbols, for copies */
  bool data;                      /* by types/: its values hold neither processes nor functions */
  bool template; /* declared in a module with parameters: only copies of it count */
};

/* The names that every script has, or may ask for by `external` or `transparent`. */
typedef enum {
#define BUILTIN(id, ...) BUILTIN_##id,
#include "csp/names/builtins.def"
#undef BUILTIN
  BUILTIN_COUNT
} CspBuiltin;

typedef enum { BUILTIN_ALWAYS, BUILTIN_ASKED } BuiltinAccess;
const char *builtin_name(CspBuiltin);
const char *builtin_type(CspBuiltin); /* in the notation of annotations */
BuiltinAccess builtin_access(CspBuiltin);

#endif
