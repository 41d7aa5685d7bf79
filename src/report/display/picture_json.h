#ifndef REPORT_DISPLAY_PICTURE_JSON_H
#define REPORT_DISPLAY_PICTURE_JSON_H

#include <jansson.h>

#include "session/visb/own_picture.h"

/* The model's own picture as JSON, as docs/serve.md describes it: for the page, and for the file of
 * a trace.  Everything in it is data: texts, and elements of SVG as objects.  What cannot be shown
 * is added to the diagnostics of the session as warnings.  The results are the caller's. */

/* The grid in the present state; null: there is none. */
json_t *picture_grid_json(OwnPicture *);
/* What of the picture in SVG stays the same: elements, hovers, what can be clicked; null: there is
 * none. */
json_t *picture_svg_json(OwnPicture *);
/* The attributes of its elements in the present state. */
json_t *picture_values_json(OwnPicture *);

/* The images that were shown so far; with their bytes, or without. */
json_t *picture_images_json(OwnPicture *, bool bytes);
/* Warns of those that cannot be shown. */
void picture_warn_of_images(OwnPicture *);

#endif
