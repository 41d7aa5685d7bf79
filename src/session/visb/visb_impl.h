#ifndef SESSION_VISB_VISB_IMPL_H
#define SESSION_VISB_VISB_IMPL_H

#include "session/visb/visb.h"

/* What the files of this folder share. */

/* The definitions VISB_SVG_…: those of the model are taken, and those of JSON and definition files,
 * whose other definitions are names that later formulas may use (visb_definitions.c). */
void visb_take_definitions(Visb *);
void visb_define(Visb *, const char *name, const char *value, const char *where);
void visb_define_by_file(Visb *, const char *path, const Source *);
/* What they say: the box and the contents of the picture, its elements, updates, hovers, events. */
void visb_read_box(Visb *);
void visb_read_objects(Visb *);
void visb_read_others(Visb *);
/* The text that a definition of the model is; NULL: there is no such, or it is wrong. */
const char *visb_definition_text(Visb *, const char *name);
bool visb_has_definition(const Scene *, const char *prefix);

/* An expression; NULL, with a trouble behind `where`: it is wrong. */
const Formula *visb_formula(Visb *, const char *text, const char *where);

SvgNode *visb_node(const Visb *, const char *id); /* or NULL */
/* Makes an element, unless there is one of this id; NULL: it may not be. */
SvgNode *visb_add_object(Visb *, const char *kind, const char *id, const char *parent);
/* An attribute of it, also `text` and `title`, which are no attributes of SVG. */
void visb_set(Visb *, SvgNode *, const char *attribute, const char *value);
/* May an element have this attribute, or this text or title, in some state, or under the mouse?  As
 * svg_check; what a style sheet says stays as it is. */
bool visb_check(Visb *, const char *element, const char *attribute, const char *value,
                uint32_t *image, const char **why);
void visb_add_event(Visb *, VisbEvent, bool optional, const char *where);
void visb_add_hover(Visb *, VisbHover, const char *where);

/* The text of an attribute that a value is, or of an id: what belongs together is joined by `_`
 * there (visb_value.c). */
void visb_value_text(Visb *, Text *, const Shape *, Value, const char *attribute);
/* Calls `take` for each record of a value: a record, or the elements of a set or a sequence of
 * them.  False: the value has another form. */
typedef void VisbTakeRecord(void *context, const Shape *, Value);
bool visb_each_record(Visb *, const Shape *, Value, VisbTakeRecord *, void *context);
/* The field of a record as a text in the arena; NULL: there is no such field. */
const char *visb_field(Visb *, Arena *, const Shape *, Value record, const char *name);

/* Binds the names of the JSON files to their values in the present state. */
void visb_bind(Visb *, DisplayTroubles *);
void visb_unbind(Visb *);

#endif
