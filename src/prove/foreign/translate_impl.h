#ifndef PROVE_FOREIGN_TRANSLATE_IMPL_H
#define PROVE_FOREIGN_TRANSLATE_IMPL_H

#include "prove/foreign/fol.h"
#include "prove/foreign/translate.h"

/* How formulas become first-order logic.
 *
 * The invariant: every valuation of the names of the sequent, in which hypotheses and goal are
 * well-defined, can be extended to an interpretation of all functions such that each axiom is true,
 * and the translation of each predicate has the truth value of the predicate.  Sorts of sets mean
 * all sets, functions are total: where an application is not well-defined it has any value, the
 * same for the same operands.
 *
 * Predicates that are asserted may be made stronger by what must hold for their terms to be
 * well-defined, literal by literal, since literals that are not well-defined cannot matter; those
 * that are refuted weaker.  Definitions must be exact. */
typedef enum {
  SIDE_TRUE,  /* asserted: the translation may be stronger where something is not well-defined */
  SIDE_FALSE, /* refuted: … weaker */
  SIDE_EXACT  /* in definitions */
} Side;

enum { WIDTH_LIMIT = 64 };

typedef struct { /* what a bound name stands for: the components of its value */
  const Symbol *symbol;
  const Fol *const *terms;
} Binding;

typedef struct { /* what an expression with these parameters is called */
  const char *key;
  FolFunction **functions; /* one for each component */
  bool defined;            /* there is an axiom about them */
  bool measured;           /* … about how many elements the set has */
} Named;

typedef struct {
  FolProblem *p;
  Arena *arena;
  VEC(Binding) bindings;
  VEC(const Fol *) facts;         /* about terms of the literal that is being translated */
  Map named;                      /* key -> Named */
  VEC(const Symbol *) functional; /* hypotheses say that they are functions */
  VEC(const Fol *) strings;       /* literals, each once */
  Side side;
  uint32_t external; /* number of the last external */
  bool partial;      /* facts were added: something may be not well-defined */
  bool finiteness;   /* hypotheses or goal speak of finite sets */
  bool limits[2];    /* MININT, MAXINT have an axiom */
} Translator;

/* A set, as a term or as an expression. */
typedef struct {
  const Fol *term;  /* or NULL */
  const Node *node; /* if term is NULL */
  const Type *element;
} SetOperand;

/* ---- what the translation says less of than the sequent */
static inline void fo_lose(Translator *t, const char *what) { fol_lose(t->p, what); }
/* Nothing is known of the values of the node but that they are the same for the same operands. */
void fo_lose_operator(Translator *, const Node *);
/* That a term is well-defined, which no fact says here. */
void fo_lose_definedness(Translator *);
/* Facts go with their literals; that all of the predicate is well-defined is more. */
void fo_lose_definedness_of(Translator *, const Node *predicate);
/* What follows from the form of the facts. */
void fo_lose_sets(Translator *);

/* ---- types */
uint32_t fo_type_width(const Type *);
/* The sorts of the components; out has type_width of them. */
void fo_type_sorts(Translator *, const Type *, const FolSort **out);
const FolSort *fo_set_sort_of(Translator *, const Type *element);
static inline const Type *fo_element_type(const Node *set) { return set->type->args[0]; }

/* ---- bound names */
/* Fresh variables for the components of a type. */
const Fol **fo_fresh(Translator *, const Type *, uint32_t *width);
void fo_bind(Translator *, const Symbol *, const Fol *const *terms);
/* NULL: it is free in the sequent. */
const Binding *fo_binding_of(const Translator *, const Symbol *);
typedef struct {
  const Fol **variables;
  uint32_t count;
  uint32_t mark; /* of the bindings before */
} Bound;
Bound fo_bind_fresh(Translator *, const Node *names);
void fo_unbind(Translator *, uint32_t mark);
const Fol *fo_quantify(Translator *, FolKind, const Bound *, const Fol *body);

/* ---- facts of the terms of one literal */
/* literal, with the facts since `mark`, which are dropped. */
const Fol *fo_with_facts(Translator *, uint32_t mark, const Fol *literal);
void fo_add_fact(Translator *, const Fol *);

/* ---- predicates and expressions */
const Fol *fo_predicate(Translator *, const Node *);
const Fol *fo_on_side(Translator *, const Node *, Side);
Side fo_other_side(Side);
/* The components of the value; facts about them are added. */
void fo_terms(Translator *, const Node *, const Fol **out);
const Fol *fo_term(Translator *, const Node *); /* of width 1 */
const Fol *fo_set_term(Translator *, const SetOperand *);
bool fo_is_term_like(const Translator *, const Node *); /* translated without a definition */

/* Formulas that are closed: no facts are left over. */
const Fol *fo_member(Translator *, const Fol *const *element, const Node *set);
const Fol *fo_member_of(Translator *, const Fol *const *element, const SetOperand *);
const Fol *fo_member_node(Translator *, const Node *element, const Node *set);
const Fol *fo_equal_terms(Translator *, const Type *, const Fol *const *, const Fol *const *);
const Fol *fo_equal_to_node(Translator *, const Fol *const *, const Node *);
const Fol *fo_equal_nodes(Translator *, const Node *, const Node *);
const Fol *fo_equal_sets(Translator *, const SetOperand *, const SetOperand *);
const Fol *fo_subset(Translator *, const SetOperand *, const SetOperand *);
const Fol *fo_in_domain(Translator *, const Fol *const *element, const Node *relation);
const Fol *fo_in_range(Translator *, const Fol *const *element, const Node *relation);
const Fol *fo_in_image(Translator *, const Fol *const *element, const Node *relation,
                       const Node *set);
bool fo_is_set_of_sets(const Node *set); /* POW, arrows, seq …: fo_in_set_of_sets knows them */
const Fol *fo_in_set_of_sets(Translator *, const SetOperand *, const Node *set);
const Fol *fo_is_finite(Translator *, const SetOperand *);
const Fol *fo_member_of_sequence(Translator *, const Fol *const *element, const Node *sequence);
bool fo_is_sequence_operator(const Node *);
const Fol *fo_sequence_size(Translator *, const SetOperand *); /* adds facts */
/* If the domain of the term is 1..n, then n is its size. */
const Fol *fo_only_size(Translator *, const SetOperand *, const Fol *size);
const Fol *fo_limit(Translator *, bool greatest); /* MAXINT, MININT */
bool fo_is_whole_type(const Node *);
bool fo_is_opaque_set(const Node *); /* of whose elements nothing is known */
static inline SetOperand fo_operand_node(const Node *node)
{
  return (SetOperand){NULL, node, node->type->args[0]};
}
static inline SetOperand fo_operand_term(const Fol *term, const Type *element)
{
  return (SetOperand){term, NULL, element};
}

/* ---- functions of the language on sets, by their sorts */
/* A function that belongs to this sort and `detail`, e.g. card. */
FolFunction *fo_sort_function(Translator *, const char *what, const FolSort *, uint32_t detail,
                              const FolSort *const *arguments, uint32_t count,
                              const FolSort *result);
/* f(x), component by component; `inverse`: an x with f(x) = y. */
void fo_apply_terms(Translator *, const Fol *f, const Fol *const *x, uint32_t x_width, bool inverse,
                    const Fol **out);
const Fol *fo_cardinality(Translator *, const SetOperand *);
typedef struct { /* variables of axioms about sets */
  const Fol *s, *t;
  const Fol *x[WIDTH_LIMIT + 1];
  uint32_t width;
} SetVariables;

SetVariables fo_set_variables(Translator *, const FolSort *);
/* For all s, and for all t if `sets` is 2. */
void fo_set_axiom(Translator *, const SetVariables *, uint32_t sets, const Fol *body);
const Fol *fo_some_element(Translator *, const SetVariables *, const Fol *body);
const Fol *fo_exceeds(Translator *, const SetVariables *); /* something is in s that is not in t */
const Fol *fo_finite_call(Translator *, const Fol *set);
void fo_assert_finite(Translator *, const Node *set); /* the set is known to be finite */

/* ---- named expressions */
/* Calls of the functions that stand for the node; parameters are the bound names in it.  *named is
 * what they are, with `defined` false the first time. */
Named *fo_name_expression(Translator *, const Node *, const char *what, const Type *,
                          const Fol **out);
/* Translates `node` with fresh variables for its parameters: what `define` gives is asserted for
 * all of them. */
typedef const Fol *Define(Translator *, const Node *, const Fol *const *terms);
void fo_assert_named(Translator *, const Node *, const Named *, Define *);
/* The same, once. */
void fo_define_named(Translator *, const Node *, Named *, Define *);

/* Adds the key of a node: the same for nodes that differ in names of bound variables.  Bound names
 * of outside are parameters; they are collected. */
typedef VEC(const Symbol *) ConstSymbols;
void fo_node_key(Translator *, Text *, const Node *, ConstSymbols *parameters);

#endif
