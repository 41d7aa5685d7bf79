#ifndef MODEL_INFER_H
#define MODEL_INFER_H

#include "model/symbol.h"
#include "model/type.h"
#include "syntax/diag.h"
#include "syntax/tree.h"

/* Type inference by unification over resolved trees.  Use:
 *   Infer *f = infer_new(types, names, diags);
 *   infer_predicate(f, P); infer_substitution(f, S); …   in any order
 *   infer_settle(f);                    decide what is overloaded and still open
 *   infer_require(f, symbol); …         complain if its type is not known by now
 *   infer_finish(f);                    close the types of all nodes seen so far
 * Symbols without a type get one when they are first met.  After infer_finish
 * one may go on with further trees.  Types made by an Infer live until
 * infer_free; those that infer_finish puts into nodes and symbols live as long
 * as the TypeTable. */
typedef struct Infer Infer;

Infer *infer_new(TypeTable *, Names *, Diags *);
void infer_free(Infer *); /* accepts NULL; call infer_finish before */

void infer_predicate(Infer *, Node *);
Type *infer_expression(Infer *, Node *);
void infer_substitution(Infer *, Node *);
/* The two must have one type; a mismatch is reported at `at`: "expected <first>,
 * found <second> as <what>", e.g. what = "the value of x".  Without "as" if it is
 * NULL or begins with "in ". */
bool infer_unify(Infer *, Type *, Type *, const Node *at, const char *what);
Type *infer_fresh(Infer *); /* a new type variable */
/* The type of a symbol as an expression; a fresh one if it has none yet.  `use`
 * may be NULL. */
Type *infer_symbol(Infer *, Symbol *, const Node *use);

void infer_settle(Infer *);
/* The symbol must have a closed type.  Symbols whose types hang together are
 * reported once. */
void infer_require(Infer *, Symbol *);
/* Closes the types, turns MINUS and TIMES of sets into SET_MINUS and CARTESIAN,
 * and complains about bound names whose type is not known. */
void infer_finish(Infer *);

/* What a resolved type expression such as `STRING*INTEGER --> POW(T)` denotes,
 * where T is an IDENT whose symbol has no type yet: a type parameter.  With the
 * arrow --> outermost, *argument and *result are the types of its two sides;
 * without it *argument is NULL and *result the type of the elements.  Type
 * parameters are numbered in order of their appearance in argument and result.
 * False, with a diagnostic, if the expression is no set.  (For the arguments of
 * an external one by one: type_components.) */
bool type_from_set_expression(TypeTable *, Names *, Diags *, Node *, const Type **argument,
                              const Type **result);

/* Free types.  Before use the symbols of the parameters (SYMBOL_LOCAL) get the
 * types POW(type_parameter(0)), POW(type_parameter(1)) …, and the free type gets
 * POW(type_free_type(those parameters)).  Constructors without a type get theirs
 * from `owner` and `argument` when they are first used, or by this call. */
void infer_constructor(Infer *, Symbol *);

#endif
