#ifndef CSP_NAMES_RESOLVE_IMPL_H
#define CSP_NAMES_RESOLVE_IMPL_H

#include "base/map.h"
#include "csp/names/resolve.h"

/* Where names are declared: a script, module, let, or the names of one pattern. */
typedef struct CspScope CspScope;
struct CspScope {
  CspScope *outer;
  Map names;            /* to CspSymbol */
  const CspNode *let;   /* what is DEFINED here belongs to it, or NULL */
  const CspNode *timed; /* the section that it is in, or NULL */
  CspSymbol *module;    /* that it is the inside of, or NULL */
  bool template;        /* of a module with parameters, or inside of one */
  uint32_t defined;     /* names DEFINED here so far */
};

typedef struct {
  const CspParseContext *context;
  CspResolved *resolved;
  uint32_t instances; /* that are open around what is looked at: they must not nest for ever */
} Resolver;

/* ---- scopes ---- */
CspScope *csp_scope_open(Resolver *, CspScope *outer);
void csp_scope_free_maps(CspResolved *);
/* A new symbol that is declared in the scope; a name that is there already is a mistake. */
CspSymbol *csp_scope_declare(Resolver *, CspScope *, CspSymbolKind, const Name *, Span,
                             const CspNode *declaration);
void csp_scope_put(Resolver *, CspScope *, const Name *, CspSymbol *);
/* What the name, perhaps qualified, means here; NULL: nothing. */
CspSymbol *csp_scope_find(Resolver *, const CspScope *, const Name *);
/* The same; nothing is a mistake, said at the node. */
CspSymbol *csp_scope_need(Resolver *, const CspScope *, const CspNode *name);
CspScope *csp_scope_of_builtins(Resolver *);

/* ---- declarations: first all names of a list, then what they are ---- */
void declare_all(Resolver *, CspScope *, CspNode *declarations);
void resolve_declarations(Resolver *, CspScope *, CspNode *declarations);
/* Names of patterns that are DEFINED or LOCAL in this scope.  A name that is a constructor or
 * channel stands for itself. */
void resolve_pattern(Resolver *, CspScope *, CspNode *pattern, CspSymbolKind,
                     const CspNode *declaration);

/* ---- modules ---- */
void declare_module(Resolver *, CspScope *, CspNode *module);
void resolve_module(Resolver *, CspScope *, CspNode *module);
/* Declares the instances among these declarations; those that depend on others come later. */
void declare_instances(Resolver *, CspScope *, CspNode *declarations);
void resolve_instance(Resolver *, CspScope *, CspNode *instance);

/* ---- expressions ---- */
void resolve_csp_node(Resolver *, CspScope *, CspNode *);

#endif
