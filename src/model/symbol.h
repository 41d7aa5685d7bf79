#ifndef MODEL_SYMBOL_H
#define MODEL_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/vec.h"
#include "model/type.h"
#include "syntax/tree.h"

/* A thing that has a name.  After resolution every IDENT points to its Symbol,
 * so later stages never look at names again. */
typedef enum {
  SYMBOL_SET,         /* deferred or enumerated set, or upper-case machine parameter */
  SYMBOL_ELEMENT,     /* of an enumerated set                                         */
  SYMBOL_FREETYPE,    /* the set of its values                                        */
  SYMBOL_CONSTRUCTOR, /* of a free type                                               */
  SYMBOL_CONSTANT,    /* also machine parameters, see `parameter`                     */
  SYMBOL_VARIABLE,
  SYMBOL_OPERATION,
  SYMBOL_LOCAL,    /* bound by a quantifier, comprehension, ANY, LET, VAR, operation */
  SYMBOL_FREE,     /* a free name of a formula given by itself                       */
  SYMBOL_FUNCTION, /* what a RECURSION defines                                      */
  SYMBOL_EXTERNAL  /* a function, predicate or substitution implemented by the tool  */
} SymbolKind;

/* How a local name may be used. */
typedef enum {
  LOCAL_BOUND,     /* quantifier, comprehension, lambda …: read only      */
  LOCAL_ANY,       /* ANY: read only                                      */
  LOCAL_LET,       /* LET: read only                                      */
  LOCAL_VAR,       /* VAR: may be assigned                                */
  LOCAL_PARAMETER, /* of an operation: read only                          */
  LOCAL_RESULT,    /* of an operation: may be assigned                    */
  LOCAL_TYPE       /* parameter of a free type, or of an external's type  */
} LocalKind;

typedef enum { EXTERNAL_FUNCTION, EXTERNAL_PREDICATE, EXTERNAL_SUBSTITUTION } ExternalKind;

struct Machine; /* model/model.h: the machine (instance) that declares it */

typedef struct Symbol Symbol;
struct Symbol {
  SymbolKind kind;
  LocalKind local;
  const Name *name;        /* with the prefix of its machine instance: pre.x */
  Span span;               /* where it is declared; SPAN_NONE for SYMBOL_FREE */
  Type *type;              /* of the symbol as an expression: POW(S) for a set S */
  struct Machine *machine; /* NULL for locals and free names */
  uint32_t index;          /* its place in the model's vector of its kind */

  /* SYMBOL_SET: a machine parameter; SYMBOL_CONSTANT: a scalar machine parameter,
   * or one of either sort that an including machine has given a value: then
   * `actual` is that expression, and the model's properties have the equation. */
  bool parameter;
  bool in_capitals; /* a machine parameter that must be a set */
  Node *actual;

  bool enumerated;   /* SYMBOL_SET */
  Symbol **elements; /* of an enumerated set, in order; constructors of a free type */
  uint32_t element_count;
  /* SYMBOL_ELEMENT, SYMBOL_CONSTRUCTOR: the set or free type it belongs to.  An element of a
   * deferred set is one in formulas alone (Model.known), and has the number `index`. */
  Symbol *owner;
  Node *argument; /* SYMBOL_CONSTRUCTOR: its argument set, resolved, or NULL */

  /* SYMBOL_VARIABLE, SYMBOL_CONSTANT */
  bool concrete;      /* declared so: survives refinement without being declared again */
  bool dropped;       /* an abstract variable that the refinement has replaced: no state */
  Symbol *refined_by; /* in a chain: what has its name in the refinement; then `name` has that of
                         its machine before it, M.x */

  struct Operation *operation; /* SYMBOL_OPERATION */
  const Node *lambda;          /* SYMBOL_FUNCTION, LOCAL_LET: what defines it */

  /* SYMBOL_EXTERNAL.  Its definition's body is only a dummy, to be used by those
   * who do not know the name. */
  ExternalKind external;
  const Type *const *scheme; /* `arity` argument types, then the result of a function */
  uint32_t arity;
  const Definition *definition;
};

typedef VEC(Symbol *) Symbols;

const char *symbol_kind_text(const Symbol *); /* "variable", "constant", … for messages */
/* For PrintStyle.stand_in, where people read: a variable or constant of an instance has the prefix
 * of the instance, and names of Event-B such as x' and p@M are not quoted.  Otherwise NULL. */
const char *symbol_stand_in(void *context, const Node *);
/* Does the formula speak of a value that was chosen: a parameter of an operation or a name of an
 * ANY, itself or by a LET? */
bool symbol_chosen_in(const Node *);

#endif
