#ifndef SESSION_SETTINGS_H
#define SESSION_SETTINGS_H

#include "session/session.h"

/* What is wrong with the settings of the options of a session. */

/* The first preference that is no whole number, or NULL. */
const Setting *settings_wrong(const Settings *preferences);
/* Warns of preferences that do not exist. */
void settings_warn(Session *);
/* Warns of sizes for sets that the model does not have. */
void settings_warn_sets(Session *, const Model *);

#endif
