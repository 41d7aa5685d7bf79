#include "session/visb/own_picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void own_picture_open(OwnPicture *p, Scene *scene)
{
  const Model *model = scene->system.model;
  *p = (OwnPicture){.scene = scene};
  images_open(&p->images, model ? model->main->unit->source->path : NULL);
  display_open(&p->grid, scene);
}

static void close_visb(OwnPicture *p)
{
  if (p->visb.scene) visb_close(&p->visb);
}

void own_picture_close(OwnPicture *p)
{
  if (!p->scene) return;
  close_visb(p);
  display_close(&p->grid);
  images_close(&p->images);
  free(p->file);
  *p = (OwnPicture){0};
}

bool own_picture_is_empty(const OwnPicture *p)
{
  return display_is_empty(&p->grid) && !p->file && !visb_is_defined(p->scene);
}

void own_picture_use(OwnPicture *p, const char *file)
{
  close_visb(p);
  free(p->file);
  p->file = file ? strdup(file) : NULL;
  if (file && !p->file) memory_exhausted();
}

Visb *own_picture_visb(OwnPicture *p)
{
  Scene *s = p->scene;
  if (!s->system.model || !s->animator || !animator_running(s->animator)) return NULL;
  if (!p->file && !visb_is_defined(s)) return NULL;
  if (p->visb.scene && !visb_is_current(&p->visb)) close_visb(p);
  if (!p->visb.scene) visb_open(&p->visb, s, &p->images, p->file);
  return &p->visb;
}
