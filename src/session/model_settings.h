#ifndef SESSION_MODEL_SETTINGS_H
#define SESSION_MODEL_SETTINGS_H

#include "session/session.h"

/* What the definitions of a model ask the tool for, but do not get.
 *
 * Warns of preferences that do not exist, that have no effect here, or that stand in a machine
 * whose preferences do not count. */
void model_settings_warn(Session *, const Model *);

/* What a preference of ProB is here. */
typedef enum {
  PREFERENCE_NUMBER,    /* it has an effect; a whole number */
  PREFERENCE_OF_MODELS, /* it has one as a definition of a model */
  PREFERENCE_IGNORED,   /* it has none */
  PREFERENCE_UNKNOWN
} PreferenceKind;

PreferenceKind preference_kind(const char *name);
/* Adds the one most like it, if there is one. */
void preference_suggest(Text *hint, const char *name);
/* Calls `each` with the names of a kind. */
void preference_each(PreferenceKind, void (*each)(void *context, const char *name), void *context);

#endif
