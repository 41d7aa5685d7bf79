#ifndef SESSION_IMPLIED_SIZES_H
#define SESSION_IMPLIED_SIZES_H

#include "session/session.h"

/* The properties may imply that deferred sets have more than the default number of elements.
 * Where there are no constants for certain, the sets that the contradiction mentions are given
 * one element more, and so on up to a few; if that helps it is done, with a warning. */

/* Does it for both, if one of them needs it.  Either may be NULL. */
void implied_sizes_take(Session *, Engine *, Engine *);
/* An engine as by session_engine_new, with such sizes; or NULL. */
Engine *implied_sizes_engine(Session *, const Model *);

#endif
