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
typedef struct {
  Machine *from, *to;
  NodeKind clause;    /* CL_REFINES, CL_SEES … */
  const Node *node;   /* MACHINE_REF */
  const Name *prefix; /* as written in `from`, or NULL */
} Reference;

typedef struct {
  ParseContext *context;
  Model *model;
  VEC(Reference) references; /* those of a machine follow each other in order */
  VEC(Machine *) path;       /* the machines that are being linked, outermost first */
  Map declared;              /* full name -> Symbol, for clashes */
} Linker;

bool link_machines(Linker *, const Source *main);
bool link_declare(Linker *);
bool link_scopes(Linker *);
bool link_resolve(Linker *);
bool link_types(Linker *);

/* `pre.name`, or the name itself if there is no prefix. */
const Name *link_join(Linker *, const Name *prefix, const Name *name);
/* The machine that `machine`, or the machine that includes it, refines; or NULL. */
Machine *link_abstraction(const Linker *, const Machine *);

#endif
