#ifndef SESSION_SYSTEMS_H
#define SESSION_SYSTEMS_H

#include "compare/gluing/gluing.h"
#include "compare/gluing/gluing_invariant.h"
#include "compare/space.h"
#include "session/system.h"

/* One side as the user names it. */
typedef struct {
  const Source *source;
  const char *process; /* of a script; NULL: MAIN, or there is none */
  const Source *guide; /* of a machine; or NULL */
  bool block_others;   /* … by which operations that are no channels do not happen */
} SystemText;

/* … as that kind of system. */
static inline SystemKind system_text_kind(SystemText text, SystemKind kind)
{
  kind.process = text.process;
  kind.guide = text.guide;
  kind.block_others = text.block_others;
  return kind;
}

/* The two sides of a comparison, and what can be seen of them; or one system alone, which is the
 * implementation.  Begun with all zero, ended with systems_close, whatever was refused. */
typedef struct {
  System impl, spec;
  SystemText text;                /* of the implementation */
  const char *file;               /* as the user names it  */
  Alphabet *alphabet;             /* and the rest: systems_see */
  Space *impl_space, *spec_space; /* the latter is NULL for one system */
  bool events; /* actions are events of CSP, even if there is no script; set before it is opened */
} Systems;

/* What is seen of operations.  Lists end with NULL and live as long as the session. */
typedef struct {
  const char *const *hidden;  /* names */
  const char *const *renamed; /* the name in the implementation, then what it is called */
  /* Are events hidden whose name the other side does not have?  MIXED: if one side, and only one,
   * is a script. */
  enum { ALPHABET_MIXED, ALPHABET_COMMON, ALPHABET_ALL } alphabet;
} SystemsView;

/* Opening, step by step.  False: it was refused. */
bool systems_open_one(Session *, SystemText, Systems *);
bool systems_open_impl(Session *, SystemText, Systems *);
bool systems_open_spec(Session *, SystemText, Systems *);
/* The machine that the implementation refines is the specification, if there is one. */
bool systems_has_refined(const Systems *);
bool systems_open_refined(Session *, Systems *);
void systems_close(Systems *);

/* Do the view and the options of the session name things that are there?  False: that was
 * refused. */
bool systems_fit(Session *, const Systems *, const SystemsView *);
/* Makes the spaces.  What seems to be meant otherwise is warned of. */
void systems_see(Session *, Systems *, const SystemsView *);

/* Explores all states of both, the specification first; false: one is not complete. */
bool systems_explore(Systems *);

/* The gluing invariant, which was made after systems_explore, on the pairs of states that both
 * reach together; NULL if one is not complete.  The caller frees it.  With `nonblocking`, what the
 * specification cannot do at all is no matter. */
Gluing *systems_check_gluing(Systems *, GluingInvariant *, bool nonblocking);

/* Is the specification, of classical B, what the implementation refines? */
bool systems_are_refinement(const Systems *);

#endif
