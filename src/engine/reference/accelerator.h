#ifndef ENGINE_ACCELERATOR_H
#define ENGINE_ACCELERATOR_H

#include "engine/reference/reference.h"

/* What the reference interpreter may leave to code that does the same faster.  It runs without:
 * each function gives false where there is no code, and then has done nothing. */
typedef struct {
  bool (*member)(Reference *, Value x, Value closure, Truth *);
  /* The value of a lambda at x, if x is in its domain. */
  bool (*value)(Reference *, Value closure, Value x, Truth *defined, Value *);
  bool (*image)(Reference *, const Shape *to, Value closure, Value x, Value *image);
  bool (*origins)(Reference *, const Shape *from, Value closure, Value y, Value *origins);
  bool (*elements)(Reference *, Value closure, Value *set);
  /* Expressions and predicates with bound names. */
  bool (*binder)(Reference *, const Node *, Value *);
  bool (*quantifier)(Reference *, const Node *, Truth *);
} Accelerator;

struct Vm;

/* From now on that is asked first, which finds its own state as `vm`; NULL: nothing is. */
void reference_accelerate(Reference *, const Accelerator *, struct Vm *vm);

#endif
