#ifndef EVENTB_NOTATION_COMPONENT_H
#define EVENTB_NOTATION_COMPONENT_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "syntax/parser.h"
#include "syntax/tree.h"

/* The machines and contexts of Event-B as they are written, whatever they were
 * read from: a package of ProB, a Rodin project or a text.  The formulas are trees
 * of the same kinds as those of classical B, not yet resolved.  A value after an
 * assignment is the IDENT x' .  All of it lives in the arena of the reader. */

typedef struct {     /* an axiom, invariant, guard, witness or variant */
  const Name *label; /* NULL: none was given; of a witness: what it is for */
  Node *formula;
  bool theorem; /* to be proved from what comes before it */
  Span span;
  const char *comment; /* here and below: lines, or NULL */
} EventbFormula;

typedef struct {
  const Name *label; /* or NULL */
  Node *node;        /* ASSIGN, BECOMES_IN, or BECOMES_SUCH with primed names; SKIP */
  Span span;
  const char *comment;
} EventbAction;

typedef struct { /* a declared set, constant, variable, parameter */
  const Name *name;
  Span span;
  const char *comment;
} EventbName;

typedef VEC(EventbFormula) EventbFormulas;
typedef VEC(EventbAction) EventbActions;
typedef VEC(EventbName) EventbNames;

typedef enum { EVENT_ORDINARY, EVENT_CONVERGENT, EVENT_ANTICIPATED } EventStatus;

typedef struct {
  const Name *name;
  Span span;
  const char *comment;
  EventStatus status;
  bool extended;       /* what it refines is a part of it */
  EventbNames refines; /* abstract events; the initialisation names none */
  EventbNames parameters;
  EventbFormulas guards, witnesses;
  EventbActions actions;
} EventbEvent;

typedef struct { /* a machine or a context; the parts of the other kind are empty */
  const Name *name;
  Span span;
  const char *comment;
  const Source *source;
  bool is_context;
  EventbNames uses;    /* the contexts that are seen or extended */
  EventbNames refines; /* at most one: the abstract machine */
  EventbNames sets, constants;
  EventbNames symbolic; /* constants that are to stay as they are written, if they are functions */
  EventbFormulas axioms;
  EventbNames variables;
  EventbFormulas invariants, variants;
  VEC(EventbEvent *) events;
} EventbComponent;

typedef struct {
  VEC(EventbComponent *) components;
  VEC(Node *) freetypes; /* FREETYPE: datatypes of theories */
  bool chooses;          /* formulas use the definition CHOOSE of CHOOSE.def */
  EventbComponent *main; /* the one that is meant if nothing else is said; NULL: none */
  const char *choices;   /* machines of which any may be meant; NULL: it is clear */
  bool whole;            /* all contexts count, also those that nobody sees or extends */
} EventbProject;

EventbProject *eventb_project_new(Arena *);
EventbComponent *eventb_component_new(Arena *);
void eventb_project_free(EventbProject *); /* the vectors; accepts NULL */

/* By name; machines and contexts share one name space.  NULL: there is none. */
EventbComponent *eventb_find(const EventbProject *, const Name *);
/* The name most like this one among those of the components; or NULL. */
const char *eventb_nearest(const EventbProject *, const char *name);
EventbEvent *eventb_event(const EventbComponent *, const Name *); /* or NULL */
bool eventb_has_name(const EventbNames *, const Name *);
bool eventb_is_initialisation(const EventbEvent *);

/* x' for x. */
const Name *eventb_primed(Names *, const Name *);
/* x for x', or NULL if the name has no prime. */
const Name *eventb_unprimed(Names *, const Name *);

#endif
