#ifndef SESSION_PICTURE_H
#define SESSION_PICTURE_H

#include "session/bench.h"
#include "session/state_graph.h"
#include "session/system.h"

/* A system explored as far as it can be drawn: every state, or the values that a formula has in
 * them. */
enum { PICTURE_STATES = 500, PICTURE_PROJECTED = 1000000 }; /* explored unless the options say */

typedef struct {
  const System *system;
  const char *projection; /* the formula as the user wrote it, or NULL */
  const Formula *formula; /* of the projection … */
  Bench bench;            /* … which is evaluated here */
  StateGraph *graph;
} Picture;

/* A projection needs a model, and is written with symbols if `unicode`.  False: its text has
 * mistakes, so it was refused. */
bool picture_open(Session *, const System *, const char *projection, bool unicode, Picture *);
void picture_close(Picture *); /* before the system */

/* The value of the formula in a state, as a text; the context is the Picture. */
void picture_project(void *picture, const Value *state, Text *);

#endif
