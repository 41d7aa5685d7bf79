#ifndef SESSION_VISB_VISB_H
#define SESSION_VISB_VISB_H

#include "base/map.h"
#include "session/display/click.h"
#include "session/scene.h"
#include "session/visb/svg.h"
#include "session/visb/visb_text.h"

/* The model's own picture in SVG: a tree that stays, items (attributes whose values are
 * expressions over the state), hovers, and events, which are steps that a click takes.  It is
 * described by JSON files or by definitions VISB_…, or by both, and belongs to a scene, in the
 * state that it is in.  Elements are made where they depend on constants, so that with other
 * constants the picture is opened anew (visb_is_current). */
typedef struct { /* a name that a JSON file defines */
  Symbol *symbol;
  const Formula *formula;
} VisbName;

typedef struct {
  const char *id, *attribute;
  const Formula *formula;
  const char *element; /* its name in the tree */
} VisbItem;

typedef struct { /* VISB_SVG_…: a record, a set or sequence of records, or a text */
  const char *name;
  Span span;
  const Formula *formula;
} VisbDefinition;

typedef struct {
  const char *id, *event;
  const char *predicate; /* or NULL; it is read when somebody clicks */
  uint32_t label;        /* of the event in the Lts */
} VisbEvent;

typedef struct { /* `enter` is as the tree would take it */
  const char *on, *id, *attribute, *enter;
  const char *leave; /* NULL: what it is without the mouse */
} VisbHover;

typedef struct {
  Scene *scene;
  Arena *arena;
  Images *images;
  SvgMaker maker;
  SvgNode *root; /* empty where there is no file, or none that can be read */
  Map nodes;     /* id -> SvgNode */
  VEC(VisbName) names;
  VEC(VisbItem) items;
  VEC(VisbDefinition) definitions, updates;
  VEC(VisbEvent) events;
  VEC(VisbHover) hovers;
  Value *constants; /* that it was opened with */
  DisplayTroubles troubles;
} Visb;

/* Does the model say that it has such a picture? */
bool visb_is_defined(const Scene *);
/* In an initialised state.  `file`: a JSON file beside the machine, or NULL: what the model's
 * definitions say.  Mistakes are troubles; what is right is shown. */
void visb_open(Visb *, Scene *, Images *, const char *file);
void visb_close(Visb *);
bool visb_is_current(const Visb *); /* are the constants still the same? */

/* The attributes that the items give the elements in the present state, each once, in the order of
 * the items. */
typedef struct {
  const char *id, *attribute, *text;
  uint32_t image; /* in visb->images, or SVG_NO_IMAGE */
} VisbValue;

typedef struct {
  Arena *arena;
  VEC(VisbValue) values;
  DisplayTroubles troubles;
} VisbState;

void visb_state_make(VisbState *, Visb *);
void visb_state_free(VisbState *);

/* What a click on the element can do: steps of the first event that has some. */
bool visb_is_clickable(const Visb *, const char *id);
void visb_click(Visb *, const char *id, ClickSteps *, DisplayTroubles *);

#endif
