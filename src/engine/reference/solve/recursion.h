#ifndef ENGINE_RECURSION_H
#define ENGINE_RECURSION_H

#include "engine/reference/reference.h"

/* What an equation `f = E` is whose right side mentions f.
 *
 * It defines f if f is used in E at arguments that are smaller than those it is defined for, in an
 * order without infinite descent: then any two solutions agree, by induction, and the value at an
 * argument is what unfolding E gives.  That is established from the text alone, so it is known of
 * the usual forms only.  Everything else is a constraint like any other: it may have no solution
 * or many, and unfolding finds none of them. */
typedef enum {
  RECURSION_NONE,      /* f is used otherwise than by f(x) and x : f inside sets in E */
  RECURSION_UNFOUNDED, /* f is used so, but nothing says that unfolding ends             */
  RECURSION_FOUNDED    /* E defines f: there is at most one solution                     */
} Recursion;

Recursion recursion_of(const Engine *, const Symbol *f, const Node *definition);

/* Is f, which the closure stands for, used outside its domain at one of a few arguments that are
 * tried?  Then the equation is not well-defined, so it has no solution. */
bool recursion_leaves_domain(Reference *, const Symbol *f, Value closure, const Node *definition);

#endif
