#ifndef SESSION_GIVEN_CONSTANTS_H
#define SESSION_GIVEN_CONSTANTS_H

#include "session/session.h"

/* Values for constants of a model that the options of the session give, as further properties of
 * it.  `partial`: constants that the model does not have are left out.  False: it was refused, or
 * the text of a value is wrong (session_has_errors). */
bool given_constants_add(Session *, Model *, bool partial);
/* Are they constants of one of the models?  Those may be NULL.  False: that was refused. */
bool given_constants_known(Session *, const Model *const *models, uint32_t count);

#endif
