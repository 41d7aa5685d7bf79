#ifndef REPORT_STATE_PICTURE_H
#define REPORT_STATE_PICTURE_H

#include "report/dot.h"
#include "session/state_graph.h"

/* The value of an expression in a state, as a text; *context is the caller's. */
typedef void StateProjection(void *context, const Value *state, Text *);

/* The picture: a node for each state, or with a projection for each of its values.  Texts
 * live as long as the StateGraph. */
void state_picture_draw(StateGraph *, DotGraph *, StateProjection *, void *context);

/* A node for each of these states, as often as it is there; no arrows. */
void state_picture_nodes(StateGraph *, const StateId *, uint32_t count, DotGraph *);

#endif
