#ifndef MODEL_UNIFY_H
#define MODEL_UNIFY_H

#include "model/type_impl.h"
#include "syntax/source.h"

/* Variables of type inference, and what makes them equal to types. */

struct Infer;
struct Product; /* model/infer_impl.h */

/* What is known of a variable that is not bound.  Overloading is a property of
 * variables: `a - b` gives both operands and the result one type of the class
 * NUMBER_OR_SET.  Only `*` needs more, a Product. */
typedef enum {
  VAR_ANY,
  VAR_NUMBER,             /* INTEGER or REAL        */
  VAR_NUMBER_OR_SET,      /* INTEGER, REAL or POW   */
  VAR_SEQUENCE_OR_STRING, /* POW(INTEGER*a), STRING */
  VAR_RECORD              /* with at least `fields` */
} VarClass;

typedef struct OpenField OpenField;
struct OpenField { /* lists are shared and never changed */
  const OpenField *next;
  const Name *name;
  Type *type;
};

typedef struct Watch Watch;
struct Watch { /* a rope of products to look at when a variable becomes known */
  const Watch *first, *second;
  struct Product *product; /* of a leaf */
};

typedef struct {
  VarClass class;
  bool excused; /* behind a reported mistake: no complaint if it stays unknown */
  Span origin;  /* where it was bound */
  const OpenField *fields;
  const Watch *watches;
} Var;

typedef struct { /* a change to take back if unification fails */
  Type *type, *link;
  uint8_t rank;
  Var var;
} Change;

typedef struct {
  Type *a, *b;
} Equation;

Type *unify_fresh(struct Infer *, VarClass);

/* Each of these either succeeds or changes nothing. */
bool unify(struct Infer *, Type *, Type *);
bool unify_class(struct Infer *, Type *, VarClass);
/* The type of a field; NULL if `record` is none or lacks it. */
Type *unify_field(struct Infer *, Type *record, const Name *);
/* Let the product be looked at when something is known of the variable. */
void unify_watch(struct Infer *, Type *variable, struct Product *);
Span unify_origin(struct Infer *, Type *);     /* where a type became known */
void unify_excuse(struct Infer *, Type *);     /* all variables inside */
bool unify_is_excused(struct Infer *, Type *); /* one of them is, or a part is type_unknown */

#endif
