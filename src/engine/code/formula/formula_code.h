#ifndef ENGINE_FORMULA_CODE_H
#define ENGINE_FORMULA_CODE_H

#include "engine/code/code.h"

/* Code of expressions and predicates. */

/* ---- code_compile.c */
Code *formula_expression(Vm *, const Node *);
Code *formula_predicate(Vm *, const Node *);

/* ---- code_let.c */
/* The names of a LET get places (to be dropped by the caller) and values. */
const Lets *code_of_let(Vm *, Code *, const Node *names, const Node *equations);
Value run_lets(Vm *, const Lets *); /* VALUE_TRUE, or what stopped it */
bool code_of_let_node(Vm *, Code *, const Node *, bool predicate);

/* ---- operators: false if there is no code for the kind */
bool code_of_number(Vm *, Code *, const Node *);
bool code_of_set(Vm *, Code *, const Node *);
bool code_of_relation(Vm *, Code *, const Node *);
bool code_of_binder(Vm *, Code *, const Node *);
bool code_of_comparison(Vm *, Code *, const Node *);
bool code_of_membership(Vm *, Code *, const Node *);
bool code_of_quantifier(Vm *, Code *, const Node *);

/* ---- code_reach.c: images of closures, and membership in them; false: the node is none */
bool code_of_reach(Vm *, Code *, const Node *);
bool code_of_reaching(Vm *, Code *, const Node *);

/* ---- code_binder.c: the set of a comprehension, a lambda or an image set, explicit;
 * VALUE_UNKNOWN: it cannot be written out */
Value code_written_out(const Code *, Vm *);

/* What the reference interpreter leaves to code (accelerator.h): code_closure.c, … */
bool compiled_member(Reference *, Value x, Value closure, Truth *);
bool compiled_value(Reference *, Value closure, Value x, Truth *defined, Value *);
bool compiled_image(Reference *, const Shape *to, Value closure, Value x, Value *image);
bool compiled_origins(Reference *, const Shape *from, Value closure, Value y, Value *origins);
bool compiled_elements(Reference *, Value closure, Value *set);
/* … and code_binder_alone.c */
bool compiled_binder(Reference *, const Node *, Value *);
bool compiled_quantifier(Reference *, const Node *, Truth *);

#endif
