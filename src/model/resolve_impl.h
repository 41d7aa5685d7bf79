#ifndef MODEL_RESOLVE_IMPL_H
#define MODEL_RESOLVE_IMPL_H

#include "model/resolve.h"

/* Inside name resolution: what resolve.c and resolve_definition.c share. */

/* The body of a definition that is being copied.  Names in it that are parameters
 * stand for the arguments of the call, which were written in the frame outside. */
typedef struct Frame Frame;
struct Frame {
  const Frame *outer;
  const Definition *definition;
  const Node *call;          /* DEF_CALL */
  const Name *const *hidden; /* parameters hidden by a binder of the body */
  uint32_t hidden_count;
};

/* Nodes made for expansions: enough for any honest model. */
enum { EXPANSION_BUDGET = 5000000 };

struct Resolver {
  ParseContext *context;
  Arena *arena;
  Machine *machine; /* or NULL */
  const Unit *unit; /* whose definitions may be used, or NULL */
  Symbols locals;   /* innermost last */
  VEC(uint32_t) marks;
  Symbols *free; /* or NULL: unknown names are errors */
  Map reported;  /* unknown names */
  const Frame *frame;
  uint32_t expanding; /* expansions around the current node, also through arguments */
  uint32_t expanded;  /* nodes made in them */
  uint32_t depth;     /* of the copy */
  bool in_body;
  bool old_values; /* x$0 has a meaning here */
  bool too_large;  /* reported once; what follows is not copied any more */
  bool own_calls;  /* operations of the same machine may be called */
};

/* A node with the kids of the original not yet copied. */
Node *resolve_shell(Resolver *, const Node *, uint32_t count);
Node *resolve_error(Resolver *, Span);
Symbol *resolve_local(const Resolver *, const Name *); /* or NULL */
/* Adds the uses of definitions around the current node to a diagnostic. */
void resolve_note_uses(Resolver *, Diag *);

/* resolve_definition.c */

/* The argument that a name in the body of a definition stands for, or NULL;
 * *frame is where the argument was written. */
const Node *resolve_parameter(const Frame *here, const Name *, const Frame **frame);
/* The same, on and on: the name itself if it is no parameter, or the name that
 * its argument is in the end.  NULL if the argument is no name. */
const Name *resolve_parameter_name(const Frame *here, const Name *);
Node *resolve_call(Resolver *, const Node *call);
/* Binds the names of a NAMES: a NAMES of IDENTs with new symbols.  `frame` is room
 * for a frame in which parameters of the same name are hidden. */
Node *resolve_binding(Resolver *, const Node *names, LocalKind, Frame *frame);

#endif
