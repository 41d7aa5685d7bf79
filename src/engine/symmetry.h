#ifndef ENGINE_SYMMETRY_H
#define ENGINE_SYMMETRY_H

#include "engine/engine.h"
#include "engine/scope.h"

/* The elements of a deferred set are interchangeable: of the values for the constants that
 * differ only by renaming its elements, one is enough.  Which one is kept is said by
 * rules, found in the properties, at most one of each sort for a set:
 *
 *   SCALARS    constants a, b, … : S   each is at most one beyond those before it; sets of
 *                                      which card(C) = 1 is said are treated alike
 *   PARTITION  S = P \/ Q \/ …, disjoint   P has the first elements, Q the next, …
 *   ASCENDING  f : S >-> T or S >->> T     f is ascending; not if T is NATURAL or the like
 *   RANKED     f : T >->> S                its inverse is ascending
 *
 * The last three concern only elements from `first` on, which no scalar can be. */
typedef enum {
  SYMMETRY_SCALARS,
  SYMMETRY_PARTITION,
  SYMMETRY_ASCENDING,
  SYMMETRY_RANKED
} SymmetryKind;

typedef struct {
  SymmetryKind kind;
  const Symbol *set;
  const Symbol **constants; /* scalars, parts, or the function */
  uint32_t count;
  uint64_t first;
} SymmetryRule;

typedef VEC(SymmetryRule) SymmetryRules;

/* The rules of the engine's model, in its arena; none with Engine.every_setup. */
SymmetryRules symmetry_rules(Engine *);
/* Do both models keep the same of the values for constants that they share, as far as deferred
 * sets that both have are concerned?  Symbols correspond by name. */
bool symmetry_agrees(Engine *, Engine *);
/* Are these values, by Symbol.index, the ones to keep?  Constants that the rules speak of and
 * that are VALUE_UNDEFINED decide nothing. */
bool symmetry_keeps(Engine *, const SymmetryRules *, const Value *constants);

/* S = P \/ Q \/ … by the properties, with P, Q … constants that are pairwise disjoint:
 * their number; 0: not so.  `parts` has room for all constants. */
uint32_t symmetry_partition(const Model *, const Conjuncts *, const Symbol *set,
                            const Symbol **parts);

#endif
