#ifndef ENGINE_TRIED_H
#define ENGINE_TRIED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "model/symbol.h"

/* Unbounded names, and what was tried of them.
 *
 * While something is evaluated, every window that is opened is noted (Engine.windows).  A search
 * for values that turns out to be complete forgets the windows that it opened.  If the evaluation
 * stays incomplete, what is left is added to what is known of the whole model, which all forks of
 * an engine share (Engine.tried). */

struct Engine;

typedef struct {
  const Symbol *name;
  /* Every value of low..high that the name may have was tried, wherever it had no bounds; nothing
   * of the kind is known unless `range`. */
  bool range;
  int64_t low, high;
  bool found; /* some value was one */
  /* internal: ends that the window has because of what is said of the name, not because one had to
   * be taken: beyond them there is nothing. */
  bool low_is_bound, high_is_bound;
} TriedName;

typedef VEC(TriedName) TriedNames;

typedef struct Tried Tried;
Tried *tried_new(void);
void tried_free(Tried *);

/* A window low..high is opened for a name; found: it has values that are what is looked for. */
void tried_note_range(struct Engine *, const Symbol *name, const TriedName *window);
/* Some values, of which no more is known. */
void tried_note_some(struct Engine *, const Symbol *name, bool found);

/* Around a search for values: what tried_begin gives comes back, with what is known then. */
uint32_t tried_begin(struct Engine *);
void tried_end(struct Engine *, uint32_t outer, bool incomplete, bool found);

/* The evaluation stays incomplete. */
void tried_keep(struct Engine *);

/* What is known of the whole, in the order of the declarations; the caller frees it. */
TriedNames tried_names(const struct Engine *);
/* Was something else left out in the evaluations that opened windows? */
bool tried_is_mixed(const struct Engine *);

#endif
