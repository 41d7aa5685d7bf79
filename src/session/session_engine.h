#ifndef SESSION_SESSION_ENGINE_H
#define SESSION_SESSION_ENGINE_H

#include "session/session.h"

/* An engine for the model (or NULL) that works as the options of the session say: preferences,
 * sizes of sets, limits.  NULL: it was refused, since a set is not there or has its size. */
Engine *session_engine_new(Session *, const Model *);
/* The same for one of two models that are compared: sizes may be of sets of the other. */
Engine *session_engine_of_side(Session *, const Model *);
/* Are the sizes of the options about sets of either model?  They may be NULL.  False: that was
 * refused. */
bool session_engine_knows_sizes(Session *, const Model *, const Model *);

#endif
