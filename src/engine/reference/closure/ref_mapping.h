#ifndef ENGINE_REF_MAPPING_H
#define ENGINE_REF_MAPPING_H

#include "engine/reference/closure/ref_bounds.h"
#include "engine/reference/closure/closure.h"
#include "syntax/inspect.h"

/* Sets given by a predicate, {x,y|P}, %x.(P|E), {x . P | x|->E}, that are not written out: in which
 * sets the predicate says that the names are, and what follows for the values of expressions. */

/* A set that holds all of what is meant; `exact`: and nothing else.  What is not known is covered
 * by a whole type: the set is never a none-value. */
typedef struct {
  Value set;
  bool exact;
} Cover;

/* What covers something is part of the set; holds the set. */
Truth cover_within(Reference *, const Shape *element, Cover, Value set);
Truth cover_holds(Reference *, const Shape *element, Cover, Value set);

/* What a recursive function is shown to obey may be assumed of the calls of itself. */
typedef struct Hypothesis {
  Value function, range;
} Hypothesis;

/* ---- ref_whole.c: relations that are not written out, or are */

/* The domain; or else the range. */
Cover cover_side(Reference *, const Shape *relation, Value, bool domain);
Truth cover_is_function(Reference *, const Shape *relation, Value);
Truth cover_is_injective(Reference *, const Shape *relation, Value); /* no y with two x */

/* Has the set surely a meaning: no value of a function in it can be undefined? */
bool cover_is_surely_defined(Reference *, Value);
/* What covers of the sets say of a <: b; TRUTH_UNKNOWN: nothing. */
Truth cover_included(Reference *, const Shape *element, Value a, Value b);
/* And of whether a closure is finite, and how many elements it has (VALUE_UNKNOWN: nothing). */
Truth cover_finite(Reference *, const Shape *element, Value closure);
Value cover_count(Reference *, const Shape *element, Value closure, Span);

/* ---- ref_mapping.c, ref_mapping_value.c */

typedef struct Mapping Mapping;
struct Mapping {
  Mapping *outer; /* that is being looked at */
  Reference *r;
  const Closure *c;
  Value closure;
  const Node *names;
  uint32_t count;    /* so many of the names are arguments: all of them, or all but the last */
  const Node *value; /* for the arguments; NULL: there is none, or the last name is it */
  Conjuncts conjuncts;
  Value *sets; /* by name: holds all its values */
  bool exact;  /* the predicate says nothing else of the arguments */
  Value whole; /* the arguments, whatever is assumed below; VALUE_UNDEFINED: not known exactly */
  Symbol **symbols;
  bool *bound; /* none is */
  Bounds *bounds;
  bool empty;       /* surely nothing satisfies the predicate */
  uint32_t assumed; /* conditions around the expression that is being looked at */
};

/* False: the set is none of these, or is being looked at already; then there is nothing to leave.
 * Until mapping_leave the names that it captured are bound. */
bool mapping_enter(Mapping *, Reference *, Value closure);
void mapping_leave(Mapping *);

/* All elements of the set; if it is a relation but not {p|P}, its domain and its range. */
Cover mapping_elements(Mapping *);
Cover mapping_domain(Mapping *);
Cover mapping_range(Mapping *);
/* Has it surely one value for each of its arguments? */
bool mapping_is_function(const Mapping *);
bool mapping_is_relation(const Mapping *);
/* Is the value surely the same for all arguments? */
bool mapping_is_constant(const Mapping *);
/* Has it surely different values for different arguments? */
bool mapping_is_injective(Mapping *);
/* Has the value surely a meaning for all arguments?  It may apply the function itself. */
bool mapping_is_defined(Mapping *);

#endif
