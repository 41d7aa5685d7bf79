#ifndef MODEL_INFER_IMPL_H
#define MODEL_INFER_IMPL_H

#include "base/arena.h"
#include "base/vec.h"
#include "model/infer.h"
#include "model/type_impl.h"

/* Inside type inference: unify.c knows variables, scheme.c the types of the
 * operators, infer.c and infer_subst.c the trees, infer_report.c the messages,
 * infer_settle.c the end. */

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

/* The definitions that are being expanded, innermost first. */
typedef struct Use Use;
struct Use {
  const Use *outer;
  const Node *node; /* EXPANSION */
};

/* left * right whose meaning is not decided: numbers, or a Cartesian product. */
typedef struct {
  const Node *node;
  const Use *use;
  Type *left, *right, *result;
  bool done;
} Product;

typedef struct Watch Watch;
struct Watch { /* a rope of products to look at when a variable becomes known */
  const Watch *first, *second;
  Product *product; /* of a leaf */
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

typedef struct {
  Symbol *symbol;
  Span use;    /* the first one */
  Span origin; /* where the type comes from; set when it is closed */
} Met;

typedef struct {
  const Node *node; /* IDENT in a NAMES */
  const Use *use;
} Bound;

/* The type of an operator: fixed types with parameters; NULL is a predicate. */
enum { SCHEME_ARITY = 3, SCHEME_VARIABLES = 8 };
typedef struct {
  uint32_t arity;
  bool repeats;     /* the last argument, any number of times */
  uint32_t numbers; /* bit i: parameter i is INTEGER or REAL  */
  Type *args[SCHEME_ARITY];
  Type *result;
} Scheme;

struct Infer {
  TypeTable *types;
  Names *names;
  Diags *diags;
  Arena *arena; /* variables, types with variables, constraints */

  VEC(Var) vars;      /* by Type.id of a variable */
  VEC(Type *) classed; /* variables that got a class since the last settling */
  VEC(Equation) todo; /* of the running unification */
  VEC(Change) trail;
  bool risky;         /* it may have made a type that contains itself */
  bool cyclic;        /* the last failure was such a type */
  uint32_t stamp;     /* of the last walk: Type.index of types that are not fixed */
  VEC(Product *) ready; /* to be looked at */
  bool solving;

  Span origin;    /* where bindings come from at the moment */
  const Use *use; /* expansions around the current node */
  VEC(Met) met;   /* symbols that were given a variable as type */
  VEC(Bound) bound;
  VEC(Node *) roots; /* trees whose types infer_finish closes */
  const Scheme *schemes[NODE_LAST_OPERATOR + 1]; /* read on demand */
  bool too_high; /* reported once */
};

/* ---- unify.c: each either succeeds or changes nothing */

Type *var_new(Infer *, VarClass);
bool is_var(const Type *); /* of an inference, resolved and unbound */
Var *var_of(Infer *, const Type *);
bool unify(Infer *, Type *, Type *);
bool unify_class(Infer *, Type *, VarClass);
/* The type of a field; NULL if `record` is none or lacks it. */
Type *unify_field(Infer *, Type *record, const Name *);
/* Let the product be looked at when something is known of the variable. */
void watch(Infer *, Type *variable, Product *);
Span binding_of(Infer *, Type *); /* where a type became known */
void excuse(Infer *, Type *);     /* all variables inside */
bool is_excused(Infer *, Type *); /* one of them is, or a part is type_unknown */

/* The type, or after a complaint type_unknown if it is too deep. */
Type *limit_height(Infer *, Type *);
Type *make_pow(Infer *, Type *);
Type *make_pair(Infer *, Type *, Type *);
Type *make_relation(Infer *, Type *from, Type *to);
Type *make_sequence(Infer *, Type *of);

/* ---- scheme.c */

const Scheme *scheme_of(Infer *, NodeKind);
/* Makes `actual` an instance of `type`; slots[i] is the value of parameter i,
 * or NULL as long as there is none. */
bool scheme_match(Infer *, const Scheme *, const Type *type, Type **slots, Type *actual);
/* The instance of `type`; fills the slots that it needs. */
Type *scheme_build(Infer *, const Scheme *, const Type *type, Type **slots);

/* ---- infer.c */

Type *expression(Infer *, Node *);
void predicate(Infer *, Node *);
void substitution(Infer *, Node *);
/* Infers `node`, which must have the type `expected`; `other` is where that came from. */
Type *expression_as(Infer *, Node *, Type *expected, const char *what, const Node *other);
/* The types of a NAMES or LIST as one, nested to the left. */
Type *tuple_of(Infer *, Node *list);
void declare_names(Infer *, Node *names);
void solve_products(Infer *);
/* Checks the arguments of an EXTERNAL; the result, if it is used as a function. */
Type *external(Infer *, Node *, bool function);
/* Infers the body of an EXPANSION by a rule, or as an expression (NULL). */
Type *expansion(Infer *, Node *, void (*rule)(Infer *, Node *));
Type *element_of(Infer *, Node *, Type *set, const char *what); /* t of POW(t) */
const Node *unwrapped(const Node *); /* without EXPANSION, DESCRIBED, LABELLED */

/* ---- infer_report.c */

/* "expected …, found …[ as what]"; `node` is what was found, `other` (or NULL)
 * is where the expectation came from. */
void report_mismatch(Infer *, const Node *node, Type *expected, Type *found, const char *what,
                     const Node *other);
void report_mismatch_text(Infer *, const Node *node, const char *expected, Type *found,
                          const char *what, const Node *other);
/* A mistake of operand i of an operator; `slots` as they were before it. */
void report_operand(Infer *, const Node *, uint32_t i, const Scheme *, Type **slots, Type *found);
Diag *report_error(Infer *, Span, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void report_no_field(Infer *, const Node *, Type *record); /* FIELD */
void report_untyped(Infer *, const Symbol *, Span, Type *);
const char *operand_text(Infer *, const Node *, uint32_t i); /* "the left operand of '+'" */

#endif
