#ifndef SESSION_VISB_OWN_PICTURE_H
#define SESSION_VISB_OWN_PICTURE_H

#include "session/display/grid.h"
#include "session/visb/visb.h"

/* All that a model says of what its states look like: a grid, a picture in SVG, or both, with the
 * images that they show.  Opened once for a scene. */
typedef struct {
  Scene *scene;
  Images images;
  Display grid;
  Visb visb;  /* scene NULL: it is not open */
  char *file; /* a JSON file that somebody chose; NULL: what the model says */
} OwnPicture;

void own_picture_open(OwnPicture *, Scene *); /* the scene must outlive it */
void own_picture_close(OwnPicture *);
bool own_picture_is_empty(const OwnPicture *); /* the model has none, right or wrong */

/* The picture in SVG is from now on what this JSON file beside the machine says; NULL: what the
 * model says. */
void own_picture_use(OwnPicture *, const char *file);
/* The picture in SVG for the present constants; NULL: there is none, or no initialised state. */
Visb *own_picture_visb(OwnPicture *);

#endif
