#ifndef SESSION_DISPLAY_DISPLAY_H
#define SESSION_DISPLAY_DISPLAY_H

#include "session/display/trouble.h"
#include "session/scene.h"

/* The model's own picture of its states, as its definitions describe it: a grid of images and
 * texts (ANIMATION_FUNCTION …).  It is opened once for a scene and evaluated in the state that the
 * scene is in (grid.h, click.h). */
typedef struct {
  const char *definition; /* its name … */
  Span span;              /* … and where it stands */
  const Formula *formula;
} DisplayFormula;

typedef struct { /* ANIMATION_IMG3 == "images/x.gif" or ANIMATION_STR3 == "x" */
  uint32_t number;
  const Formula *formula;
} DisplayLabel;

typedef enum { JUSTIFY_CENTRE, JUSTIFY_LEFT, JUSTIFY_RIGHT } DisplayJustify;

typedef struct {
  const Formula *formula; /* a substitution; NULL: there is none */
  Symbol *places[4];      /* column, row, and of a drag the same of its end */
  uint32_t place_count;
} DisplayClick;

typedef struct {
  Scene *scene;
  Arena *arena;               /* of texts that live as long as this */
  VEC(DisplayFormula) layers; /* from the bottom up */
  VEC(DisplayLabel) images, texts;
  const Formula *left, *right; /* ANIMATION_STR_JUSTIFY_…, or NULL */
  DisplayClick click;          /* ANIMATION_RIGHT_CLICK(column, row) */
  DisplayClick drag;           /* ANIMATION_CLICK(column, row, column2, row2) */
  DisplayTroubles troubles;    /* of the definitions */
} Display;

/* The scene must outlive it.  Mistakes in the definitions are troubles; what is right is shown. */
void display_open(Display *, Scene *);
void display_close(Display *);
bool display_is_empty(const Display *); /* the model has no such definitions, right or wrong */

#endif
