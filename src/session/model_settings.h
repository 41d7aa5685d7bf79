#ifndef SESSION_MODEL_SETTINGS_H
#define SESSION_MODEL_SETTINGS_H

#include "session/session.h"

/* What the definitions of a model ask the tool for, but do not get.
 *
 * Warns of preferences that do not exist, that have no effect here, or that stand in a machine
 * whose preferences do not count. */
void model_settings_warn(Session *, const Model *);

#endif
