#ifndef MODEL_LINK_H
#define MODEL_LINK_H

#include "model/model.h"

/* Inside linking: what the stages of model_load share.  The stages are
 *   link_machines   files become Machines, referring to each other
 *   link_declare    their declarations become Symbols
 *   link_scopes     who sees what
 *   link_resolve    their clauses and operations are resolved and collected
 *   link_types      all of it is type-checked
 * Each reports errors and says whether there were none.  Only link_types goes on
 * after errors of the stage before it, so that one run shows both. */

/* One reference from a machine to another. */
struct MachineLink {
  Machine *from, *to; /* to is NULL while the other machine is being linked */
  NodeKind clause;    /* CL_REFINES, CL_SEES … */
  const Node *node;   /* MACHINE_REF */
  const Name *prefix; /* as written in `from`, or NULL */
};

/* Looking for names like a wrong one takes time; after so many errors nobody reads
 * hints any more. */
enum { HINT_LIMIT = 100 };

typedef struct {
  ParseContext *context;
  ModelLevels levels;
  Model *model;
  VEC(MachineLink *) links; /* all, in the order in which they were followed */
  VEC(Machine *) path;      /* the machines that are being linked, outermost first */
  Map declared;             /* full name -> Symbol, for clashes */
  Symbols refined; /* of a chain: variables that a refinement has under the same name, refined_by */
} Linker;

bool link_machines(Linker *, const Source *main);
bool link_declare(Linker *);
bool link_scopes(Linker *);
bool link_resolve(Linker *);
bool link_types(Linker *);

/* `pre.name`, or the name itself if there is no prefix. */
const Name *link_join(Linker *, const Name *prefix, const Name *name);
/* Whether it makes the other machine a part: INCLUDES, EXTENDS, IMPORTS. */
bool link_includes(const MachineLink *);

#endif
