#ifndef SESSION_VISB_SVG_RULES_H
#define SESSION_VISB_SVG_RULES_H

#include <stdbool.h>
#include <stddef.h>

/* What of SVG may be in a picture. */

/* The name that an element gets; NULL: it is left out with all that is in it. */
const char *svg_element(const char *name);
/* Is it worth a word that this element was left out? */
bool svg_is_remarkable(const char *name);

/* What an attribute is. */
typedef enum {
  SVG_ATTRIBUTE_PLAIN,
  SVG_ATTRIBUTE_REFERENCE, /* href: to a part of the picture, or an image */
  SVG_ATTRIBUTE_IGNORED,   /* says nothing that is drawn: xmlns, other programs' names */
  SVG_ATTRIBUTE_REFUSED    /* could do something, or is no name */
} SvgAttributeKind;

/* *plain is the name without its prefix. */
SvgAttributeKind svg_attribute(const char *name, const char **plain);

/* May a value, or the text of <style>, be that?  NULL, or why not. */
const char *svg_value_problem(const char *value);
/* Is it an image that is written out: data:image/png;base64,… ? */
bool svg_is_data_image(const char *value);

#endif
