#ifndef SESSION_VISB_VISB_TEXT_H
#define SESSION_VISB_VISB_TEXT_H

#include "base/arena.h"
#include "base/vec.h"
#include "session/display/trouble.h"

/* What the JSON files of a VisB picture say, with loops written out; formulas are still texts. */
typedef struct {
  const char *name, *value;
} VisbPair;

typedef VEC(VisbPair) VisbPairs;

typedef struct { /* an attribute of an element has this value */
  const char *id, *attribute, *value;
  bool optional; /* not a word if there is no such element */
} VisbItemText;

typedef struct { /* while the mouse is over `on`, an attribute of `id` is that text */
  const char *on, *id, *attribute;
  const char *enter, *leave; /* plain texts, not formulas; leave: or NULL */
} VisbHoverText;

typedef struct { /* a click on the element: a step of an operation that satisfies the predicate */
  const char *id, *event, *predicate; /* event: "" if it is only there for its hovers */
  bool optional;
} VisbEventText;

typedef struct { /* an element to be made */
  const char *kind, *id;
  VisbPairs attributes;
} VisbObjectText;

typedef struct {
  Arena *arena;
  DisplayTroubles *troubles;
  const char *svg;   /* path from the folder of the machine; NULL: none is named */
  const char *model; /* that the picture is for; or NULL */
  VisbPairs definitions;
  VEC(VisbObjectText) objects;
  VEC(VisbItemText) items;   /* a later one replaces an earlier one of the same attribute */
  VEC(VisbEventText) events; /* those that come first are tried first */
  VEC(VisbHoverText) hovers;
} VisbText;

/* What a file of pictures needs of the world around it. */
typedef struct {
  /* The text of a file; NULL, with *why: it cannot be read. */
  const char *(*read)(void *context, const char *path, size_t *length, const char **why);
  /* The number that an expression is; false: none. */
  bool (*number)(void *context, const char *expression, int64_t *out);
  void *context;
} VisbWorld;

enum { VISB_MOST_ENTRIES = 200000, VISB_MOST_INCLUDES = 20 };

/* Reads the file and those that it includes; mistakes are troubles, and what is right is there.
 * False: not even a JSON object. */
bool visb_text_read(VisbText *, Arena *, DisplayTroubles *, const char *path, VisbWorld);
void visb_text_free(VisbText *); /* what is not in the arena */

#endif
