#ifndef API_HANDLE_H
#define API_HANDLE_H

#include <probity.h>

#include "api/handover.h"
#include "api/settings.h"
#include "api/walk.h"
#include "base/map.h"
#include "session/scene.h"

typedef struct {
  char *path, *text;
} GivenText;

/* All but the first member is for its own thread, and for callers while it does not work. */
struct probity_model {
  Handover handover;
  GivenSettings given;
  VEC(GivenText) texts;
  char *path;       /* of the model; NULL: none is open */
  Session *session; /* of the scene; NULL: there is none yet */
  Scene scene;      /* of the model, or of formulas alone */
  Walk *walk;       /* of the model */
  Map formulas;     /* those that were evaluated, by their texts */
  Text result, message, diagnostics;
  VEC(probity_transition) list;
};

/* A call: runs `run(model, data)` on the thread of the handle. */
typedef probity_code HandleRun(probity_model *, void *data);
probity_code handle_call(probity_model *, HandleRun *, void *data);

/* ---- for what runs there */

/* What there is to say of the call. */
probity_code handle_say(probity_model *, probity_code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Why the session has refused something. */
probity_code handle_refused(probity_model *, Session *);
/* Adds the diagnostics of the session, which forgets them. */
void handle_take_diags(probity_model *, Session *);

/* A session that works as the settings say. */
Session *handle_session(probity_model *);
/* The file, as the model is meant to be read; a source that is NULL: it cannot be read, which was
 * said. */
SystemText handle_text(probity_model *, Session *, const char *path);

/* Before the scene is used: it begins, so that limits count from now on.  Formulas alone are a
 * scene, too. */
probity_code handle_begin_scene(probity_model *);
/* The same where a model and one of its states are needed (PROBITY_ROOT: no state). */
probity_code handle_begin_state(probity_model *, probity_state);

static inline StateId handle_state(probity_state state)
{
  return state == PROBITY_ROOT ? NO_STATE : (StateId) state;
}

#endif
