#ifndef MODEL_INFER_IMPL_H
#define MODEL_INFER_IMPL_H

#include "base/arena.h"
#include "base/vec.h"
#include "model/infer.h"
#include "model/type_impl.h"
#include "model/unify.h"

/* Inside type inference: unify.c knows variables, scheme.c the types of the
 * operators, infer_operator.c how they apply, infer.c and infer_subst.c the trees, infer_report.c
 * the messages, infer_settle.c the end. */

/* The definitions that are being expanded, innermost first. */
typedef struct Use Use;
struct Use {
  const Use *outer;
  const Node *node; /* EXPANSION */
};

/* left * right whose meaning is not decided: numbers, or a Cartesian product. */
typedef struct Product Product;
struct Product {
  const Node *node;
  const Use *use;
  Type *left, *right, *result;
  bool done;
};

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

  VEC(Var) vars;       /* by Type.id of a variable */
  VEC(Type *) classed; /* variables that got a class since the last settling */
  VEC(Equation) todo;  /* of the running unification */
  VEC(Change) trail;
  bool risky;           /* it may have made a type that contains itself */
  bool cyclic;          /* the last failure was such a type */
  uint32_t stamp;       /* of the last walk: Type.index of types that are not fixed */
  VEC(Product *) ready; /* to be looked at */
  bool solving;

  Span origin;    /* where bindings come from at the moment */
  const Use *use; /* expansions around the current node */
  VEC(Met) met;   /* symbols that were given a variable as type */
  VEC(Bound) bound;
  VEC(Node *) roots;                             /* trees whose types infer_finish closes */
  const Scheme *schemes[NODE_LAST_OPERATOR + 1]; /* read on demand */
  bool too_high;                                 /* reported once */
  Span said;                                     /* the last mismatch */
  const Use *said_in;
};

/* A variable of an inference, resolved and unbound. */
static inline bool is_var(const Type *type) { return type->kind == TYPE_VAR && !type->fixed; }
static inline Var *var_of(Infer *f, const Type *variable) { return &f->vars.data[variable->id]; }

/* The type, or after a complaint type_unknown if it is too deep. */
Type *infer_limit_height(Infer *, Type *);

static inline Type *make_pow(Infer *f, Type *of)
{
  of = type_resolve(of);
  return infer_limit_height(f, type_make(f->types, f->arena, TYPE_POW, NULL, NULL, &of, 1));
}

static inline Type *make_pair(Infer *f, Type *left, Type *right)
{
  Type *args[] = {type_resolve(left), type_resolve(right)};
  return infer_limit_height(f, type_make(f->types, f->arena, TYPE_PAIR, NULL, NULL, args, 2));
}

static inline Type *make_relation(Infer *f, Type *from, Type *to)
{
  return make_pow(f, make_pair(f, from, to));
}

static inline Type *make_sequence(Infer *f, Type *of)
{
  return make_relation(f, type_integer(f->types), of);
}

/* ---- scheme.c */

const Scheme *scheme_of(Infer *, NodeKind);
/* Makes `actual` an instance of `type`; slots[i] is the value of parameter i,
 * or NULL as long as there is none. */
bool scheme_match(Infer *, const Scheme *, const Type *type, Type **slots, Type *actual);
/* The instance of `type`; fills the slots that it needs. */
Type *scheme_build(Infer *, const Scheme *, const Type *type, Type **slots);

/* ---- infer.c, infer_subst.c */

/* The rules.  Unlike infer_expression and the others of infer.h they do not
 * register the tree for infer_finish: it is part of one that is. */
Type *infer_expr(Infer *, Node *);
void infer_pred(Infer *, Node *);
void infer_subst(Infer *, Node *);
/* Infers `node`, which must have the type `expected`; `other` is where that came
 * from, or NULL. */
bool infer_expr_as(Infer *, Node *, Type *expected, const char *what, const Node *other);
/* The types of a NAMES or LIST as one, nested to the left. */
Type *infer_tuple(Infer *, Node *list);
/* Declares bound names: they must have a type in the end. */
void infer_names(Infer *, Node *names);
/* Checks the arguments of an EXTERNAL; the result, if it is used as a function. */
Type *infer_external(Infer *, Node *, bool function);
/* Infers the body of an EXPANSION by a rule, or as an expression (NULL). */
Type *infer_expansion(Infer *, Node *, void (*rule)(Infer *, Node *));
/* t of the type POW(t) that the node must have. */
Type *infer_element(Infer *, Node *, Type *set, const char *what);
const Node *infer_unwrapped(const Node *); /* without EXPANSION, DESCRIBED, LABELLED */

/* A type about which nothing shall be said any more. */
Type *infer_excused(Infer *);

/* ---- infer_operator.c: the types of operators, and their operands */

Type *infer_scheme(Infer *, Node *); /* by the scheme of operators.def; NULL: a predicate */
/* The type of operand i, which must belong to a class. */
Type *infer_operand(Infer *, Node *, uint32_t i, VarClass, const char *class_text);
/* a - b: numbers or sets; a ^ b: sequences or strings.  All have one type. */
Type *infer_one_type(Infer *, Node *, VarClass, const char *class_text);
Type *infer_times(Infer *, Node *);
Type *infer_projection(Infer *, Node *, uint32_t which);
Type *infer_binary_tree(Infer *, Node *);
/* Decides the products of which enough is known by now. */
void infer_products(Infer *);

/* ---- infer_report.c */

/* "expected …, found …[ as what]"; `node` is what was found, `other` (or NULL)
 * is where the expectation came from. */
void infer_report_mismatch(Infer *, const Node *node, Type *expected, Type *found, const char *what,
                           const Node *other);
void infer_report_mismatch_text(Infer *, const Node *node, const char *expected, Type *found,
                                const char *what, const Node *other);
/* A mistake of operand i of an operator; `slots` as they were before it. */
void infer_report_operand(Infer *, const Node *, uint32_t i, const Scheme *, Type **slots,
                          Type *found);
Diag *infer_report_error(Infer *, Span, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void infer_report_no_field(Infer *, const Node *, Type *record); /* FIELD */
void infer_report_untyped(Infer *, const Symbol *, Span, Type *);
const char *infer_operand_text(Infer *, const Node *, uint32_t i); /* "the left operand of '+'" */

#endif
