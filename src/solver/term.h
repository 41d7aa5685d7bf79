#ifndef SOLVER_TERM_H
#define SOLVER_TERM_H

#include "engine/reference/formula/formula.h"
#include "solver/net/net.h"

/* Values that are not known yet, as far as they are: constants, cells, tuples, and sets
 * as lists of elements of which each has a literal that says whether it is in.
 *
 * The invariant of the translation: for every assignment of values to the names of
 * the problem, giving each literal and each cell its true value (any value, if what it
 * stands for is not well-defined) satisfies all constraints of the network.  So nothing
 * that the network refutes is a solution; what it does not refute is tested. */
typedef struct Term Term;
typedef enum { TERM_CONST, TERM_CELL, TERM_TUPLE, TERM_SET } TermKind;

typedef struct {
  Lit in;
  const Term *term;
} Element;
typedef VEC(Element) Elements;

struct Term {
  TermKind kind;
  const Shape *shape;
  Value value; /* CONST: may be a lazy set */
  Cell cell;   /* CELL: an integer, or the code of a value */
  uint32_t count;
  const Term **kids;       /* TUPLE: components of a pair, fields of a record */
  const Element *elements; /* SET */
  bool keyed;              /* SET: all elements are constants, and differ, ascending  */
  bool functional;         /* SET: all elements are pairs, their first components constants
                              that differ, ascending */
  Elements *open;          /* unbounded SET, or NULL: the terms of which was asked so far */
  const Node *body;        /* of such a set: a lambda or comprehension that it is; or NULL */
};

#define NO_LIT UINT32_MAX
enum { ELEMENTS_LIMIT = 20000, UNIVERSE_LIMIT = 6000 };

typedef struct {
  const Symbol *symbol;
  const Term *term;
  bool bound; /* in the interpreter, too */
} ScopeEntry;

typedef struct { /* what waits until its names are known */
  const Node *node;
  ScopeEntry *names; /* that it needs */
  uint32_t count;
  Lit yes, no;        /* of a predicate; the other is NO_LIT */
  const Term *result; /* of an expression */
  Lit defined;
} Waiting;

typedef struct { /* f(x), where f is an unbounded set */
  const Term *function, *argument, *value;
  Lit defined;
} Application;

typedef struct {
  Reference *r;
  Engine *e;
  Store *store;
  Net *net;
  Arena *arena;
  VEC(ScopeEntry) scope;
  VEC(Waiting) waiting;
  VEC(Elements *) open_sets;
  /* Strings, and values of other types that are neither integers nor small: their codes.
   * A string that is looked for may get any code of a string. */
  VEC(Value) codes, other_codes;
  VEC(Cell) coded; /* cells without an upper bound whose values are codes */
  VEC(Application) applications;
  struct { /* the last relation between scalars that was looked at */
    bool any;
    Value relation;
    uint32_t table; /* or NO_TABLE */
  } tabled;
  uint32_t depth;
  bool partial; /* something that must hold is not well-defined everywhere */
  bool guess;   /* values of functions may be unbounded sets */
  bool repeats; /* a value may come up several times */
} Problem;

/* ---- making terms ---- */
const Term *term_const(Problem *, const Shape *, Value);
const Term *term_cell(Problem *, const Shape *, Cell);
const Term *term_int(Problem *, int64_t);
const Term *term_tuple(Problem *, const Shape *, const Term *const *, uint32_t count);
const Term *term_pair(Problem *, const Term *, const Term *);
/* Frees the vector.  Finds out itself whether the elements are keyed or functional. */
const Term *term_set(Problem *, const Shape *, Elements *);
/* Some value of that type. */
const Term *term_any(Problem *, const Shape *);
/* An unbounded set: only membership of single terms can be asked.  Of a lambda or comprehension
 * with names that are not known also what it gives for a term. */
const Term *term_open_set(Problem *, const Shape *, const Node *body);
/* A term of that type of which nothing is known; NULL if there is none. */
const Term *term_fresh(Problem *, const Shape *);

/* ---- looking at terms ---- */
bool is_coded(const Problem *, Cell); /* among `coded` */
bool term_code(Problem *, const Shape *, Value, int64_t *code);
Value term_decode(Problem *, const Shape *, int64_t code);
/* The value, if all of it is known now. */
bool term_value(Problem *, const Term *, Value *);
/* The same; an unbounded set has only the elements that are known to be in. */
bool term_guess(Problem *, const Term *, Value *);
/* The elements of a set, constants written out; NULL: it cannot be. */
const Term *term_elements(Problem *, const Term *);
/* The same set with elements that differ; NULL. */
const Term *term_keyed(Problem *, const Term *);
const Term *term_component(Problem *, const Term *, uint32_t i);
/* A cell for an integer or another scalar; false: not representable. */
bool term_as_cell(Problem *, const Term *, Cell *);
/* The values a term may have, at most `limit`; false: more, or not known. */
bool term_values(Problem *, const Term *, uint32_t limit, Values *);
/* Calls `cell` for the cells that say what value it is. */
void term_cells(const Term *, void (*cell)(void *context, Cell, Lit when), void *context, Lit when);

/* The same term, or equal constants. */
bool term_same(const Term *, const Term *);

/* ---- relations between terms: literals, or NO_LIT ---- */
Lit term_equal(Problem *, const Term *, const Term *);
Lit term_member(Problem *, const Term *, const Term *set);
Lit term_subset(Problem *, const Term *, const Term *);
Lit term_all_different(Problem *, const Term *const *, const Lit *in, uint32_t count);
/* The term that is terms[i] where lits[i]; at most one of them holds. NULL. */
const Term *term_select(Problem *, const Lit *lits, const Term *const *terms, uint32_t count);
/* The number of elements, added to the sum; false. */
bool term_card(Problem *, const Term *, Sum *);

#endif
