#ifndef SESSION_SYSTEM_H
#define SESSION_SYSTEM_H

#include "lts/b_machine.h"
#include "session/session.h"

/* A transition system that a file describes: an Aldebaran file, facts, a process of a script of
 * CSP-M, or a B model with the engine that runs it. */
typedef struct {
  Lts *lts;
  BMachine *machine; /* that it is; NULL, like the engine and the model, of what is no B */
  Engine *engine;
  Model *model;      /* of the session */
  CspScript *script; /* of the session, that it is a process of, or is guided by; or NULL */
} System;

/* Is this the name of a transition system: an Aldebaran file, or facts (lts/facts.h)? */
bool system_is_aut(const char *path);

/* How a model is read for a system. */
typedef struct {
  enum {
    SYSTEM_WHOLE, /* a refinement together with what it refines, unless the options say `alone` */
    SYSTEM_SIDE   /* one of two systems that are compared: at its own level */
  } as;
  bool lenient;           /* a text with mistakes is understood as far as possible (ModelLevels) */
  EventbLevel level;      /* which machine of a chain of Event-B is meant */
  const char *process;    /* of a script; NULL: MAIN */
  bool plain;             /* … without compressions and reductions */
  const Source *guide;    /* a script whose process guides the machine; or NULL */
  bool block_others;      /* … operations that are no channels of it do not happen */
  bool may_guide_nothing; /* … without MAIN, if it has assertions about the machine */
  bool events; /* an operation is an event of CSP, with its arguments and results alone */
} SystemKind;

/* Opens one system: the text is read, constants are given values, and an engine is made.  With
 * SYSTEM_WHOLE the sizes of deferred sets are those that the properties imply.  False: it was
 * refused, and there is nothing to close; the model stays if there is one. */
bool system_open(Session *, const Source *, SystemKind, System *);
/* The same in two steps: what comes of the text; what runs it. */
bool system_load(Session *, const Source *, SystemKind, System *);
bool system_start(Session *, SystemKind, System *);
void system_close(System *);

/* Is it a process of a script, not a machine that is guided by one? */
bool system_is_process(const System *);
/* The name of the main machine, or NULL. */
const char *system_name(const System *);

/* Is the text a refinement of classical B? */
bool system_is_refinement(Session *, const Source *);
/* Does the system, a refinement of classical B, refine the machine of this text? */
bool system_refines(Session *, const System *, const Source *);

#endif
