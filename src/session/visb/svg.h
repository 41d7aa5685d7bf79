#ifndef SESSION_VISB_SVG_H
#define SESSION_VISB_SVG_H

#include "base/arena.h"
#include "base/text.h"
#include "session/display/images.h"
#include "session/display/trouble.h"

/* A picture in SVG as a tree that only draws: it has the elements and attributes of
 * svg_rules.h, so no scripts, no events, no addresses of anything outside.  Whatever a model says
 * goes through svg_read or svg_set, and nothing else makes nodes. */
typedef struct SvgAttribute SvgAttribute;
struct SvgAttribute {
  const char *name, *value;
  uint32_t image; /* of a file: its index, and the value is its name; else SVG_NO_IMAGE */
  SvgAttribute *next;
};

enum { SVG_NO_IMAGE = UINT32_MAX };

typedef struct SvgNode SvgNode;
struct SvgNode {
  const char *name; /* of an element; NULL: a text … */
  const char *text; /* … which is this */
  SvgAttribute *attributes;
  SvgNode *parent, *first, *last, *next;
};

enum { SVG_DEPTH_LIMIT = 100, SVG_NODES_LIMIT = 200000, SVG_MOST_BYTES = 8 << 20 };

typedef struct {
  Arena *arena; /* of the tree */
  Images *images;
  DisplayTroubles *troubles; /* what was left out is said here */
  const char *where;         /* the file or definition that is read, for these messages */
  uint32_t nodes;
} SvgMaker;

/* The <svg> element of a file; NULL, with a trouble: it is no such file.  A document type with
 * declarations of its own is refused, since its entities could be anything. */
SvgNode *svg_read(SvgMaker *, const char *text, size_t length);
/* Adds the elements of a piece of markup to the end of a node; false, with a trouble: it is none.
 */
bool svg_read_into(SvgMaker *, SvgNode *, const char *text, size_t length);

/* A new element at the end of its parent (NULL: a root); NULL, with a trouble: it may not be. */
SvgNode *svg_add(SvgMaker *, SvgNode *parent, const char *name);
/* A text at the end of an element.  <style> has one text at most, without comments, and nothing
 * else in it; what it may not say is left out with a trouble. */
void svg_add_text(SvgMaker *, SvgNode *parent, const char *text, size_t length);
/* Sets an attribute, or replaces it; false, with a trouble: it is left out. */
bool svg_set(SvgMaker *, SvgNode *, const char *name, const char *value);
const char *svg_get(const SvgNode *, const char *name); /* or NULL */
bool svg_is_style(const SvgNode *);

/* Is this value of an attribute as svg_set takes it?  Otherwise *why.  *image is what it is a file
 * of.  `element` NULL: not known. */
bool svg_check(SvgMaker *, const char *element, const char *name, const char *value,
               uint32_t *image, const char **why);

/* The next node in the order of the text, below `top`; NULL: that was the last. */
SvgNode *svg_next(const SvgNode *, const SvgNode *top);

#endif
