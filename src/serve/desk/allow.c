#include "serve/desk/desk_impl.h"

/* The end of a request that may have been long. */

enum { SECONDS_AFTER = 2 };

static bool is_interrupted(const Desk *d) { return cancel_asked(d->hooks.base.cancelled); }

const char *desk_what_ended(Desk *d)
{
  if (is_interrupted(d)) return "interrupted";
  return d->open.scene.bench.engine->full ? "the memory limit ended this"
                                          : "the time limit ended this";
}

void desk_allow(Desk *d)
{
  Scene *s = &d->open.scene;
  if (!scene_is_over(s)) return;
  if (d->hooks.begin) d->hooks.begin();
  scene_allow(s, SECONDS_AFTER);
  /* What was looked at last may have been looked at in part only. */
  if (animator_is_incomplete(s->animator)) animator_go(s->animator, s->animator->at);
}

bool desk_moved(Desk *d, json_t *answer)
{
  desk_allow(d);
  desk_path_changed(d);
  return desk_show(d, answer);
}
