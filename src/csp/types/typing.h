#ifndef CSP_TYPES_TYPING_H
#define CSP_TYPES_TYPING_H

#include "csp/types/infer.h"
#include "csp/types/unify.h"

/* What the parts of inference share. */

/* A declaration whose names get their types together, a module with parameters, or an instance. */
typedef struct Unit Unit;
typedef VEC(Unit *) Units;
struct Unit {
  CspNode *node;
  const Unit *instance; /* that it is in, or NULL */
  const Unit *module;   /* INSTANCE: with parameters; NULL: without */
  Units needs;          /* what must be known before */
  uint32_t index, low;  /* for groups */
  bool open, broken;    /* on the stack of groups; has mistakes */
};

/* What is known of a symbol: CspSymbol.scheme points to it. */
typedef struct {
  CspScheme scheme;          /* type NULL: none yet */
  Unit *unit;                /* that declares it, or NULL */
  const CspNode *annotation; /* or NULL */
  Span origin;               /* where the type of a local name was found */
  bool excused;              /* there was a message about its type */
} SymbolInfo;

/* Variables of the annotations around what is looked at. */
typedef struct TypeName TypeName;
struct TypeName {
  const TypeName *outer;
  const Name *name;
  CspType *type;
};

typedef struct {
  const CspParseContext *context;
  CspResolved *resolved;
  CspTyping strictness;
  uint32_t mistakes; /* so far */
  Arena *arena;
  Unifier unifier;
  CspType **builtins; /* by CspBuiltin; NULL: not read yet */
  const TypeName *names;
  const Unit *instance; /* around what is looked at, or NULL */
} Typing;

SymbolInfo *typing_info(Typing *, CspSymbol *);
/* Has its declaration an expression that gives it its type? */
static inline bool typing_is_defined(const CspSymbol *symbol)
{
  return symbol->kind == CSP_SYMBOL_DEFINED || symbol->kind == CSP_SYMBOL_LOCAL ||
         symbol->kind == CSP_SYMBOL_NAMETYPE;
}

/* ---- declarations ---- */
/* Types of all that is declared; `generalise`: for each use anew. */
void typing_declarations(Typing *, CspNode *const *lists, uint32_t count, bool generalise);
/* One of them, whose names have been prepared. */
void typing_prepare(Typing *, Unit *);
void typing_declare(Typing *, Unit *);
/* What the names that a unit declares have in common. */
typedef void EachSymbol(Typing *, CspSymbol *, void *data);
void typing_each_symbol(Typing *, const CspNode *declaration, EachSymbol *, void *data);
/* Groups of units that need each other, first what others need; frees nothing. */
typedef void EachGroup(Typing *, Unit *const *group, uint32_t count, void *data);
void typing_groups(Typing *, const Units *, EachGroup *, void *data);
void typing_assertion(Typing *, CspNode *);

/* ---- expressions and patterns: set CspNode.type ---- */
CspType *typing_expression(Typing *, CspNode *);
/* The same, and it must have that type; `what` it is, or NULL.  False: it has not (said). */
bool typing_expect(Typing *, CspNode *, CspType *, const char *what);
CspType *typing_pattern(Typing *, CspNode *);
bool typing_expect_pattern(Typing *, CspNode *, CspType *, const char *what);
/* Names of the pattern that stand for a whole value, or for a dotted part, stand for something
 * complete. */
void typing_complete(Typing *, const CspNode *pattern);
CspType *typing_name(Typing *, CspNode *);
/* CSP_NAME … CSP_LENGTH by typing_expression, the rest here. */
CspType *typing_prefix(Typing *, CspNode *);
void typing_pairs(Typing *, CspNode *pairs);
void typing_statements(Typing *, CspNode *statements, CspTypeKind collection);
/* The type of the elements of what stands behind `channel c :`. */
CspType *typing_elements(Typing *, CspNode *);

/* ---- annotations ---- */
/* The type, its own variables generic; UNKNOWN: it has mistakes. */
CspType *typing_annotation(Typing *, CspNode *annotation);
/* The type with rigid variables, whose names are in scope from now on (Typing.names). */
CspType *typing_enter(Typing *, CspType *generic);
CspType *typing_builtin(Typing *, CspBuiltin);

/* ---- mistakes ---- */
/* The last step of unification failed: says why. */
void typing_mismatch(Typing *, const CspNode *, CspType *expected, CspType *found,
                     const char *what);
/* Likewise, when a dotted type was reduced. */
void typing_dot_mistake(Typing *, Span, const char *where);
void typing_limit_mistake(Typing *, const CspNode *, CspType *, const char *what);
Diag *typing_mistake(Typing *, Span, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static inline CspType *typing_set(Typing *t, CspType *element)
{
  return csp_type_of(t->arena, CSPT_SET, element);
}
static inline CspType *typing_seq(Typing *t, CspType *element)
{
  return csp_type_of(t->arena, CSPT_SEQ, element);
}
static inline CspType *typing_plain(CspTypeKind kind) { return csp_type_plain(kind); }

#endif
