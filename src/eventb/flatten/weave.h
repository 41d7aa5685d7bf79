#ifndef EVENTB_FLATTEN_WEAVE_H
#define EVENTB_FLATTEN_WEAVE_H

#include "eventb/flatten/flatten_impl.h"

/* Inside flatten_event.c and its helpers: an event while the abstract events that it
 * refines are woven into it. */

typedef struct { /* something around a substitution; names and predicate as its kind needs */
  NodeKind kind; /* SELECT, ASSERT, LET, ANY */
  Node *names, *predicate;
} Wrapper;

typedef VEC(Wrapper) Wrappers;

typedef struct { /* what a parameter of an event is called here */
  const Name *written, *name;
} Renamed;

typedef VEC(Renamed) Renaming;

typedef struct {
  Flattener *f;
  Arena *arena;
  const EventbEvent *event; /* the one of the machine itself */
  TreeList updates;         /* to be done at once in the end */
  Map bound;                /* parameters bound so far */
  bool primes;              /* new values have names */
  bool needs_primes;        /* something refers to them */
} Weaver;

typedef struct Level Level;
struct Level {        /* an event at a level of the chain, being woven in */
  const Level *below; /* the event that refines it; NULL for the event itself */
  uint32_t depth;     /* in the chain */
  const EventbComponent *machine;
  const EventbEvent *event;
  Renaming renaming; /* its parameters, then what it binds for those that are merged */
  Wrappers wrappers;
  bool merged; /* one of several abstract events: its guards choose */
};

/* weave_name.c */
const Name *weave_primed(Weaver *, const Name *); /* x' for x */
/* The formula with the parameters of the level called as they are here. */
Node *weave_renamed(Weaver *, const Level *, Node *);
bool weave_is_declared(const Flattener *, const Name *);
/* A name for a parameter of the level that nothing else has. */
const Name *weave_fresh(Weaver *, const Level *, const Name *);
const Name *weave_name_below(const Level *, const Name *written); /* or NULL */
/* Does the variable live on in the level below? */
bool weave_is_kept(const Level *, const Name *variable);
/* Does the step change the variable, so that its new value has a name?  What counts is
 * the lowest level that has the variable: it is the one that is executed. */
bool weave_is_changed(const Level *, const Name *variable);

/* weave_witness.c */
const EventbFormula *weave_own_witness(const EventbEvent *, const Name *); /* or NULL */
/* What the level below gives as witness for the name, or NULL. */
Node *weave_witness(Weaver *, const Level *, const Name *);
/* Binds a name by its witness: name = E gives the value, any other predicate restricts it,
 * and there must be a value. */
void weave_bind_by_witness(Weaver *, Level *, const Name *written, const Name *, Node *witness);
/* Might the step be left out since the value, of an abstract level, is not well-defined?  An
 * instance of an operation with parameters is. */
bool weave_may_vanish(const Weaver *, const Node *value);
/* Gives x' the value of x, if the formula has x' and the step does not change x. */
void weave_bind_unchanged(Weaver *, Level *, const Node *formula);

/* flatten_event.c */
void weave_wrap(Level *, NodeKind, Node *names, Node *predicate);
Node *weave_one_name(Weaver *, Span, const Name *); /* NAMES */
/* ASSERT P, named after the proof obligation event/part/kind. */
void weave_oblige(Weaver *, Level *, const Name *part, const char *kind, Node *predicate);
/* ANY names WHERE P, and ASSERT that there are such values. */
void weave_require(Weaver *, Level *, const Name *part, const char *kind, Node *names,
                   Node *predicate);

/* The event of the level with all levels above it, as a substitution. */
Node *weave_level(Weaver *, Level *);
/* All guards as one predicate, or those that the event below does not repeat. */
Node *weave_guards(Weaver *, const Level *, bool unrepeated);

/* weave_merge.c */
/* The event that is refined; NULL, with an error, if the machine has none of that name. */
EventbEvent *weave_refined(Weaver *, const EventbComponent *machine, const EventbName *);
/* Several abstract events: one of them must be enabled, and each that is may be the one that is
 * taken. */
Node *weave_merged(Weaver *, Level *, const EventbComponent *abstract);

/* weave_action.c */
/* The variable at the left of x := E or f(i)(j) := E. */
const Node *weave_root_of(const Node *target);
/* The value that the variable as a whole gets: f <+ {i |-> E}. */
Node *weave_whole_value(Weaver *, Node *target, Node *value);
bool weave_assigns(const EventbEvent *, const Name *variable);
/* x' : S, (x'|->y') : S or P, for the targets of a choice. */
Node *weave_choice_predicate(Weaver *, const Node *action);
void weave_update_to_after(Weaver *, const Node *target); /* x := x' in the end */
void weave_assignment(Weaver *, Level *, Node *target, Node *value);
/* Executes the action; FIS if it is a choice that may have no outcome. */
void weave_action(Weaver *, Level *, Node *action, const Name *label);

/* weave_variant.c: obliges convergent and anticipated events to decrease the variants. */
void weave_variant(Weaver *, Level *);

#endif
