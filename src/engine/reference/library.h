#ifndef ENGINE_LIBRARY_H
#define ENGINE_LIBRARY_H

#include "engine/reference/reference.h"

/* Functions, predicates and substitutions whose meaning is built in, and texts with expressions in
 * them: what the interpreter asks of whoever knows them.  EngineOptions has one, or NULL: then they
 * are unknown. */
typedef struct Library {
  /* NODE_EXTERNAL as an expression.  Predicates and substitutions are evaluated too: to a value of
   * BOOL, and to TRUE. */
  Value (*value)(Reference *, const Node *);
  Truth (*truth)(Reference *, const Node *); /* NODE_EXTERNAL as a predicate */
  /* NODE_EXTERNAL as a substitution: true if it was performed; it acts as skip.  False if an
   * argument has no value or the call failed: engine->cause says why. */
  bool (*perform)(Reference *, const Node *);
  Value (*text)(Reference *, const Node *); /* NODE_TEMPLATE */
  /* Has the call of a function a value whatever the values of its arguments are? */
  bool (*is_total)(Reference *, const Node *);
  /* Are its values integers that are not negative? */
  bool (*is_natural)(const Node *);
} Library;

#endif
