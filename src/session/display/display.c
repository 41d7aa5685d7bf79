#include "session/display/display.h"

#include "session/display/definitions.h"

void display_open(Display *d, Scene *scene)
{
  *d = (Display){.scene = scene, .arena = arena_new()};
  d->troubles.arena = d->arena;
  if (scene->system.model && scene->animator) display_read_definitions(d);
}

void display_close(Display *d)
{
  vec_free(&d->layers);
  vec_free(&d->images);
  vec_free(&d->texts);
  vec_free(&d->troubles);
  arena_free(d->arena);
  *d = (Display){0};
}

bool display_is_empty(const Display *d) { return !d->layers.len && !d->troubles.len; }
