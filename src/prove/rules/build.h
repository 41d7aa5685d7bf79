#ifndef PROVE_RULES_BUILD_H
#define PROVE_RULES_BUILD_H

#include "base/arena.h"
#include "base/names.h"
#include "model/model.h"

/* Makes formulas: resolved, typed trees, as inference leaves them.  Nodes may become part of
 * several trees, so nobody changes one after it was made. */
typedef struct {
  Arena *arena;
  TypeTable *types;
  Names *names;
} Build;

/* ---- predicates.  Operands of AND and OR that are true or false are left out, or decide; AND in
 * AND and OR in OR are flat; none at all are true or false.  Nothing else is simplified. */
Node *build_truth(const Build *, bool);
Node *build_and(const Build *, Node *const *, uint32_t count);
Node *build_or(const Build *, Node *const *, uint32_t count);
Node *build_both(const Build *, Node *, Node *);
Node *build_either(const Build *, Node *, Node *);
/* true => Q is Q, and P => true is true. */
Node *build_implies(const Build *, Node *, Node *);
Node *build_not(const Build *, Node *);
/* The body of FORALL is always an IMPLIES; if `body` is none, true => body: build_universal_body
 * says what it was.  Without names they are the body itself. */
Node *build_forall(const Build *, Symbol *const *names, uint32_t count, Node *body);
Node *build_exists(const Build *, Symbol *const *names, uint32_t count, Node *body);
/* The body of a FORALL without a premise that was only added. */
Node *build_universal_body(const Node *forall);
/* EQUAL, MEMBER, SUBSET, LESS … */
Node *build_compare(const Build *, NodeKind, Node *, Node *);
Node *build_equal(const Build *, Node *, Node *);
Node *build_member(const Build *, Node *, Node *);
Node *build_subset(const Build *, Node *, Node *);
Node *build_finite(const Build *, Node *set);
Node *build_not_empty(const Build *, Node *set);

bool build_is_true(const Node *);
bool build_is_false(const Node *);

/* ---- expressions */
Node *build_name(const Build *, Symbol *); /* IDENT */
Node *build_integer(const Build *, const char *digits);
Node *build_empty_set(const Build *, const Type *of_the_set);
Node *build_constant(const Build *, NodeKind, const Type *);         /* NATURAL, TRUE … */
Node *build_function(const Build *, NodeKind, const Type *, Node *); /* CARD, DOM, POW … */
Node *build_infix(const Build *, NodeKind, const Type *, Node *, Node *);
Node *build_dom(const Build *, Node *relation);
Node *build_maplet(const Build *, Node *, Node *);
/* All values of the type, as S ** POW(INTEGER).  NULL if a part is not known, or a record
 * or free type, which have no such form. */
Node *build_type_set(const Build *, const Type *);
/* {names | P}, {names . P | E} */
Node *build_comprehension(const Build *, Symbol *const *names, uint32_t count, Node *predicate);

/* ---- names */
Symbol *build_local(const Build *, const Name *, const Type *); /* bound */
/* A name that begins like this one and is not in the set. */
const Name *build_fresh(const Build *, const Name *, const Map *taken);

/* What resolution puts around a formula is left out. */
static inline Node *build_bare(Node *node) { return (Node *) (uintptr_t) node_bare(node); }

#endif
